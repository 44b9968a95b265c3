// The digest of a run covers everything that happened: a change of any packet, time, process or fault changes it.
import { describe, expect, test } from 'vitest';
import type { Epoch } from '#dist/hosts/epochs/driver.js';
import { EpochDigests } from '#dist/sim/record.js';

const epoch: Epoch = {
  begin: 1000,
  until: 2000,
  busy: 0,
  events: [
    { type: 'packet', process: 1, bytes: Uint8Array.of(1, 2, 3) },
    { type: 'crash', process: 2, restartAt: 5000 },
  ],
  outcome: {
    packets: [{ from: 0, to: 1, sentAt: 1500, bytes: Uint8Array.of(7, 8) }],
    reports: [],
    traces: [],
    quietUntil: 2000,
    work: 11,
    nodes: 11,
    busyNs: 0,
  },
};

const digestOf = (...epochs: readonly Epoch[]): string => {
  const digests = new EpochDigests();
  for (const each of epochs) digests.add(each);
  return digests.digest();
};

const [packet, crash] = epoch.events as [Epoch['events'][number], Epoch['events'][number]];
const sent = epoch.outcome.packets[0]!;
const withPacket = (change: object): Epoch => ({
  ...epoch,
  outcome: { ...epoch.outcome, packets: [{ ...sent, ...change }] },
});

describe('the digest of a run', () => {
  test('is the same for the same epochs', () => {
    expect(digestOf(epoch, epoch)).toBe(digestOf(structuredClone(epoch), epoch));
    expect(digestOf(epoch)).toMatch(/^[0-9a-f]{16}$/);
  });

  test.each<[string, Epoch]>([
    [
      'a byte that was delivered',
      { ...epoch, events: [{ ...packet, bytes: Uint8Array.of(1, 2, 4) } as never, crash] },
    ],
    ['the receiver of a packet', { ...epoch, events: [{ ...packet, process: 3 }, crash] }],
    ['the process that crashes', { ...epoch, events: [packet, { ...crash, process: 3 }] }],
    ['the end of a crash', { ...epoch, events: [packet, { ...crash, restartAt: 5001 } as never] }],
    [
      'the kind of a fault',
      { ...epoch, events: [packet, { type: 'pause', process: 2, until: 5000 }] },
    ],
    ['a byte that was sent', withPacket({ bytes: Uint8Array.of(7, 9) })],
    ['the sender', withPacket({ from: 2 })],
    ['the addressee', withPacket({ to: 2 })],
    ['the time of sending', withPacket({ sentAt: 1501 })],
    ['the beginning', { ...epoch, begin: 999 }],
    ['the end', { ...epoch, until: 2001 }],
    ['the work', { ...epoch, outcome: { ...epoch.outcome, work: 12 } }],
  ])('changes with %s', (_, changed) => {
    expect(digestOf(changed)).not.toBe(digestOf(epoch));
  });

  test('changes with the order and the number of epochs', () => {
    const other = withPacket({ to: 3 });
    expect(digestOf(epoch, other)).not.toBe(digestOf(other, epoch));
    expect(digestOf(epoch, epoch)).not.toBe(digestOf(epoch));
  });
});

// Packets for tests of the mailbox: sender and number, a length that both decide, and bytes by which the reader
// sees whether the packet is whole and where it comes from.

const HEAD = 5;

const mix = (a, b) => (Math.imul(a ^ (b * 0x9e3779b1), 0x85ebca6b) ^ (b >>> 3)) >>> 0;

/** Mostly short ones, as in a search; some of any length up to `largest`. */
function lengthOf(from, number, largest) {
  const draw = mix(from + 1, number + 1);
  const most = draw % 16 === 0 ? largest : Math.min(largest, 100);
  return HEAD + (mix(draw, 7) % (most - HEAD + 1));
}

export function makePacket(from, number, largest) {
  const packet = new Uint8Array(lengthOf(from, number, largest));
  const view = new DataView(packet.buffer);
  view.setUint8(0, from);
  view.setUint32(1, number);
  const seed = mix(from, number);
  for (let at = HEAD; at < packet.length; at++) packet[at] = seed + at * 31;
  return packet;
}

/** Sender and number of a packet; `fault` when it is not as it was made. */
export function checkPacket(packet, largest) {
  if (packet.length < HEAD) return { fault: `a packet of ${packet.length} bytes` };
  const view = new DataView(packet.buffer, packet.byteOffset);
  const from = view.getUint8(0);
  const number = view.getUint32(1);
  const whole = makePacket(from, number, largest);
  const equal = whole.length === packet.length && whole.every((byte, at) => byte === packet[at]);
  return equal ? { from, number } : { fault: `packet ${number} of ${from} has changed` };
}

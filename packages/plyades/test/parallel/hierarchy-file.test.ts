// Files of hierarchies: what is read, and what is refused by its line.
import { describe, expect, test } from 'vitest';
import { unwrap } from '#dist/core/result.js';
import { HIERARCHY_FORMAT, parentsOf, parseHierarchy } from '#dist/parallel/hierarchy/file.js';
import { MIDDLE } from '#dist/parallel/hierarchy/index.js';

const read = (text: string) => unwrap(parseHierarchy(text));
const wrong = (text: string) => {
  const parsed = parseHierarchy(text);
  return parsed.ok ? 'nothing' : parsed.error.message;
};

describe('a hierarchy', () => {
  test("the thesis's complex one: each process below its master", () => {
    // Figure 5.16: slinky has two slaves, sawnlk five, charron four on the same machine.
    const text = 'slinky\n\tlego\n\ttonka\nsawnlk\n\tworker x5\ncharron\n\tcharron x4\n';
    expect(parentsOf(read(text))).toEqual([-1, 0, 1, 1, 0, 4, 4, 4, 4, 4, 0, 10, 10, 10, 10]);
  });

  test('several alike, on several levels', () => {
    expect(parentsOf(read('site x2\n\troom x2\n\t\tworker\n'))).toEqual([
      -1, 0, 1, 2, 1, 4, 0, 6, 7, 6, 9,
    ]);
  });

  test('settings and addresses; what is not said is as usual', () => {
    const text = `tasks 3 # a remark\nlatency 10ms 50us\nhub nats://hub:4222\n\nlab nats://leaf:4222 nats://up:x@leaf:4222\n`;
    const { middle, latenciesNs, hub, below } = read(text);
    expect(middle).toEqual({ ...MIDDLE, tasks: 3 });
    expect({ latenciesNs, hub }).toEqual({ latenciesNs: [1e7, 5e4], hub: 'nats://hub:4222' });
    expect(below).toMatchObject([{ address: 'nats://leaf:4222', above: 'nats://up:x@leaf:4222' }]);
  });

  test('the example of the help is one', () => {
    expect(parentsOf(read(HIERARCHY_FORMAT))).toHaveLength(1 + 2 * 48);
  });

  test.each([
    ['', 'no processes'],
    ['tasks 0\na', 'line 1 of the hierarchy: tasks'],
    ['policy best\na', "policy 'best': expected oldest, shallow, even"],
    ['policy even\npolicy even\na', 'line 2 of the hierarchy: policy is given twice'],
    ['latency soon\na', "latency 'soon'"],
    ['a\ntasks 3', 'settings come before'],
    ['hub http://x\na', 'hub'],
    ['a\n\t\tb', 'line 2 of the hierarchy: b is 2 levels deep'],
    ['a\n  b', 'indented by tabs'],
    ['a x0', "'x0'"],
    ['a!b', "'a!b'"],
    ['a x2 nats://h', 'of one site'],
    ['a x4096', '4097 processes: expected at most 4096'],
    [
      'a\n\ta\n\t\ta\n\t\t\ta\n\t\t\t\ta\n\t\t\t\t\ta\n\t\t\t\t\t\ta\n\t\t\t\t\t\t\ta\n\t\t\t\t\t\t\t\ta',
      'more than 8',
    ],
  ])('%j is refused', (text, message) => {
    expect(wrong(text)).toContain(message);
  });
});

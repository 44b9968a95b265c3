// The React hook of the examples with React's own renderer in happy-dom: it answers, ends outdated searches, and leaves
// no thread behind, also when StrictMode mounts a component twice.
import type { Worker } from 'node:worker_threads';
import { Window } from 'happy-dom';
import { createElement, type FunctionComponent, StrictMode, useEffect, useState } from 'react';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import game, { type State } from '#dist/examples/connect-four.js';
import { type BotHook, useBot } from '#dist/examples/react/use-bot.js';
import { until } from '../support/waiting.js';

const window = new Window();
let client: typeof import('react-dom/client');
const alive = new Set<Worker>();
let started = 0;

beforeAll(async () => {
  const { document, navigator } = window;
  const globals = { window, document, navigator };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  client = await import('react-dom/client');
  process.on('worker', (worker) => {
    started++;
    alive.add(worker);
    worker.on('exit', () => alive.delete(worker));
  });
});

type Hook = BotHook<State, number>;

/** Mounts a component with the hook, twice where StrictMode does so; `hook` is that of the last render. */
async function mount(strict: boolean, options?: object) {
  let last: Hook;
  const labels: string[] = [];
  let effects = 0;
  const Board: FunctionComponent = () => {
    const hook = useBot(game, { workers: 1, ...options });
    const [moves, setMoves] = useState<readonly number[]>([]);
    last = hook;
    // After those of the hook.
    useEffect(() => {
      effects++;
    }, []);
    const state = moves.reduce(game.play, game.start());
    const reply = async () => {
      const move = await hook.think(state, { depth: 4 });
      if (move !== undefined) setMoves((before) => [...before, move]);
    };
    const label = hook.thinking ? 'thinking' : moves.join(' ');
    labels.push(label);
    return createElement('button', { type: 'button', onClick: reply }, label);
  };
  const container = document.createElement('div');
  document.body.append(container);
  const root = client.createRoot(container);
  const board = createElement(Board);
  root.render(strict ? createElement(StrictMode, null, board) : board);
  await until(() => effects === (strict ? 2 : 1), 'the effects of the component');
  let mounted = true;
  const unmount = () => {
    if (mounted) root.unmount();
    mounted = false;
  };
  onTestFinished(unmount);
  return {
    hook: () => last,
    labels,
    text: () => container.textContent ?? '',
    click: () => container.querySelector('button')!.click(),
    unmount,
  };
}

const allEnded = () => until(() => alive.size === 0, 'the end of all threads');

describe.each([
  ['in StrictMode', true],
  ['without StrictMode', false],
])('a component with a bot, %s,', (_, strict) => {
  test('shows that it thinks, then the move, and ends its threads when it unmounts', async () => {
    const before = started;
    const board = await mount(strict);
    for (const shown of [/^\d$/, /^\d \d$/]) {
      board.labels.length = 0;
      board.click();
      await until(() => shown.test(board.text()), 'the move');
      expect(board.labels).toContain('thinking');
    }
    board.unmount();
    await allEnded();
    // A thread is started by the first search: the bot that StrictMode discards has none.
    expect(started - before).toBe(1);
  });
});

test('a later call ends the search before it, whose move is not played', async () => {
  const board = await mount(true);
  const long = board.hook().think(game.start(), { ms: 600_000 });
  const short = board.hook().think(game.play(game.start(), 3), { depth: 3 });
  expect(await long).toBeUndefined();
  expect(await short).toBeTypeOf('number');
  board.unmount();
  await allEnded();
});

test('a search of a component that unmounts returns no move', async () => {
  const board = await mount(true);
  const before = started;
  const long = board.hook().think(game.start(), { ms: 600_000 });
  await until(() => started > before, 'the search');
  board.unmount();
  expect(await long).toBeUndefined();
  expect(await board.hook().think(game.start())).toBeUndefined();
  await allEnded();
});

test('a bot that cannot start is an error of the hook, not an unhandled rejection', async () => {
  const board = await mount(true, { level: 'impossible' });
  await until(() => board.hook().error, 'the error');
  expect(board.hook().error).toMatchObject({ code: expect.stringMatching(/^ERR_/) });
  expect(await board.hook().think(game.start())).toBeUndefined();
  board.unmount();
});

// Programs that speak GTP, for tests: our own front end and other programs, asked in the same way.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { expect } from 'vitest';
import { analyst, loadGame, type Position } from '#dist/api/index.js';
import { unwrap } from '#dist/core/result.js';
import { parseGtpReply, serveGtp } from '#dist/engines/index.js';

export const COLOURS = ['black', 'white'] as const;

export const game = await loadGame('othello');

/** Who speaks GTP: a command in, the answer to it out. */
export interface Client {
  ask(line: string): Promise<string>;
  end(): Promise<unknown>;
}

const open: Client[] = [];

/** For the end of a test. */
export async function endClients(): Promise<void> {
  await Promise.all(open.splice(0).map((client) => client.end()));
}

export async function ourselves(): Promise<Client> {
  const input = new PassThrough();
  const waiting: ((text: string) => void)[] = [];
  const served = serveGtp({
    game,
    analyst: await analyst('othello', { hash: 1 }),
    version: 'test',
    input,
    write: (text) => waiting.shift()?.(text),
    ms: 5,
  });
  const client = {
    ask: (line: string) => {
      const answer = new Promise<string>((resolve) => waiting.push(resolve));
      input.write(`${line}\n`);
      return answer;
    },
    end: () => {
      input.end();
      return served;
    },
  };
  open.push(client);
  return client;
}

/** A program that is started like this. */
export function programClient(command: string): Client {
  const child = spawn(command, { stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting: ((text: string) => void)[] = [];
  let lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line !== '') lines.push(line);
    else if (lines.length > 0) waiting.shift()?.(lines.splice(0).join('\n'));
    else lines = [];
  });
  const client = {
    ask: (line: string) => {
      const answer = new Promise<string>((resolve) => waiting.push(resolve));
      child.stdin.write(`${line}\n`);
      return answer;
    },
    end: () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      return ended;
    },
  };
  open.push(client);
  return client;
}

/** What a command came to; fails when it failed. */
export async function ask(client: Client, line: string): Promise<string> {
  const answer = parseGtpReply(await client.ask(line));
  expect(answer, line).toMatchObject({ ok: true });
  return answer!.text;
}

export const isPass = (position: Position) =>
  game.legalMoves(position).length === 1 &&
  game.notation.makeMove(game.legalMoves(position)[0]!) === 'pass';

export const playedOn = (position: Position, move: string) =>
  unwrap(game.play(position, unwrap(game.notation.parseMove(move.toLowerCase()))));

// GTP for Othello: whole games with passes that no command mentions, clocks and errors.
import { afterEach, describe, expect, test } from 'vitest';
import type { AnalysisRequest, Analyst, Position } from '#dist/api/index.js';
import { createRandom } from '#dist/core/random.js';
import { unwrap } from '#dist/core/result.js';
import {
  makeGtpCommand,
  makeGtpReply,
  parseGtpCommand,
  parseGtpReply,
  serveGtp,
} from '#dist/engines/index.js';
import { ask, COLOURS, endClients, game, isPass, ourselves, playedOn } from '../support/gtp.js';

afterEach(endClients);

test('the search of a move gets the game before it, the first position first', async () => {
  const asked: AnalysisRequest[] = [];
  const [move] = game.legalMoves(game.notation.start());
  const analyst = {
    analyse: async (_: Position, request: AnalysisRequest) => {
      asked.push(request);
      return { move: undefined };
    },
    close: async () => {},
  } as unknown as Analyst;
  const commands = [
    `play black ${game.notation.makeMove(move!)}`,
    'genmove white',
    'genmove black',
  ];
  const input = (async function* () {
    yield `${commands.join('\n')}\n`;
  })();
  await serveGtp({ game, analyst, version: 'test', input, write: () => {} });
  expect(asked).toHaveLength(2);
  const [start, next] = asked[1]!.before!;
  expect(start).toEqual(game.notation.start());
  expect(next).toEqual(unwrap(game.play(start!, move!)));
});

describe('commands and answers', () => {
  test('are read as they were written', () => {
    const names = ['play', 'genmove', 'x-y_z'];
    const random = createRandom(1);
    for (let i = 0; i < 200; i++) {
      const id = random.below(3) === 0 ? {} : { id: random.below(2 ** 31) };
      const args = ['b', 'd3', '7'].slice(0, random.below(4));
      const command = { ...id, name: names[random.below(3)]!, args };
      expect(parseGtpCommand(makeGtpCommand(command))).toEqual(command);
      const answer = { ...id, ok: random.below(2) === 0, text: ['', 'd3', 'a\nb c'][i % 3]! };
      expect(parseGtpReply(makeGtpReply(answer))).toEqual(answer);
    }
  });

  test('may have comments, tabs and what else comes', () => {
    expect(parseGtpCommand('  # nothing')).toBeUndefined();
    expect(parseGtpCommand('')).toBeUndefined();
    expect(parseGtpCommand('12')).toBeUndefined();
    expect(parseGtpCommand('12\tplay b\u0007 d3 # why')).toEqual({
      id: 12,
      name: 'play',
      args: ['b', 'd3'],
    });
    expect(makeGtpReply({ ok: true, text: 'a\n\n \nb\n' })).toBe('= a\nb\n');
    expect(parseGtpReply('hello')).toBeUndefined();
  });
});

describe('plyades engine othello', () => {
  test('answers each command once, with its number', async () => {
    const client = await ourselves();
    expect(await client.ask('1 protocol_version')).toBe('=1 2\n');
    expect(await client.ask('known_command genmove')).toBe('= true\n');
    expect(await client.ask('known_command toString')).toBe('= false\n');
    expect(await client.ask('boardsize 8')).toBe('=\n');
    expect(await client.ask('2 boardsize 19')).toBe('?2 unacceptable size\n');
    expect(await client.ask('toString')).toBe('? unknown command\n');
    expect(await client.ask('play b')).toMatch(/^\? syntax error/);
    expect(await client.ask('play green d3')).toMatch(/^\? syntax error/);
    expect(await client.ask('play b a1')).toMatch(/^\? illegal move/);
    expect(await client.ask('play w d3')).toMatch(/^\? illegal move: it is not w's turn/);
    expect(await client.ask('time_left b x 1')).toMatch(/^\? syntax error/);
    expect(await client.ask('undo')).toBe('? cannot undo\n');
    expect(await client.ask('final_score')).toMatch(/^\?/);
    expect(await client.ask('set_game Go')).toBe('? unknown game\n');
    expect(await client.ask('x'.repeat(100_000))).toBe('? unknown command\n');
    await ask(client, 'play b D3');
    expect(await ask(client, 'showboard')).toContain('X 4, O 1');
    await ask(client, 'undo');
    expect(await ask(client, 'showboard')).toContain('X 2, O 2');
  });

  test('follows whole games in which no command mentions passes', async () => {
    const client = await ourselves();
    let passes = 0;
    for (let seed = 0; seed < 12; seed++) {
      const random = createRandom(seed);
      await ask(client, 'clear_board');
      const played: Position[] = [game.notation.start()];
      while (!game.over(played.at(-1)!)) {
        const from = played.at(-1)!;
        const moves = game.legalMoves(from);
        const text = game.notation.makeMove(moves[random.below(moves.length)]!);
        played.push(playedOn(from, text));
        if (isPass(from)) passes++;
        else await ask(client, `play ${COLOURS[game.turn(from)]} ${text}`);
      }
      const result = game.result(played.at(-1)!) / 100;
      const black = game.turn(played.at(-1)!) === 0 ? result : -result;
      const score = black === 0 ? '0' : black > 0 ? `B+${black}` : `W+${-black}`;
      expect(await ask(client, 'final_score')).toBe(score);
      expect(await ask(client, 'genmove b')).toBe('pass');
      // All the way back: the same positions, without those after a pass.
      for (let at = played.length - 2; at >= 0; at--) {
        if (isPass(played[at]!)) continue;
        await ask(client, 'undo');
        const discs = game.notation
          .draw(played[at]!)
          .split('\n')
          .at(-1)!
          .split(/X must|O must/)[0]!;
        if (isPass(played[at - 1] ?? played[at]!)) continue;
        expect(await ask(client, 'showboard')).toContain(discs.trim());
      }
    }
    expect(passes).toBeGreaterThan(3);
  });

  test('plays by any clock, and has time left', async () => {
    const client = await ourselves();
    for (const settings of ['1 0 0', '0 1 10', '1 1 5', '0 1 0', '0 0 0']) {
      await ask(client, 'clear_board');
      await ask(client, `time_settings ${settings}`);
      let position = game.notation.start();
      for (let i = 0; i < 6; i++) {
        const colour = COLOURS[game.turn(position)];
        if (i === 2) await ask(client, `time_left ${colour} 0 1`);
        position = playedOn(position, await ask(client, `genmove ${colour}`));
      }
    }
  });
});

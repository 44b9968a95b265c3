// What is played and by whom: the game, the players, the bot's strength.
import { BoardOptions } from '../boards/board-options.js';
import { FileButton, Select, Slider } from '../ui/fields.js';
import { openFile } from './files.js';
import { gameChoices, gameName, gameNamed } from './games.js';
import { changeGame, isPaused, newGame, played, resign, turn } from './session.js';
import {
  FULL_STRENGTH,
  type Level,
  level,
  levelNumbers,
  type Players,
  players,
  thinkingMs,
} from './settings.js';
import { sideNames } from './sides.js';

export function GamePanel() {
  const now = played.value!;
  return (
    <section class="panel game-panel" aria-label="Game and players">
      <div class="game-choices">
        <Select
          label="Game"
          value={gameName(now.game.id)}
          options={gameChoices().map(({ name, title }) => ({ value: name, text: title }))}
          onChange={(name) => void changeGame(gameNamed(name)!)}
        />
        <PlayersChoice game={now.game.id} />
        <StrengthChoice />
        <BoardOptions game={now.game} />
      </div>
      <div class="row">
        <button type="button" class="primary" onClick={newGame}>
          New game
        </button>
        <button type="button" disabled={turn.value === undefined} onClick={resign}>
          Resign
        </button>
        {players.value[0] === 'bot' && players.value[1] === 'bot' && (
          <button
            type="button"
            aria-pressed={isPaused.value}
            onClick={() => {
              isPaused.value = !isPaused.value;
            }}
          >
            {isPaused.value ? 'Go on' : 'Pause'}
          </button>
        )}
        <span class="grow" />
        <FileButton accept=".js,.mjs,text/javascript" onFile={(file) => void openFile(file)}>
          Open a module …
        </FileButton>
      </div>
    </section>
  );
}

const choices: Readonly<Record<string, Players>> = {
  first: ['hand', 'bot'],
  second: ['bot', 'hand'],
  hand: ['hand', 'hand'],
  bots: ['bot', 'bot'],
};

function PlayersChoice({ game }: { readonly game: string }) {
  const [first, second] = sideNames(game);
  const now = Object.keys(choices).find((name) =>
    choices[name]!.every((kind, side) => kind === players.value[side]),
  )!;
  return (
    <Select
      label="Players"
      value={now}
      options={[
        { value: 'first', text: `You play ${first}` },
        { value: 'second', text: `You play ${second}` },
        { value: 'hand', text: 'Both sides by hand' },
        { value: 'bots', text: 'Bot against bot' },
      ]}
      onChange={(name) => {
        isPaused.value = false;
        players.value = choices[name]!;
      }}
    />
  );
}

function StrengthChoice() {
  return (
    <>
      <Select
        label="Strength"
        value={String(level.value)}
        options={levelNumbers.map((each) => ({ value: String(each), text: levelText(each) }))}
        onChange={(value) => {
          level.value = Number(value) as Level;
        }}
      />
      {level.value === FULL_STRENGTH && (
        <div class="thinking-time">
          <Slider
            label="Thinking time"
            // Steps are equal in ratio: from 0.1 s to 60 s.
            min={0}
            max={28}
            value={Math.round(10 * Math.log10(thinkingMs.value / 100))}
            text={`${(thinkingMs.value / 1000).toFixed(1)} s`}
            onInput={(value) => {
              thinkingMs.value = Math.round(10 ** (value / 10)) * 100;
            }}
          />
        </div>
      )}
    </>
  );
}

function levelText(each: Level): string {
  return each === FULL_STRENGTH ? '10 (full)' : String(each);
}

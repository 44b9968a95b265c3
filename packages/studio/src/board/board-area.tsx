// The board with what belongs to it: who is to move or has won, candidate moves, and the buttons below.
import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { Board } from '../boards/board.js';
import { meantMove } from './address.js';
import { giveHint, hint, isHinting, linesOf, liveAnalysis } from './analysis.js';
import { isAtEnd, lastMove, positionAt } from './game-on-board.js';
import { isHelpOpen } from './help.js';
import { IconButton } from './icons.js';
import { isThinking } from './opponent.js';
import {
  canRedo,
  canUndo,
  ending,
  isBotsTurn,
  isBotWaiting,
  isPaused,
  lookAt,
  play,
  played,
  redo,
  step,
  takeBack,
  turn,
  undo,
} from './session.js';
import { isFlipped, players, showsMarks } from './settings.js';
import { sideName } from './sides.js';
import { makeEnding, makeShortValue } from './values.js';

export function BoardArea() {
  const now = played.value!;
  const position = positionAt(now);
  const isOpen = turn.value !== undefined && !isBotsTurn.value;
  return (
    <div class="board-area">
      <Status />
      <div class="board-place">
        <Board
          game={now.game}
          position={position}
          lastMove={lastMove(now)}
          legal={isOpen ? now.game.legalMoves(position) : undefined}
          onMove={isOpen ? play : undefined}
          marks={marksOf()}
          flipped={isFlipped.value}
        />
      </div>
      <Controls />
    </div>
  );
}

function Status() {
  const now = played.value!;
  const over = ending.value;
  const text = over === undefined ? turnText(now.game.id) : makeEnding(now.game.id, over);
  return (
    <div class="board-status">
      <p class={over === undefined ? '' : 'over'} role="status">
        {text}
        {!isAtEnd(now) && (
          <span class="muted">
            {' '}
            (move {now.at} of {now.moves.length})
          </span>
        )}
      </p>
      {isBotWaiting.value && (
        <button
          type="button"
          onClick={() => {
            isPaused.value = false;
          }}
        >
          Let the bot move
        </button>
      )}
    </div>
  );
}

function turnText(game: string): string {
  const side = turn.value!;
  const who = `${sideName(game, side)} to move`;
  if (isThinking.value) return `${who}: the bot thinks …`;
  return isBotWaiting.value ? `${who}: the bot waits` : `${who}${whose(side)}`;
}

const whose = (side: 0 | 1): string =>
  players.value[side] === 'hand' && players.value.includes('bot') ? ': your move' : '';

type Mark = { readonly move: number; readonly share: number; readonly label?: string };

/** A hint, or the candidates of the analysis. */
function marksOf(): readonly Mark[] {
  const now = played.value!;
  const position = positionAt(now);
  const hinted = hint.value;
  const known = liveAnalysis.value;
  const marks: Mark[] = [];
  if (showsMarks.value && known?.position === position) {
    for (const [rank, line] of linesOf(known.found).entries()) {
      marks.push({
        move: line.move!,
        share: line.share ?? 1 / (rank + 1),
        label:
          line.share === undefined
            ? makeShortValue(now.game.notation, known.turn, line)
            : `${Math.round(100 * line.share)} %`,
      });
    }
  }
  if (hinted?.position === position && !marks.some(({ move }) => move === hinted.move)) {
    marks.push({ move: hinted.move, share: 1, label: 'hint' });
  }
  return marks;
}

function Controls() {
  const now = played.value!;
  const last = now.positions.length - 1;
  return (
    <div class="board-controls row">
      <fieldset class="row walk" aria-label="Walk through the game">
        <IconButton
          label="First position"
          icon="first"
          disabled={now.at === 0}
          onClick={() => lookAt(0)}
        />
        <IconButton
          label="Move before"
          icon="before"
          disabled={now.at === 0}
          onClick={() => step(-1)}
        />
        <IconButton
          label="Next move"
          icon="next"
          disabled={now.at === last}
          onClick={() => step(1)}
        />
        <IconButton
          label="Last position"
          icon="last"
          disabled={now.at === last}
          onClick={() => lookAt(last)}
        />
      </fieldset>
      <button type="button" disabled={last === 0} onClick={takeBack}>
        Take back
      </button>
      <button
        type="button"
        disabled={turn.value === undefined || isHinting.value}
        onClick={() => void giveHint()}
      >
        Hint
      </button>
      <MoveField />
      <IconButton label="Undo" icon="undo" disabled={!canUndo.value} onClick={undo} />
      <IconButton label="Redo" icon="redo" disabled={!canRedo.value} onClick={redo} />
      <IconButton
        label="Turn the board"
        icon="turn"
        onClick={() => {
          isFlipped.value = !isFlipped.value;
        }}
      />
      <IconButton
        label="Keys"
        icon="keys"
        onClick={() => {
          isHelpOpen.value = true;
        }}
      />
    </div>
  );
}

/** Takes a move as players write it. */
function MoveField() {
  const now = played.value!;
  const error = useSignal<string | undefined>(undefined);
  const text = useSignal('');
  const id = useId();
  const isOpen = turn.value !== undefined && !isBotsTurn.value;
  const submit = (event: Event) => {
    event.preventDefault();
    const typed = text.value.trim();
    if (typed === '') return;
    const position = positionAt(now);
    const read = now.game.readMove(position, typed);
    const next = read.ok ? now.game.play(position, read.value) : read;
    if (!read.ok || !next.ok) {
      error.value = next.ok ? undefined : next.error.message;
      return;
    }
    error.value = undefined;
    text.value = '';
    play(meantMove(now.game, position, next.value, read.value));
  };
  return (
    <form class="move-field" onSubmit={submit}>
      <label class="visually-hidden" for="typed-move">
        Type a move
      </label>
      <input
        id="typed-move"
        type="text"
        placeholder="Type a move"
        autocomplete="off"
        spellcheck={false}
        disabled={!isOpen}
        value={text.value}
        title={now.game.notation.moveFormat}
        aria-invalid={error.value === undefined ? undefined : true}
        aria-describedby={error.value === undefined ? undefined : id}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value;
          error.value = undefined;
        }}
      />
      {error.value !== undefined && (
        <p id={id} class="field-error" role="alert">
          {error.value}
        </p>
      )}
    </form>
  );
}

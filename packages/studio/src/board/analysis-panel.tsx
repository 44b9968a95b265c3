// Live analysis: what the search has found, line by line, and how far it is.
import { Select } from '../ui/fields.js';
import { makeCount, makeRate } from '../ui/format.js';
import { type LiveAnalysis, linesOf, liveAnalysis } from './analysis.js';
import { positionAt } from './game-on-board.js';
import { lineText, moveText } from './move-rows.js';
import { isThinking } from './opponent.js';
import { ending, play, played } from './session.js';
import {
  canShare,
  coreCount,
  isAnalysing,
  lineCount,
  MAX_LINES,
  showsMarks,
  threadCount,
} from './settings.js';
import { makeShortValue, makeValueSentence } from './values.js';

export function AnalysisPanel() {
  const now = played.value!;
  const known = liveAnalysis.value;
  const isCurrent = known !== undefined && known.position === positionAt(now);
  return (
    <section class="panel analysis-panel" aria-label="Analysis">
      <div class="row">
        <h2 class="grow">Analysis</h2>
        <label class="row check">
          <input
            type="checkbox"
            checked={showsMarks.value}
            onChange={({ currentTarget }) => {
              showsMarks.value = currentTarget.checked;
            }}
          />
          Mark moves
        </label>
        <button
          type="button"
          aria-pressed={isAnalysing.value}
          onClick={() => {
            isAnalysing.value = !isAnalysing.value;
          }}
        >
          {isAnalysing.value ? 'Stop' : 'Analyse'}
        </button>
      </div>
      <div class="analysis-choices">
        <Select
          label="Lines"
          value={String(lineCount.value)}
          options={Array.from({ length: MAX_LINES }, (_, i) => String(i + 1))}
          onChange={(value) => {
            lineCount.value = Number(value);
          }}
        />
        <ThreadChoice />
      </div>
      <Figures known={isCurrent ? known : undefined} />
      {isCurrent && <Lines known={known} />}
      {isCurrent && known.found.share !== undefined && (
        <p class="muted note">
          Percent: share of {known.found.certainty === undefined ? 'the nodes' : 'the random games'}{' '}
          that went into the move{known.found.certainty === undefined && ', sampled in one thread'}.
        </p>
      )}
    </section>
  );
}

function ThreadChoice() {
  const cores = coreCount();
  const counts = [1, 2, 4, 8, 16, 32, 64].filter((count) => count < cores);
  return (
    <Select
      label="Threads"
      value={String(canShare() ? threadCount.value : 1)}
      disabled={!canShare()}
      options={[
        ...(canShare() ? [{ value: '0', text: `All (${cores})` }] : []),
        ...[...new Set([...counts, cores, 1])]
          .sort((a, b) => a - b)
          .map((count) => ({ value: String(count), text: String(count) })),
      ]}
      onChange={(value) => {
        threadCount.value = Number(value);
      }}
    />
  );
}

function Figures({ known }: { readonly known: LiveAnalysis | undefined }) {
  const now = played.value!;
  const { notation } = now.game;
  const found = known?.found;
  const sentence =
    found !== undefined && known !== undefined
      ? makeValueSentence(notation, known.turn, found)
      : idleText();
  return (
    <>
      <p class={`analysis-value${found === undefined ? ' muted' : ''}`} role="status">
        {sentence}
      </p>
      <dl class="analysis-figures">
        <Figure name="Depth" value={found === undefined ? '–' : depthText(found)} />
        <Figure
          name={found?.certainty === undefined ? 'Nodes' : 'Games'}
          value={found === undefined ? '–' : makeCount(found.nodes)}
        />
        <Figure
          name="Speed"
          value={found === undefined || found.seconds < 0.05 ? '–' : speedText(found)}
        />
        <Figure name="Time" value={found === undefined ? '–' : `${found.seconds.toFixed(1)} s`} />
      </dl>
    </>
  );
}

/** Plies of the finished depth, and of the longest line where lines are searched further. */
function depthText({ depth, deepest, solved }: LiveAnalysis['found']): string {
  if (solved) return 'solved';
  return deepest !== undefined && deepest > depth ? `${depth} / ${deepest}` : String(depth);
}

/** A simulation of a tree of random games is a game, not a node. */
function speedText({ nodes, seconds, certainty }: LiveAnalysis['found']): string {
  const rate = makeRate(nodes / seconds);
  return certainty === undefined ? rate : rate.replace('nodes', 'games');
}

function idleText(): string {
  if (ending.value !== undefined) return 'The game is over.';
  if (!isAnalysing.value) return 'Press Analyse to search this position.';
  return isThinking.value ? 'Waits while the bot thinks.' : 'Searching …';
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Lines({ known }: { readonly known: LiveAnalysis }) {
  const { game } = played.value!;
  const { found, position, turn } = known;
  const lines = linesOf(found);
  return (
    <ol class="analysis-lines" aria-label="Best lines">
      {lines.map((line) => (
        <li key={line.move}>
          <button type="button" title="Play this move" onClick={() => play(line.move!)}>
            <span class="line-value">{makeShortValue(game.notation, turn, line)}</span>
            <strong>{moveText(game, position, line.move!)}</strong>
          </button>
          <span class="line-moves">{lineText(game, position, line.line)}</span>
          {line.share !== undefined && (
            <span class="muted line-share">{Math.round(100 * line.share)} %</span>
          )}
        </li>
      ))}
    </ol>
  );
}

// The value of the game after every move, as a graph: above the middle the side that begins is ahead. A slider over the
// picture shows the position of a move.
import { evaluationOf, evaluationVersion } from './evaluations.js';
import { isReviewing, reviewed, startReview, stopReview } from './review.js';
import { lookAt, played } from './session.js';
import { sideNames } from './sides.js';
import { makeValueSentence } from './values.js';

const WIDTH = 600;
const HEIGHT = 120;

export function EvaluationGraph() {
  evaluationVersion.value;
  const now = played.value!;
  const { game, positions, at } = now;
  const last = Math.max(1, positions.length - 1);
  const x = (ply: number) => (ply / last) * WIDTH;
  const y = (onScale: number) => HEIGHT / 2 - (onScale * (HEIGHT - 8)) / 2;
  const points = positions.map((position, ply) => ({
    ply,
    evaluation: evaluationOf(game, position),
  }));
  const known = points.filter(({ evaluation }) => evaluation !== undefined);
  // A single position is no graph.
  const bars = positions.length > 1 ? known : [];
  const here = points[at]?.evaluation;
  const [first, second] = sideNames(game.id);
  const said =
    here === undefined ? 'not analysed' : makeValueSentence(game.notation, here.turn, here.found);
  const path = known
    .map(({ ply, evaluation }, i) => {
      const isNext = i > 0 && known[i - 1]!.ply === ply - 1;
      return `${isNext ? 'L' : 'M'}${x(ply).toFixed(1)} ${y(evaluation!.onScale).toFixed(1)}`;
    })
    .join('');
  return (
    <section class="panel graph-panel" aria-label="Evaluation of the game">
      <div class="row">
        <h2 class="grow">Evaluation</h2>
        <span class="muted graph-count" role="status">
          {isReviewing.value ? `${reviewed.value} of ${positions.length}` : ''}
        </span>
        <button
          type="button"
          disabled={positions.length < 2}
          onClick={() => (isReviewing.value ? stopReview() : void startReview())}
        >
          {isReviewing.value ? 'Stop' : 'Analyse the whole game'}
        </button>
      </div>
      <div class="graph">
        <span class="graph-side muted">{first}</span>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`Value of the game by move; after move ${at}: ${said}`}
        >
          <line class="graph-zero" x1="0" x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
          {bars.map(({ ply, evaluation }) => (
            <rect
              key={ply}
              class={evaluation!.onScale >= 0 ? 'graph-bar first' : 'graph-bar second'}
              x={x(ply) - WIDTH / last / 2 + 0.5}
              width={Math.max(1, WIDTH / last - 1)}
              y={Math.min(HEIGHT / 2, y(evaluation!.onScale))}
              height={Math.max(1, Math.abs(y(evaluation!.onScale) - HEIGHT / 2))}
            />
          ))}
          <path class="graph-line" d={path} />
          <line class="graph-now" x1={x(at)} x2={x(at)} y1="0" y2={HEIGHT} />
        </svg>
        {/* Lies over the picture, which a click or the arrow keys walk along. */}
        <input
          type="range"
          aria-label="Move of the game"
          min={0}
          max={positions.length - 1}
          value={at}
          aria-valuetext={`Move ${at}: ${said}`}
          disabled={positions.length < 2}
          onInput={({ currentTarget }) => lookAt(Number(currentTarget.value))}
        />
        <span class="graph-side muted">{second}</span>
      </div>
      <p class="muted graph-said">
        Move {at}: {said}
      </p>
    </section>
  );
}

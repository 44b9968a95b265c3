// What is known of one node at the moment shown, with a small board of its position.
import { Board } from '../boards/board.js';
import { factsOf, lastPiece } from './facts.js';
import { ROOT } from './nodes.js';
import type { TreeScene } from './scene.js';
import { follow } from './tree-picture.js';
import { makeEnd, makeProcess, predictedName, stateWords } from './words.js';

export function NodeCard({ scene }: { readonly scene: TreeScene }) {
  scene.figures.value;
  scene.builds.value;
  const node = Math.min(scene.described, scene.model.nodes.count - 1);
  const { moment, model } = scene;
  const path = model.nodes.path(node);
  const { names, position } = scene.lines.value.follow(path);
  const { game } = scene.lines.value;
  const isPinned = scene.pinned.value === node;
  const isHere = moment.isPresent(node);
  const words = stateWords(model)[isHere ? moment.stateOf(node) : 'believed'];
  return (
    <section class="tree-card panel" id="tree-card" aria-label="Node">
      <div class="top">
        <div class="small-board">
          {game !== undefined && position !== undefined ? (
            <Board game={game} position={position} lastMove={path.at(-1)} small />
          ) : (
            <p class="muted">
              {game === undefined
                ? `The game ${scene.log.header.game} is not one of the studio's: moves are numbers.`
                : 'These moves cannot be played from the position of the trace.'}
            </p>
          )}
        </div>
        <div class="about">
          <h2 class="line" title={names.join(' ')}>
            {node === ROOT ? 'Root' : names.join(' ')}
          </h2>
          <p class="state" aria-live="polite">
            {isHere ? (
              <>
                <span class={`swatch ${moment.stateOf(node)}`} />
                <b>{words.name}.</b> {words.about}
                {model.hasTree && moment.isOutside(node) && ` Outside the ${predictedName(model)}.`}
              </>
            ) : (
              'Not in the tree at this moment.'
            )}
          </p>
          <button type="button" aria-pressed={isPinned} onClick={() => follow(scene, node)}>
            {isPinned ? 'Following' : 'Follow'}
          </button>
        </div>
      </div>
      <Facts scene={scene} node={node} />
    </section>
  );
}

function Facts({ scene, node }: { readonly scene: TreeScene; readonly node: number }) {
  const { moment, log } = scene;
  const last = lastPiece(moment, node);
  return (
    <div class="facts">
      <table class="figures">
        <tbody>
          {factsOf(moment, node).map(({ name, about, text }) => (
            <tr key={name}>
              <th scope="row" title={about}>
                {name}
              </th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="muted last-search">
        {last !== undefined &&
          last.to <= moment.time &&
          `Last search: ${makeProcess(last.process, log)} ${makeEnd(last)}.`}
      </p>
    </div>
  );
}

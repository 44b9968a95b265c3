// The colours of the picture, and how much of the effort each stands for at the moment shown.
import { nodeStates } from 'plyades/trace';
import { makePercent, makeShort } from '../ui/format.js';
import { pieceSamplingOf } from './model.js';
import { OUTSIDE } from './moment.js';
import { ROOT } from './nodes.js';
import type { TreeScene } from './scene.js';
import { lineAbout, lineName, predictedName, processWord, stateWords } from './words.js';

export function Legend({ scene }: { readonly scene: TreeScene }) {
  scene.figures.value;
  const { moment, model } = scene;
  const all = moment.effort[ROOT] ?? 0;
  const words = stateWords(model);
  const { header } = scene.log;
  // The master of an engine team searches nothing.
  const runners = model.isTeam ? header.processes - 1 : header.processes;
  const sampling = pieceSamplingOf(scene.log);
  const searching = new Set(moment.active.map((piece) => model.pieces[piece]!.process)).size;
  const share = (effort: number) => (all > 0 ? makePercent(effort / all) : '–');
  const states = nodeStates.filter((state) => state !== 'cut' || (model.hasTree && !model.isTeam));
  return (
    <div class="tree-legend">
      <ul aria-label="Colours, with their share of the effort">
        {states.map((state) => {
          const code = nodeStates.indexOf(state);
          const effort = moment.effortOf[code]! + moment.effortOf[code | OUTSIDE]!;
          return (
            <li key={state} title={words[state].about}>
              <span class={`swatch ${state}`} />
              {words[state].name}
              <span class="share">{share(effort)}</span>
            </li>
          );
        })}
        <li title={lineAbout(model)}>
          <span class="swatch principal" />
          {lineName(model)}
        </li>
        <li title="Nodes narrower than a pixel; zoom in to see them.">
          <span class="swatch hidden" />
          Too narrow to draw
        </li>
        <li title="Work in a node as a whole, and not in pieces below it.">
          <span class="swatch own" />
          In the node itself
        </li>
      </ul>
      <p class="total">
        <span>
          <b>{makeShort(all)}</b> nodes searched
        </span>
        {sampling > 1 && (
          <span>of one in {sampling} pieces: the run had more than the trace keeps</span>
        )}
        {model.hasTree && (
          <span
            title={`Work on nodes that the master does not count as part of the ${predictedName(model)} at this moment.`}
          >
            <b class="number">{share(moment.outsideEffort)}</b> of the nodes outside the{' '}
            {predictedName(model)}
          </span>
        )}
        <span title="Those that search a piece at this moment.">
          <b class="number">{searching}</b> of {runners} {processWord(header)}s searching now
        </span>
      </p>
    </div>
  );
}

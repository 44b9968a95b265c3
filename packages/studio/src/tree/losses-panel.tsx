// The places where most work was wasted until the moment shown. A click shows the place and follows it, so that
// its history says what happened.
import { makePercent } from '../ui/format.js';
import { greatestLosses } from './losses.js';
import { ROOT } from './nodes.js';
import type { TreeScene } from './scene.js';
import { predictedName } from './words.js';

const SHOWN = 5;

export function Losses(props: {
  readonly scene: TreeScene;
  readonly onGo: (node: number) => void;
}) {
  const { scene, onGo } = props;
  scene.figures.value;
  scene.builds.value;
  const { moment, model } = scene;
  const lines = scene.lines.value;
  const all = moment.effort[ROOT] || 1;
  const nodes = greatestLosses(moment, SHOWN);
  const most = nodes.length === 0 ? 1 : moment.effort[nodes[0]!]!;
  return (
    <section class="tree-losses panel" aria-label={model.isTeam ? 'Other work' : 'Wasted work'}>
      <h2>{model.hasTree ? `Work outside the ${predictedName(model)}` : 'Work given up'}</h2>
      <ol>
        {nodes.map((node) => {
          const share = moment.effort[node]! / all;
          return (
            <li key={node}>
              <button
                type="button"
                title="Show this node and follow it"
                onClick={() => {
                  scene.pinned.value = node;
                  onGo(node);
                }}
              >
                <span class="line">{lines.follow(model.nodes.path(node)).names.join(' ')}</span>
                <span class="share">{makePercent(share)}</span>
                <span class="bar">
                  <span
                    class={`swatch ${moment.stateOf(node)}`}
                    style={{ width: `${Math.max(1, (100 * moment.effort[node]!) / most)}%` }}
                  />
                </span>
              </button>
            </li>
          );
        })}
      </ol>
      {nodes.length === 0 && <p class="muted">None at this moment.</p>}
    </section>
  );
}

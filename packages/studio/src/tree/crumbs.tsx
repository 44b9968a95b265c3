// The way from the root to the node that fills the view: each step leads back to it.
import { ROOT } from './nodes.js';
import type { TreeScene } from './scene.js';

export function Crumbs(props: {
  readonly scene: TreeScene;
  readonly onGo: (node: number) => void;
}) {
  const { scene, onGo } = props;
  scene.viewVersion.value;
  scene.builds.value;
  const { nodes } = scene.model;
  const { anchor } = scene.viewport;
  const { names } = scene.lines.value.follow(nodes.path(anchor));
  const way = nodes.ancestors(anchor);
  return (
    <nav class="tree-crumbs" aria-label="Way to the node in view">
      <ol>
        {way.map((node, ply) => (
          <li key={node}>
            <button
              type="button"
              aria-current={node === anchor ? 'location' : undefined}
              onClick={() => onGo(node)}
            >
              {node === ROOT ? 'Root' : names[ply - 1]}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

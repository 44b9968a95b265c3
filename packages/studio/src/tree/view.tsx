// The view `tree`: the tree of the current run at the moment of the playhead, drawn from its trace alone.

import type { TraceLog } from 'plyades/trace';
import { useEffect, useMemo } from 'preact/hooks';
import { FIRST_REQUEST } from '../runs/request.js';
import { currentRun, type Run } from '../runs/run.js';
import { startSimulation } from '../runs/simulation.js';
import { TimeBar } from '../runs/time-bar.js';
import { EmptyState } from '../ui/empty-state.js';
import { Select } from '../ui/fields.js';
import { followAddress } from './address.js';
import { NodeCard } from './card.js';
import { Crumbs } from './crumbs.js';
import { Followed } from './followed.js';
import { Legend } from './legend.js';
import { Losses } from './losses-panel.js';
import { measure } from './measure.js';
import { Overview } from './overview.js';
import { TreeScene } from './scene.js';
import { nextChange, previousChange } from './steps.js';
import { TreePicture } from './tree-picture.js';
import './tree.css';

export default function View() {
  const run = currentRun.value;
  if (run === undefined) return <First />;
  const log = run.log.value;
  if (log === undefined) return <Waiting run={run} />;
  return <TreeOfRun key={run.id} run={run} log={log} />;
}

function First() {
  const { game, algorithm, processors, depth } = FIRST_REQUEST;
  return (
    <EmptyState title="Watch a tree being searched">
      <p>
        You will see the tree that {processors} processors search for one move of {game}: every node
        as wide as the work that went into it, the predicted minimal tree in blue, and in other
        colours what was searched for nothing. Time can be stopped and turned back.
      </p>
      <p>
        <button type="button" class="primary" onClick={() => void startSimulation(FIRST_REQUEST)}>
          Simulate {algorithm} on {processors} processors
        </button>
      </p>
      <p class="muted">
        Depth {depth}, about a second. The laboratory starts other searches; recorded traces can be
        opened there, too.
      </p>
    </EmptyState>
  );
}

function Waiting({ run }: { readonly run: Run }) {
  const failure = run.failure.value;
  const status = run.status.value;
  if (failure !== undefined) {
    return (
      <EmptyState title="The run failed">
        <p>{failure}</p>
        <p>Change it in the laboratory and start it again.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={run.title}>
      <p class="muted">
        {status === 'running'
          ? 'The search has begun; its first records come in a moment.'
          : 'This run recorded no trace, so there is no tree to draw. Start it again in the laboratory.'}
      </p>
    </EmptyState>
  );
}

function TreeOfRun({ run, log }: { readonly run: Run; readonly log: TraceLog }) {
  const scene = useMemo(() => new TreeScene(log), [log]);
  useEffect(() => () => scene.dispose(), [scene]);
  useEffect(() => followAddress(scene), [scene]);
  // An empty log may fill.
  run.version.value;
  if (scene.isEmpty) return <WithoutTree run={run} log={log} />;
  const go = (node: number) => {
    scene.select(node);
    scene.showNode(node);
  };
  const next = (at: number) => nextChange(scene.model, at) ?? scene.log.end;
  const previous = (at: number) => previousChange(scene.model, at) ?? 0;
  return (
    <div class="tree-view">
      <div class="tree-head row">
        <h1>{run.title}</h1>
        <span class="grow" />
        <Select
          label="Widths"
          value={measure.value}
          options={[
            { value: 'effort', text: 'Effort (nodes searched)' },
            { value: 'leaves', text: 'Number of leaves' },
          ]}
          onChange={(value) => {
            measure.value = value;
          }}
        />
      </div>
      <Legend scene={scene} />
      <Crumbs scene={scene} onGo={go} />
      <div class="tree-main">
        <TreePicture scene={scene} run={run} />
        <aside class="tree-side">
          <NodeCard scene={scene} />
          <Followed scene={scene} run={run} onGo={go} />
          <Losses scene={scene} onGo={go} />
        </aside>
      </div>
      <div class="tree-foot">
        <Overview scene={scene} run={run} />
        <TimeBar next={next} previous={previous} />
      </div>
    </div>
  );
}

function WithoutTree({ run, log }: { readonly run: Run; readonly log: TraceLog }) {
  const isRunning = run.status.value === 'running';
  return (
    <EmptyState title={run.title}>
      {isRunning ? (
        <p class="muted">The first pieces of the tree come in a moment.</p>
      ) : (
        <>
          <p>
            The trace of this run has no changes of a tree and no pieces: {log.header.algorithm}{' '}
            {log.end > 0
              ? 'recorded only what its processes did. Its lanes are in the view Processors.'
              : 'ended before anything was searched.'}
          </p>
          <p class="muted">A greater depth, or another algorithm, gives a tree to look at.</p>
        </>
      )}
    </EmptyState>
  );
}

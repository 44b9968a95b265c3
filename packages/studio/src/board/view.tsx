// The board: play against the bot, analyse a position, walk through a game. Searches run on workers, which end when the
// view is left or the page goes away.
import { closeAll } from 'plyades';
import { useEffect } from 'preact/hooks';
import { closeAnalyst, startAnalysis } from './analysis.js';
import { AnalysisPanel } from './analysis-panel.js';
import './board-view.css';
import { BoardArea } from './board-area.js';
import { isDropping, startDrops } from './drops.js';
import { GamePanel } from './game-panel.js';
import { EvaluationGraph } from './graph.js';
import { HelpDialog } from './help.js';
import { startKeeping } from './kept-game.js';
import { onKey } from './keys.js';
import { ModuleDialog } from './module-dialog.js';
import { MovesPanel } from './moves-panel.js';
import { closeBot, startOpponent } from './opponent.js';
import { stopReview } from './review.js';
import { loadingTitle, played } from './session.js';
import { TextPanel } from './text-panel.js';

export default function View() {
  useEffect(() => {
    let leave = startAll();
    const onHide = () => {
      leave();
      void closeAll();
    };
    // The browser may show the page again as it was.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) leave = startAll();
    };
    addEventListener('keydown', onKey);
    addEventListener('pagehide', onHide);
    addEventListener('pageshow', onShow);
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('pagehide', onHide);
      removeEventListener('pageshow', onShow);
      leave();
    };
  }, []);
  if (played.value === undefined) {
    return <p class="muted">Loading {loadingTitle.value ?? 'the game'} …</p>;
  }
  return (
    <div class="board-view">
      <h1 class="visually-hidden">{played.value.game.notation.title}</h1>
      <BoardArea />
      <div class="board-side">
        <div class="side-column">
          <GamePanel />
          <MovesPanel />
        </div>
        <div class="side-column">
          <AnalysisPanel />
          <EvaluationGraph />
          <TextPanel />
        </div>
      </div>
      <HelpDialog />
      <ModuleDialog />
      {isDropping.value && <p class="drop-hint">Drop a game file or a game module</p>}
    </div>
  );
}

/** Starts what belongs to the view; the function that is returned ends it, with its threads. */
function startAll(): () => void {
  const stops = [startKeeping(), startOpponent(), startAnalysis(), startDrops()];
  return () => {
    for (const stop of stops) stop();
    stopReview();
    closeBot();
    closeAnalyst();
  };
}

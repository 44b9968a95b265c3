// A page that shows one board and plays what is entered on it, for tests. Parameters of the address: game, position,
// last, marks, flipped, small, theme, width.
import { type LoadedGame, loadGame, type Move, type Position, unwrap } from 'plyades';
import { render } from 'preact';
import { useState } from 'preact/hooks';
import '../../../src/style/tokens.css';
import '../../../src/style/base.css';
import { Board } from '../../../src/boards/board.js';

const parameters = new URLSearchParams(location.search);
const given = (name: string) => parameters.get(name) ?? undefined;

document.documentElement.setAttribute('data-theme', given('theme') ?? 'light');

function Page({ game }: { readonly game: LoadedGame }) {
  const { notation } = game;
  const [{ position, lastMove }, setState] = useState<{
    readonly position: Position;
    readonly lastMove: Move | undefined;
  }>(() => {
    const text = given('position');
    const last = given('last');
    return {
      position: text === undefined ? notation.start() : unwrap(game.parsePosition(text)),
      lastMove: last === undefined ? undefined : unwrap(notation.parseMove(last)),
    };
  });
  const legal = game.legalMoves(position);
  const marks = legal.slice(0, Number(given('marks') ?? 0)).map((move, i) => ({
    move,
    share: 1 / (i + 1),
    label: `${Math.round(100 / (i + 1))} %`,
  }));
  return (
    <main style={{ padding: '10px' }} data-position={notation.makePosition(position)}>
      <div style={{ width: given('width') ?? '560px', maxWidth: '100%' }}>
        <Board
          {...{ game, position, lastMove, legal, marks }}
          flipped={parameters.has('flipped')}
          small={parameters.has('small')}
          onMove={(move) =>
            setState({ position: unwrap(game.play(position, move)), lastMove: move })
          }
        />
      </div>
    </main>
  );
}

const game = await loadGame((given('game') ?? 'chess') as 'chess');
render(<Page game={game} />, document.getElementById('app')!);

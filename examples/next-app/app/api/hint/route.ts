// The library on the server: GET /api/hint?position=TEXT returns a move of Othello, for a position as the library
// writes it.
import { loadGame, PlyadesError, search } from 'plyades';

export async function GET(request: Request) {
  const position = new URL(request.url).searchParams.get('position');
  const { notation, writeMove } = await loadGame('othello');
  const parsed = position === null ? undefined : notation.parsePosition(position);
  if (parsed && !parsed.ok) return Response.json({ error: parsed.error.message }, { status: 400 });
  const state = parsed?.value ?? notation.start();
  try {
    const { move, depth } = await search({ position: state, ms: 300, signal: request.signal })
      .result;
    return Response.json({ move: move === undefined ? null : writeMove(state, move), depth });
  } catch (error) {
    if (!(error instanceof PlyadesError)) throw error;
    return Response.json({ error: error.message }, { status: 400 });
  }
}

// Nim with one heap, whose picture is SVG that tries to run scripts.
import { defineGame } from 'plyades';

export default defineGame({
  url: import.meta.url,
  title: 'Hostile Nim',
  start: () => ({ heap: 7, turn: 0 }),
  turn: ({ turn }) => turn,
  moves: ({ heap }) => [1, 2, 3].filter((count) => count <= heap),
  play: ({ heap, turn }, count) => ({ heap: heap - count, turn: 1 - turn }),
  winner: ({ heap, turn }) => (heap === 0 ? 1 - turn : undefined),
  key: ({ heap, turn }) => 2 * heap + turn,
  draw: ({ heap }) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 20" onload="document.title='run'">
      <script>document.title = 'run'</script>
      <foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="document.title='run'" /></foreignObject>
      ${Array.from({ length: heap }, (_, i) => `<circle cx="${8 + 13 * i}" cy="10" r="5" data-move="${i + 1}" onclick="document.title='run'" />`).join('')}
    </svg>`,
});

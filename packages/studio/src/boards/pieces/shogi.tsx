// Shogi pieces in a box of 100 by 100: a wedge that points forward, with the kanji or a Western letter on it. Promoted
// pieces are written in red. Kanji are text in the reader's own font; where none has them, letters are shown.
import { computed } from '@preact/signals';
import { stored } from '../../shell/stored.js';
import type { Piece } from '../picture.js';

export const shogiSigns = ['kanji', 'letters'] as const;
export type ShogiSigns = (typeof shogiSigns)[number];

/** What the reader wants on the pieces. */
export const shogiSignChoice = stored<ShogiSigns>('shogi-signs', 'kanji', (value) =>
  shogiSigns.includes(value as ShogiSigns),
);

const kanji: Readonly<Record<string, string>> = {
  K: '玉',
  R: '飛',
  B: '角',
  G: '金',
  S: '銀',
  N: '桂',
  L: '香',
  P: '歩',
  '+R': '龍',
  '+B': '馬',
  '+S': '全',
  '+N': '圭',
  '+L': '杏',
  '+P': 'と',
};

/** What is drawn on the pieces: the choice, unless this device has no font for it. */
export const shownSigns = computed<ShogiSigns>(() =>
  shogiSignChoice.value === 'kanji' && hasKanji() ? 'kanji' : 'letters',
);

let found: boolean | undefined;

/** True when two kanji look different: a missing sign is drawn as the same box everywhere. */
export function hasKanji(): boolean {
  found ??= draw('飛') !== draw('金');
  return found;
}

function draw(sign: string): string {
  const canvas = document.createElement('canvas');
  canvas.width = 24;
  canvas.height = 24;
  const context = canvas.getContext('2d');
  if (context === null) return '';
  context.font = '20px sans-serif';
  context.fillText(sign, 2, 20);
  return context.getImageData(0, 0, 24, 24).data.join();
}

/** Wider pieces are worth more. */
const sizes: Readonly<Record<string, number>> = {
  K: 1,
  R: 0.97,
  B: 0.97,
  G: 0.93,
  S: 0.93,
  N: 0.88,
  L: 0.85,
  P: 0.82,
};

export function ShogiPiece(props: { readonly piece: Piece; readonly turned: boolean }) {
  const { piece, turned } = props;
  const { kind, side } = piece;
  const size = sizes[kind.at(-1)!]!;
  const isKanji = shownSigns.value === 'kanji';
  const sign = isKanji ? (kind === 'K' && side === 1 ? '王' : kanji[kind]) : kind;
  const promoted = kind.startsWith('+') ? ' promoted' : '';
  return (
    <g
      class={`shogi-piece${promoted}`}
      transform={`${turned ? 'rotate(180 50 50) ' : ''}translate(50 51) scale(${size})`}
    >
      <path class="wedge" d="M0 -45 L26 -35 L39 43 H-39 L-26 -35 Z" />
      <path class="bevel" d="M-39 43 H39" />
      <text class={isKanji ? 'kanji' : 'letter'} x={0} y={isKanji ? 25 : 27}>
        {sign}
      </text>
    </g>
  );
}

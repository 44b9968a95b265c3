// What a reader can choose about the look of a game's pieces; nothing for most games.
import type { LoadedGame } from 'plyades';
import { Select } from '../ui/fields.js';
import { hasKanji, shogiSignChoice } from './pieces/shogi.js';

export function BoardOptions({ game }: { readonly game: LoadedGame }) {
  if (game.id !== 'shogi') return null;
  const kanji = hasKanji() ? 'Kanji' : 'Kanji (no font)';
  return (
    <Select
      label="Pieces"
      value={shogiSignChoice.value}
      options={[
        { value: 'kanji', text: kanji },
        { value: 'letters', text: 'Western letters' },
      ]}
      onChange={(signs) => {
        shogiSignChoice.value = signs;
      }}
    />
  );
}

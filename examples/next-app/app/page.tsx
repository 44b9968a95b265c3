import { Board } from './board';

export default function Page() {
  return (
    <main>
      <h1>Hex</h1>
      <p>You are red: connect the upper edge with the lower one.</p>
      <Board />
    </main>
  );
}

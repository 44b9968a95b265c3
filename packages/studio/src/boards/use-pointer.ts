// Mouse, pen and touch on a board. A press picks a piece up at once, so that it can be dragged; released on the same
// square it stays picked, and the next press names its target.
import { useRef, useState } from 'preact/hooks';
import type { Drag } from './drawing.js';
import type { Layout, Point } from './layout.js';
import type { BoardPicture, Piece, Target } from './picture.js';
import type { EntryState } from './use-entry.js';

/** A pointer that moves less than this, in units of the drawing, clicks. */
const DRAG_AFTER = 14;

interface Press {
  readonly target: Target;
  readonly at: Point;
  /** True when the press itself has touched the target. */
  readonly touched: boolean;
}

export interface PointerHandlers {
  onPointerDown(event: PointerEvent & { readonly currentTarget: HTMLElement }): void;
  onPointerMove(event: PointerEvent & { readonly currentTarget: HTMLElement }): void;
  onPointerUp(event: PointerEvent & { readonly currentTarget: HTMLElement }): void;
  onPointerCancel(): void;
}

export function usePointer(
  layout: Layout,
  picture: BoardPicture,
  entry: EntryState,
): { readonly drag: Drag | undefined; readonly handlers: PointerHandlers } {
  const [drag, setDrag] = useState<Drag | undefined>(undefined);
  const pressed = useRef<Press | undefined>(undefined);

  function pointOf({ clientX, clientY }: PointerEvent, element: HTMLElement): Point {
    const { left, top, width, height } = element.getBoundingClientRect();
    return {
      x: ((clientX - left) / width) * layout.width,
      y: ((clientY - top) / height) * layout.height,
    };
  }

  function pieceOn(target: Target): Piece | undefined {
    const slot = picture.hands?.flat().find((each) => each.target === target);
    return (
      picture.squares[target] ?? (slot !== undefined && slot.count > 0 ? slot.piece : undefined)
    );
  }

  const handlers: PointerHandlers = {
    onPointerDown(event) {
      // Buttons of the board, such as those of a dialog, answer for themselves.
      const isBoard = event.target instanceof Element && event.target.closest('.cell') !== null;
      if (!entry.active || event.button !== 0 || !isBoard) return;
      const at = pointOf(event, event.currentTarget);
      const target = layout.targetAt(at);
      if (target === undefined) return;
      const goesOn = entry.picked.length > 0 && entry.next.has(target);
      const touched =
        !goesOn &&
        entry.begins.has(target) &&
        pieceOn(target) !== undefined &&
        !entry.picked.includes(target);
      pressed.current = { target, at, touched };
      if (touched) entry.touch(target);
      event.currentTarget.setPointerCapture(event.pointerId);
    },

    onPointerMove(event) {
      const press = pressed.current;
      if (press === undefined || !(press.touched || entry.picked.includes(press.target))) return;
      const piece = pieceOn(press.target);
      const at = pointOf(event, event.currentTarget);
      const far = Math.hypot(at.x - press.at.x, at.y - press.at.y) > DRAG_AFTER;
      if (piece !== undefined && (far || drag !== undefined)) {
        setDrag({ piece, from: press.target, at });
      }
    },

    onPointerUp(event) {
      const press = pressed.current;
      pressed.current = undefined;
      setDrag(undefined);
      if (press === undefined) return;
      const target = layout.targetAt(pointOf(event, event.currentTarget));
      if (target === press.target) {
        if (!press.touched) entry.touch(target);
      } else if (target !== undefined && entry.picked.length > 0 && entry.next.has(target)) {
        entry.touch(target);
      } else if (drag !== undefined) {
        entry.cancel();
      }
    },

    onPointerCancel() {
      pressed.current = undefined;
      setDrag(undefined);
    },
  };
  return { drag, handlers };
}

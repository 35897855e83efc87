import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Entry } from "../../lists/entry.ts";
import { COLUMNS } from "./columns.ts";
import { nextCell } from "./next-cell.ts";

/** Keyboard focus of a grid: one cell is in the tab order, and arrow keys move between cells. */
export interface GridFocus {
  /** Index of the focused row, whether it is visible or not. */
  readonly row: number;
  readonly column: number;
  /**
   * Moves the focus for a key.
   * @returns the index of the new row, if the key moves the focus
   */
  readonly move: (event: KeyboardEvent, rowHeight: number) => number | undefined;
  /** Call when an element receives the focus. */
  readonly follow: (target: EventTarget | null) => void;
}

/** @param grid contains all rendered rows */
export function useGridFocus(grid: RefObject<HTMLElement | null>, rows: readonly Entry[]): GridFocus {
  // Stored by ID, so that the focus stays on its repository when the order changes.
  const [focused, setFocused] = useState<{ readonly id: number | undefined; readonly column: number }>({
    id: undefined,
    column: 1,
  });
  const wantsFocus = useRef(false);
  const row = Math.max(
    0,
    rows.findIndex(({ id }) => id === focused.id),
  );
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    const element = grid.current?.querySelector(`[data-row="${row}"]`);
    const cell = element?.querySelector(`[data-column="${focused.column}"]`);
    const target = cell?.matches("[data-cell]") ? cell : cell?.querySelector("[data-cell]");
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    element?.scrollIntoView({ block: "nearest" });
  }, [focused, row]);
  return {
    row,
    column: focused.column,
    move(event, rowHeight) {
      const isMirrored = grid.current !== null && getComputedStyle(grid.current).direction === "rtl";
      const page = Math.max(1, Math.floor((innerHeight * 0.8) / Math.max(1, rowHeight)));
      const target = nextCell({ row, column: focused.column }, event, { rows: rows.length, page, isMirrored });
      if (!target) return undefined;
      wantsFocus.current = true;
      setFocused({ id: rows[target.row]?.id, column: target.column });
      return target.row;
    },
    follow(target) {
      if (!(target instanceof Element)) return;
      const column = Number(target.closest("[data-column]")?.getAttribute("data-column") ?? -1);
      const index = Number(target.closest("[data-row]")?.getAttribute("data-row") ?? -1);
      const id = rows[index]?.id;
      if (id === undefined || !(column in COLUMNS)) return;
      if (id !== focused.id || column !== focused.column) setFocused({ id, column });
    },
  };
}

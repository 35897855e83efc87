import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Entry } from "../../lists/entry.ts";
import { COLUMNS } from "./columns.ts";
import { moved } from "./moves.ts";

/** Where the keyboard is in a grid: one cell is in the order of Tab, and arrows lead to all others. */
export interface Cells {
  /** The row's place, whether it is seen or not. */
  readonly row: number;
  readonly column: number;
  /** Goes where a key leads. @returns to which row, if it leads anywhere */
  readonly move: (event: KeyboardEvent, rowHeight: number) => number | undefined;
  /** The focus came to an element, by whatever way. */
  readonly follow: (target: EventTarget | null) => void;
}

/** @param grid holds all rows that are drawn */
export function useCells(grid: RefObject<HTMLElement | null>, rows: readonly Entry[]): Cells {
  // By its id: another order doesn't take the keyboard to another repository.
  const [at, setAt] = useState<{ readonly id: number | undefined; readonly column: number }>({
    id: undefined,
    column: 1,
  });
  const wantsFocus = useRef(false);
  const row = Math.max(
    0,
    rows.findIndex(({ id }) => id === at.id),
  );
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    const element = grid.current?.querySelector(`[data-row="${row}"]`);
    const cell = element?.querySelector(`[data-column="${at.column}"]`);
    const target = cell?.matches("[data-cell]") ? cell : cell?.querySelector("[data-cell]");
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    element?.scrollIntoView({ block: "nearest" });
  }, [at, row]);
  return {
    row,
    column: at.column,
    move(event, rowHeight) {
      const isMirrored = grid.current !== null && getComputedStyle(grid.current).direction === "rtl";
      const page = Math.max(1, Math.floor((innerHeight * 0.8) / Math.max(1, rowHeight)));
      const to = moved({ row, column: at.column }, event, { rows: rows.length, page, isMirrored });
      if (!to) return undefined;
      wantsFocus.current = true;
      setAt({ id: rows[to.row]?.id, column: to.column });
      return to.row;
    },
    follow(target) {
      if (!(target instanceof Element)) return;
      const column = Number(target.closest("[data-column]")?.getAttribute("data-column") ?? -1);
      const index = Number(target.closest("[data-row]")?.getAttribute("data-row") ?? -1);
      const id = rows[index]?.id;
      if (id === undefined || !(column in COLUMNS)) return;
      if (id !== at.id || column !== at.column) setAt({ id, column });
    },
  };
}

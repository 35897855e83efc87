import { COLUMNS } from "./columns.ts";

/** A cell: its row's and its column's place. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** Where a key leads from a cell; undefined where it leads nowhere. */
export function moved(
  { row, column }: Cell,
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey">,
  { rows, page, isMirrored }: { readonly rows: number; readonly page: number; readonly isMirrored: boolean },
): Cell | undefined {
  const jump = ctrlKey || metaKey;
  const onward = isMirrored ? -1 : 1;
  const to = (row: number, column: number) => ({
    row: Math.max(0, Math.min(rows - 1, row)),
    column: Math.max(0, Math.min(COLUMNS.length - 1, column)),
  });
  switch (key) {
    case "ArrowDown":
      return to(row + 1, column);
    case "ArrowUp":
      return to(row - 1, column);
    case "ArrowRight":
      return to(row, column + onward);
    case "ArrowLeft":
      return to(row, column - onward);
    case "PageDown":
      return to(row + page, column);
    case "PageUp":
      return to(row - page, column);
    case "Home":
      return jump ? to(0, 0) : to(row, 0);
    case "End":
      return jump ? to(rows - 1, COLUMNS.length - 1) : to(row, COLUMNS.length - 1);
    default:
      return undefined;
  }
}

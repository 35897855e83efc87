import { COLUMNS } from "./columns.ts";

/** Row and column index of a cell. */
export interface CellPosition {
  readonly row: number;
  readonly column: number;
}

/** Returns the cell to which a key moves; undefined for other keys. */
export function nextCell(
  { row, column }: CellPosition,
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey">,
  { rows, page, isMirrored }: { readonly rows: number; readonly page: number; readonly isMirrored: boolean },
): CellPosition | undefined {
  const isCtrlPressed = ctrlKey || metaKey;
  const forward = isMirrored ? -1 : 1;
  const clamp = (row: number, column: number) => ({
    row: Math.max(0, Math.min(rows - 1, row)),
    column: Math.max(0, Math.min(COLUMNS.length - 1, column)),
  });
  switch (key) {
    case "ArrowDown":
      return clamp(row + 1, column);
    case "ArrowUp":
      return clamp(row - 1, column);
    case "ArrowRight":
      return clamp(row, column + forward);
    case "ArrowLeft":
      return clamp(row, column - forward);
    case "PageDown":
      return clamp(row + page, column);
    case "PageUp":
      return clamp(row - page, column);
    case "Home":
      return isCtrlPressed ? clamp(0, 0) : clamp(row, 0);
    case "End":
      return isCtrlPressed ? clamp(rows - 1, COLUMNS.length - 1) : clamp(row, COLUMNS.length - 1);
    default:
      return undefined;
  }
}

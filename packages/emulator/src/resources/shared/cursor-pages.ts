import * as z from "zod/mini";
import type { ApiCall } from "../../http/handler.ts";
import { HttpError } from "../../http-error.ts";
import { readCursor, writeCursor } from "./cursors.ts";

/** Sort key of an item. Keys are unique within a list. */
type SortKey = readonly (string | number)[];

const Cursor = z.array(z.union([z.string(), z.number()]));

/** The cursor parameters of a list. */
export interface CursorQuery {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** Sort order of a list. */
export interface CursorOrder<T> {
  /** Name of the order. A cursor is only valid for its own order. */
  readonly name: string;
  readonly sortKeyOf: (row: T) => SortKey;
  readonly direction?: "asc" | "desc";
}

export function sortRows<T>(rows: readonly T[], order: CursorOrder<T>): T[] {
  return [...rows].sort((a, b) => comparePosition(a, order.sortKeyOf(b), order));
}

/**
 * Returns the page at a cursor of a short list, and sets the cursors of the adjacent pages.
 * A cursor contains the sort key and not the item, so it stays valid if the item is deleted. An empty `after` begins
 * with the first row, and an empty `before` ends with the last one.
 * @param rows all rows, in the given order
 * @throws HttpError 400 if a parameter is not a cursor of this list
 */
export function cursorPage<T>(
  { page: { limit }, links }: Pick<ApiCall, "page" | "links">,
  rows: readonly T[],
  { before, after }: CursorQuery,
  order: CursorOrder<T>,
): T[] {
  if (before !== undefined && after !== undefined)
    throw new HttpError(400, "before and after must not be used together.");
  const isBackwards = before !== undefined;
  const position = readPosition(before ?? after ?? "", order.name, isBackwards ? "before" : "after");
  const rowsBefore = position
    ? rows.filter((row) => comparePosition(row, position, order) < 0).length
    : isBackwards
      ? rows.length
      : 0;
  const isRowAtCursor =
    position !== undefined && !isBackwards && rows.some((row) => comparePosition(row, position, order) === 0);
  const start = isBackwards ? Math.max(0, rowsBefore - limit) : rowsBefore + Number(isRowAtCursor);
  const end = isBackwards ? rowsBefore : start + limit;
  const page = rows.slice(start, end);
  const cursorAt = (row: T | undefined) =>
    row === undefined ? undefined : writeCursor([order.name, ...order.sortKeyOf(row)]);
  const adjacent = {
    next: end < rows.length ? cursorAt(page.at(-1)) : undefined,
    previous: start > 0 ? cursorAt(page[0]) : undefined,
  };
  links.setCursors(adjacent, "after");
  return page;
}

/** @throws HttpError 400 if the cursor belongs to another order */
function readPosition(cursor: string, orderName: string, name: string): SortKey | undefined {
  if (cursor === "") return undefined;
  const [cursorOrder, ...position] = readCursor(Cursor, cursor) ?? [];
  if (cursorOrder !== orderName) throw new HttpError(400, `${name} must be a cursor of this list.`);
  return position;
}

/** Compares a row with a position: negative if the row is before it, 0 if it is at it, positive if it is after it. */
function comparePosition<T>(row: T, position: SortKey, { sortKeyOf, direction = "asc" }: CursorOrder<T>): number {
  const sign = direction === "asc" ? 1 : -1;
  for (const [index, value] of sortKeyOf(row).entries()) {
    const otherValue = position[index] ?? "";
    if (value !== otherValue) return value < otherValue ? -sign : sign;
  }
  return 0;
}

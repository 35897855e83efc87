import * as z from "zod/mini";
import type { Call } from "../../http/call.ts";
import { Refusal } from "../../http/refusal.ts";
import { readCursor, writeCursor } from "./cursors.ts";

/** Where in a list an item stands: what it is sorted by, first things first. No two items stand at the same. */
type Place = readonly (string | number)[];

const Cursor = z.array(z.union([z.string(), z.number()]));

/** How a list by cursor is asked for. */
export interface CursorQuery {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** How a list is sorted. */
export interface Order<T> {
  /** What it is called: a cursor is for lists of its own order. */
  readonly by: string;
  readonly placeOf: (row: T) => Place;
  readonly direction?: "asc" | "desc";
}

/** A list as it is sorted. */
export function inOrder<T>(rows: readonly T[], order: Order<T>): T[] {
  return [...rows].sort((one, other) => against(one, order.placeOf(other), order));
}

/**
 * The part of a short list that a cursor asks for, and the cursors that lead on from it. What was deleted meanwhile is no
 * trouble: a cursor says where to go on, and not at which item. An empty cursor is the end that nothing lies beyond.
 * @param rows the whole list, in its order
 * @throws Refusal 400 on what is no cursor of this list
 */
export function cursorPage<T>(
  { window: { limit }, links }: Pick<Call, "window" | "links">,
  rows: readonly T[],
  { before, after }: CursorQuery,
  order: Order<T>,
): T[] {
  if (before !== undefined && after !== undefined) throw new Refusal(400, "A list goes on before or after, not both.");
  const isBackwards = before !== undefined;
  const place = readPlace(before ?? after ?? "", order.by, isBackwards ? "before" : "after");
  const beyond = place ? rows.filter((row) => against(row, place, order) < 0).length : isBackwards ? rows.length : 0;
  const isAt = place !== undefined && !isBackwards && rows.some((row) => against(row, place, order) === 0);
  const start = isBackwards ? Math.max(0, beyond - limit) : beyond + Number(isAt);
  const end = isBackwards ? beyond : start + limit;
  const page = rows.slice(start, end);
  const at = (row: T | undefined) => (row === undefined ? undefined : writeCursor([order.by, ...order.placeOf(row)]));
  const around = {
    next: end < rows.length ? at(page.at(-1)) : undefined,
    previous: start > 0 ? at(page[0]) : undefined,
  };
  links.cursors(around, "after");
  return page;
}

/** @throws Refusal 400 */
function readPlace(cursor: string, wanted: string, name: string): Place | undefined {
  if (cursor === "") return undefined;
  const [by, ...place] = readCursor(Cursor, cursor) ?? [];
  if (by !== wanted) throw new Refusal(400, `${name} is no cursor of this list.`);
  return place;
}

/** Where a row stands to a place of its list: before it, at it, or after it. */
function against<T>(row: T, place: Place, { placeOf, direction = "asc" }: Order<T>): number {
  const sign = direction === "asc" ? 1 : -1;
  for (const [index, mine] of placeOf(row).entries()) {
    const theirs = place[index] ?? "";
    if (mine !== theirs) return mine < theirs ? -sign : sign;
  }
  return 0;
}

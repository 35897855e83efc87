import type { Input } from "@forgehand/core/contract";
import type { listOrganizationAdvisories } from "@forgehand/core/operations";
import * as z from "zod/mini";
import type { ApiCall } from "../../http/handler.ts";
import { HttpError } from "../../http-error.ts";
import { renderAdvisory } from "../../objects/advisory.ts";
import * as state from "../../state/advisories.ts";
import { readCursor, writeCursor } from "./cursors.ts";

type AdvisoryListInput = Omit<Input<typeof listOrganizationAdvisories>, "org" | "per_page">;

/** Returns a page of advisories and sets the cursors of the adjacent pages. */
export function listAdvisories(
  { context, page, links }: ApiCall,
  { direction = "desc", sort = "created", state: stateFilter, before, after }: AdvisoryListInput,
  scope: Pick<state.AdvisoryQuery, "repositoryIds" | "reader">,
) {
  const query = { ...scope, state: stateFilter, sort, direction };
  const position = readPosition({ before, after }, sort);
  // Reads one row more than the page has, to detect further rows.
  const found = state.advisoriesFromCursor(context.db, query, position, page.limit + 1);
  const isBackwards = position?.side === "before";
  const rows = isBackwards ? found.slice(-page.limit) : found.slice(0, page.limit);
  const hasMore = found.length > rows.length;
  const [first, last] = [rows.at(0), rows.at(-1)];
  const hasRowsBeyond = (advisory: state.Advisory | undefined, side: "after" | "before") =>
    advisory !== undefined &&
    state.advisoriesFromCursor(context.db, query, { ...state.cursorOf(advisory, sort), side }, 1).length > 0;
  links.setCursors({
    next: (isBackwards ? hasRowsBeyond(last, "after") : hasMore) ? cursorAt(last, sort) : undefined,
    previous: (isBackwards ? hasMore : position && hasRowsBeyond(first, "before")) ? cursorAt(first, sort) : undefined,
  });
  return rows.map((advisory) => renderAdvisory(context, advisory));
}

/** Sort order of the list, and the position in it. */
const Cursor = z.tuple([z.enum(["created", "updated", "published"]), z.string(), z.int()]);

function cursorAt(advisory: state.Advisory | undefined, sort: state.AdvisorySort): string | undefined {
  if (!advisory) return undefined;
  const { time, id } = state.cursorOf(advisory, sort);
  return writeCursor([sort, time, id]);
}

/** @throws HttpError 400 if the text is not a cursor of this list */
function readPosition(
  { before, after }: { readonly before: string | undefined; readonly after: string | undefined },
  sort: state.AdvisorySort,
) {
  if (before !== undefined && after !== undefined)
    throw new HttpError(400, "before and after must not be used together.");
  const text = after ?? before;
  if (text === undefined) return undefined;
  const [cursorSort, time, id] = readCursor(Cursor, text) ?? [];
  if (cursorSort !== sort || time === undefined || id === undefined) {
    throw new HttpError(400, `${after === undefined ? "before" : "after"} must be a cursor of this list.`);
  }
  return { time, id, side: after === undefined ? ("before" as const) : ("after" as const) };
}

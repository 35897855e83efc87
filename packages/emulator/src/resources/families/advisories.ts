import type { Input } from "@forgehand/core/contract";
import type { listOrganizationAdvisories } from "@forgehand/core/operations";
import * as z from "zod/mini";
import type { Call } from "../../http/call.ts";
import { Refusal } from "../../http/refusal.ts";
import { renderAdvisory } from "../../objects/advisory.ts";
import * as state from "../../state/advisories.ts";
import { readCursor, writeCursor } from "./cursors.ts";

type Query = Omit<Input<typeof listOrganizationAdvisories>, "org" | "per_page">;

/** A page of advisories, and the cursors that lead on from it (document 3, Repository security advisories). */
export function listedAdvisories(
  { world, window, links }: Call,
  { direction = "desc", sort = "created", state: wanted, before, after }: Query,
  whose: Pick<state.AdvisoryQuery, "repositoryIds" | "reader">,
) {
  const query = { ...whose, state: wanted, sort, direction };
  const place = readPlace({ before, after }, sort);
  // One more than is shown tells whether the list goes on.
  const found = state.advisoriesAround(world.db, query, place, window.limit + 1);
  const isBackwards = place?.side === "before";
  const rows = isBackwards ? found.slice(-window.limit) : found.slice(0, window.limit);
  const goesOn = found.length > rows.length;
  const [first, last] = [rows.at(0), rows.at(-1)];
  const beyond = (advisory: state.Advisory | undefined, side: "after" | "before") =>
    advisory !== undefined &&
    state.advisoriesAround(world.db, query, { ...state.placeOf(advisory, sort), side }, 1).length > 0;
  links.cursors({
    next: (isBackwards ? beyond(last, "after") : goesOn) ? cursorAt(last, sort) : undefined,
    previous: (isBackwards ? goesOn : place && beyond(first, "before")) ? cursorAt(first, sort) : undefined,
  });
  return rows.map((advisory) => renderAdvisory(world, advisory));
}

/** How the list was sorted, and where it was left. */
const Cursor = z.tuple([z.enum(["created", "updated", "published"]), z.string(), z.int()]);

function cursorAt(advisory: state.Advisory | undefined, sort: state.AdvisorySort): string | undefined {
  if (!advisory) return undefined;
  const { time, id } = state.placeOf(advisory, sort);
  return writeCursor([sort, time, id]);
}

/** @throws Refusal 400 on what is no cursor of this list */
function readPlace(
  { before, after }: { readonly before: string | undefined; readonly after: string | undefined },
  sort: state.AdvisorySort,
) {
  if (before !== undefined && after !== undefined) throw new Refusal(400, "A list goes on before or after, not both.");
  const text = after ?? before;
  if (text === undefined) return undefined;
  const [sorted, time, id] = readCursor(Cursor, text) ?? [];
  if (sorted !== sort || time === undefined || id === undefined) {
    throw new Refusal(400, `${after === undefined ? "before" : "after"} is no cursor of this list.`);
  }
  return { time, id, side: after === undefined ? ("before" as const) : ("after" as const) };
}

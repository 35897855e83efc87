import type { ControlId } from "../model/control-states.ts";
import type { Subject } from "../page/parse-page.ts";
import type { DrawPart } from "../ui/parts.ts";
import type { ControlView } from "../ui/view.ts";
import { manageRows } from "./manage-rows.ts";

/** Draws controls into the rows of a page's lists and keeps them up to date. */
export const drawRows: DrawPart = (_, view, signal) =>
  manageRows({ view, controlsOf: (row) => controlsOf(row, view.site) }, signal);

/** Returns a row's controls: those for its subject that the user has switched on. */
function controlsOf({ number }: Subject, { controls }: ControlView["site"]): ControlId[] {
  const all = number === undefined ? (["star", "watch"] as const) : (["review-request"] as const);
  return all.filter((id) => controls[id]);
}

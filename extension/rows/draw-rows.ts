import type { CachedSite } from "../cache/keys.ts";
import { readSite } from "../cache/read.ts";
import { setTexts } from "../locales/i18n.ts";
import type { ControlId } from "../model/control-states.ts";
import type { Subject } from "../page/parse-page.ts";
import type { DrawPart } from "../ui/parts.ts";
import { manageRows } from "./manage-rows.ts";

/** Draws controls into the rows of a page's lists and keeps them up to date. */
export const drawRows: DrawPart = (_, view, signal) => {
  void readSite(view.page.origin).then((site) => {
    if (!site || signal.aborted) return;
    setTexts(site.texts);
    manageRows({ view, theme: site.theme, controlsOf: (row) => controlsOf(row, site) }, signal);
  });
};

/** Returns a row's controls: those for its subject that the user has switched on. */
function controlsOf({ number }: Subject, { controls }: CachedSite): ControlId[] {
  const all = number === undefined ? (["star", "watch"] as const) : (["review-request"] as const);
  return all.filter((id) => controls[id]);
}

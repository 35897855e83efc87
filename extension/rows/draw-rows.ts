import type { Site } from "../known/keys.ts";
import { readSite } from "../known/read.ts";
import type { ControlId } from "../messages/states.ts";
import type { Subject } from "../page/parse-page.ts";
import type { DrawPart } from "../ui/parts.ts";
import { speak } from "../ui/words.ts";
import { keepRows } from "./keep-rows.ts";

/** Draws controls into the rows of a page's lists, and keeps them there. */
export const drawRows: DrawPart = (_, view, signal) => {
  void readSite(view.page.origin).then((site) => {
    if (!site || signal.aborted) return;
    speak(site.words);
    keepRows({ view, theme: site.theme, controlsOf: (row) => controlsOf(row, site) }, signal);
  });
};

/** What a row has of controls: what it is about has, and what the person wants. */
function controlsOf({ number }: Subject, { controls }: Site): ControlId[] {
  const all = number === undefined ? (["star", "watch"] as const) : (["review-request"] as const);
  return all.filter((id) => controls[id]);
}

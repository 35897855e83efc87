import { problemIn } from "../ui/ask.ts";
import { drawPart } from "../ui/parts.ts";
import { drawNote } from "../ui/problem.ts";
import { t } from "../ui/words.ts";
import type { Control } from "./control.ts";

/** Who is asked for a review. What draws it comes as a part of its own, as only pull requests need it. */
export const reviewRequest: Control = {
  id: "review-request",
  on: ["pull-request"],
  init(place, view, signal) {
    const note = drawNote(t("reviewRequests"), view, load);
    let loaded = load();
    async function load(): Promise<void> {
      try {
        await drawPart("reviewers", place, view, signal);
        note.element.remove();
      } catch (error) {
        if (signal.aborted) return;
        place.append(note.element);
        note.show(problemIn(error));
      }
    }
    return () => {
      loaded = loaded.then(() => place.querySelector<HTMLElement>("[role=combobox]")?.focus());
    };
  },
};

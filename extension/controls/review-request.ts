import { t } from "../locales/i18n.ts";
import { toProblem } from "../ui/call-worker.ts";
import { drawLateNote } from "../ui/draw-late-note.ts";
import { drawPart } from "../ui/parts.ts";
import { focusForUser } from "../ui/user-focus.ts";
import type { OverlayControl } from "./control.ts";

/** Review requests. The widget is loaded on demand, because only pull requests need it. */
export const reviewRequest: OverlayControl = {
  id: "review-request",
  pageKinds: ["pull-request"],
  mount(container, view, signal) {
    const note = drawLateNote(t("reviewRequests"), view, load);
    let loaded = load();
    async function load(): Promise<void> {
      try {
        await drawPart("reviewers", container, view, signal);
        note.element.remove();
      } catch (error) {
        if (signal.aborted) return;
        container.append(note.element);
        note.show(toProblem(error));
      }
    }
    return () => {
      loaded = loaded.then(() => focusForUser(container.querySelector<HTMLElement>("[role=combobox]")));
    };
  },
};

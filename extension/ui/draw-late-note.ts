import type { Problem } from "../model/problem.ts";
import type { NoteWidget } from "./draw-problem-note.ts";
import { element } from "./element.ts";
import { loadPart } from "./parts.ts";
import type { ControlView } from "./view.ts";

/** Draws a note for problems, whose script is loaded with the first problem; see `drawProblemNote`. */
export function drawLateNote(name: string, view: ControlView, retry: () => Promise<void>): NoteWidget {
  const container = element("div", { class: "note" });
  let shown: Problem | undefined;
  let note: NoteWidget | undefined;
  let isLoading = false;
  /** Shows the problem without its remedies. */
  function showText(): void {
    if (shown) container.replaceChildren(element("p", { class: "problem", role: "alert" }, `${name}: ${shown.text}`));
    else container.replaceChildren();
  }
  async function load(): Promise<void> {
    const drawProblemNote = await loadPart("note", view);
    note = drawProblemNote?.(name, view, retry, container);
    note?.show(shown);
  }
  return {
    element: container,
    show(problem) {
      shown = problem;
      if (note) note.show(problem);
      else if (problem && !isLoading) {
        isLoading = true;
        // After an update of the extension, its worker loads no scripts for this page any more.
        load().catch(showText);
      } else if (!problem) showText();
    },
  };
}

import { drawStar } from "../controls/star.ts";
import { drawWatch } from "../controls/watch.ts";
import type { ControlId } from "../messages/states.ts";
import { element } from "../ui/element.ts";
import { subjectName, type View } from "../ui/view.ts";
import { t } from "../ui/words.ts";
import { drawReviewOpener } from "./review-opener.ts";
import { drawRowControl } from "./row-control.ts";

const CONTROLS: Readonly<Record<ControlId, (view: View, signal: AbortSignal) => HTMLElement>> = {
  star: (view, signal) =>
    drawRowControl(
      { id: "star", name: "star", face: drawStar, isKnown: ({ starred }) => starred !== null },
      view,
      signal,
    ),
  watch: (view, signal) =>
    drawRowControl(
      { id: "watch", name: "watch", face: drawWatch, isKnown: ({ watch }) => watch !== null },
      view,
      signal,
    ),
  "review-request": (view, signal) =>
    drawRowControl(
      {
        ...{ id: "review-request", name: "reviewRequests", face: drawReviewOpener },
        isKnown: ({ requested }) => requested !== null,
      },
      view,
      signal,
    ),
};

/** Draws what a row has of controls. */
export function drawRowControls(controls: readonly ControlId[], view: View, signal: AbortSignal): HTMLElement {
  const row = element("fieldset", { class: "row", "aria-label": t("rowControls", subjectName(view)) });
  row.append(...controls.map((id) => CONTROLS[id](view, signal)));
  return row;
}

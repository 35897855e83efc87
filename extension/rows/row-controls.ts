import { drawStar } from "../controls/star.ts";
import { drawWatch } from "../controls/watch.ts";
import { t } from "../locales/i18n.ts";
import type { ControlId } from "../model/control-states.ts";
import { element } from "../ui/element.ts";
import { type ControlView, subjectName } from "../ui/view.ts";
import { drawReviewOpener } from "./review-opener.ts";
import { drawRowControl } from "./row-control.ts";

const DRAW_CONTROL: Readonly<Record<ControlId, (view: ControlView, signal: AbortSignal) => HTMLElement>> = {
  star: (view, signal) =>
    drawRowControl(
      { id: "star", name: "star", draw: drawStar, isKnown: ({ starred }) => starred !== null },
      view,
      signal,
    ),
  watch: (view, signal) =>
    drawRowControl(
      { id: "watch", name: "watch", draw: drawWatch, isKnown: ({ watch }) => watch !== null },
      view,
      signal,
    ),
  "review-request": (view, signal) =>
    drawRowControl(
      {
        id: "review-request",
        name: "reviewRequests",
        draw: drawReviewOpener,
        isKnown: ({ requested }) => requested !== null,
      },
      view,
      signal,
    ),
};

export function drawRowControls(controls: readonly ControlId[], view: ControlView, signal: AbortSignal): HTMLElement {
  const row = element("fieldset", { class: "row", "aria-label": t("rowControls", subjectName(view)) });
  row.append(...controls.map((id) => DRAW_CONTROL[id](view, signal)));
  return row;
}

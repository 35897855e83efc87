import { drawStar } from "../controls/star.ts";
import { drawWatch } from "../controls/watch.ts";
import { t } from "../locales/i18n.ts";
import type { ControlId } from "../model/control-states.ts";
import { element } from "../ui/element.ts";
import { type ControlView, subjectName } from "../ui/view.ts";
import { drawReviewOpener } from "./review-opener.ts";
import { drawRowControl, type RowControlOptions } from "./row-control.ts";

const CONTROLS: { readonly [C in ControlId]: RowControlOptions<C> } = {
  star: { id: "star", name: "star", draw: drawStar, isKnown: ({ starred }) => starred !== null },
  watch: { id: "watch", name: "watch", draw: drawWatch, isKnown: ({ watch }) => watch !== null },
  "review-request": {
    id: "review-request",
    name: "reviewRequests",
    draw: drawReviewOpener,
    isKnown: ({ requested }) => requested !== null,
  },
};

export function drawRowControls(controls: readonly ControlId[], view: ControlView, signal: AbortSignal): HTMLElement {
  const draw = <C extends ControlId>(id: C) => drawRowControl<C>(CONTROLS[id], view, signal);
  return element(
    "fieldset",
    { class: "row", "aria-label": t("rowControls", subjectName(view)) },
    ...controls.map(draw),
  );
}

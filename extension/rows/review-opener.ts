import type { DrawControlWidget } from "../controls/control.ts";
import { t } from "../locales/i18n.ts";
import { button, element, setAttributes } from "../ui/element.ts";
import { drawIcon } from "../ui/icon.ts";
import { drawPart } from "../ui/parts.ts";
import { focusForUser } from "../ui/user-focus.ts";
import { openPopover, type RowPopover } from "./open-popover.ts";

/** A person with a check mark. */
const REVIEW_ICON =
  "M8.6 5a2.6 2.6 0 1 1-5.2 0 2.6 2.6 0 0 1 5.2 0zM1.5 13.5c.3-2.9 2-4.4 4.5-4.4s4.2 1.5 4.5 4.4M10.8 6.4l1.5 1.5 2.6-3";

/** Button that shows the number of requested reviewers and opens the widget that changes them. */
export const drawReviewOpener: DrawControlWidget<"review-request"> = (view, getSnapshot, signal) => {
  const count = element("span", { "aria-hidden": true });
  const opener = button(
    { class: "reviews", "aria-haspopup": "dialog" },
    togglePopover,
    drawIcon(REVIEW_ICON).element,
    count,
  );
  const container = element("div", {}, opener);
  let popover: RowPopover | undefined;
  signal.addEventListener("abort", () => popover?.close());

  function togglePopover(): void {
    if (popover) popover.close();
    else if (getSnapshot().state?.requested) open();
  }

  function open(): void {
    setAttributes(opener, { "aria-expanded": true });
    popover = openPopover({
      opener,
      label: t("reviewRequests"),
      fill(element, signal) {
        void drawPart("reviewers", element, view, signal).then(() =>
          focusForUser(element.querySelector<HTMLElement>("[role=combobox]")),
        );
      },
      onClose() {
        popover = undefined;
        setAttributes(opener, { "aria-expanded": false });
      },
    });
  }

  return {
    element: container,
    shortcut: togglePopover,
    show({ state }) {
      const requested = state?.requested ?? undefined;
      const names = requested?.map(({ name }) => name).join(", ");
      const label = requested ? t("rowReviews", names || t("noneYet")) : t("rowReviewsUnknown");
      setAttributes(opener, {
        "aria-label": label,
        title: label,
        "aria-disabled": requested === undefined,
        "aria-expanded": popover !== undefined,
      });
      // Limited to the width of one digit; the label lists the names.
      count.textContent = requested ? (requested.length > 9 ? "9+" : String(requested.length)) : "–";
    },
  };
};

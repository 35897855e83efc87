import type { DrawFace } from "../controls/control.ts";
import { button, element, setAttributes } from "../ui/element.ts";
import { drawIcon } from "../ui/icon.ts";
import { drawPart } from "../ui/parts.ts";
import { t } from "../ui/words.ts";
import { type Bubble, openBubble } from "./bubble.ts";

/** Somebody, and a tick. */
const REVIEW =
  "M8.6 5a2.6 2.6 0 1 1-5.2 0 2.6 2.6 0 0 1 5.2 0zM1.5 13.5c.3-2.9 2-4.4 4.5-4.4s4.2 1.5 4.5 4.4M10.8 6.4l1.5 1.5 2.6-3";

/** Who is asked for a review, in short; opens what changes that. */
export const drawReviewOpener: DrawFace<"review-request"> = (view, now, signal) => {
  const count = element("span", { "aria-hidden": true });
  const opener = button({ class: "reviews", "aria-haspopup": "dialog" }, press, drawIcon(REVIEW).element, count);
  const place = element("div", {}, opener);
  let bubble: Bubble | undefined;
  signal.addEventListener("abort", () => bubble?.close());

  function press(): void {
    if (bubble) bubble.close();
    else if (now().state?.requested) open();
  }

  function open(): void {
    setAttributes(opener, { "aria-expanded": true });
    bubble = openBubble({
      ...{ opener, label: t("reviewRequests") },
      fill(element, signal) {
        void drawPart("reviewers", element, view, signal).then(() =>
          element.querySelector<HTMLElement>("[role=combobox]")?.focus(),
        );
      },
      closed() {
        bubble = undefined;
        setAttributes(opener, { "aria-expanded": false });
      },
    });
  }

  return {
    element: place,
    shortcut: press,
    show({ state }) {
      const requested = state?.requested ?? undefined;
      const names = requested?.map(({ name }) => name).join(", ");
      const label = requested ? t("rowReviews", names || t("nobodyYet")) : t("rowReviewsUnknown");
      setAttributes(opener, {
        ...{ "aria-label": label, title: label },
        ...{ "aria-disabled": requested === undefined, "aria-expanded": bubble !== undefined },
      });
      // As wide as one digit: how many exactly, the label says by their names.
      count.textContent = requested ? (requested.length > 9 ? "9+" : String(requested.length)) : "–";
    },
  };
};

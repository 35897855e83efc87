import { t } from "../locales/i18n.ts";
import type { TabPosition } from "../model/tab-position.ts";
import { button, element, setAttributes } from "../ui/element.ts";

/** A small tab at the lower edge of the window that opens the overlay. */
export interface EdgeTab {
  readonly element: HTMLElement;
  /**
   * Shows the tab, unless the user has hidden it on this site.
   * @param position where the user has moved it
   * @param move remembers a new position
   */
  show(position: TabPosition, move: (position: TabPosition) => void): void;
  collapse(): void;
}

/** @param host the overlay's shadow host, which the tab moves to the edge */
export function createEdgeTab(host: HTMLElement): EdgeTab {
  let position: TabPosition = "end";
  let remember: (position: TabPosition) => void = () => undefined;

  const move = (to: TabPosition) => {
    remember(to);
    apply(to);
  };
  const apply = (to: TabPosition) => {
    position = to;
    host.dataset["edge"] = to;
    if (to === "hidden") host.remove();
  };
  const toggle = button({ class: "toggle", "aria-expanded": false }, () => setExpanded(!isExpanded()), "Forgehand");
  const isExpanded = () => host.hasAttribute("expanded");
  const setExpanded = (expanded: boolean) => {
    host.toggleAttribute("expanded", expanded);
    setAttributes(toggle, { "aria-expanded": expanded });
  };
  const moveButton = button({ class: "when-open" }, () => move(position === "end" ? "start" : "end"), t("moveTab"));
  const hideButton = button({ class: "when-open" }, () => move("hidden"), t("hideTab"));
  return {
    element: element("div", { class: "edge" }, toggle, moveButton, hideButton),
    show(shown, onMove) {
      remember = onMove;
      apply(shown);
      host.dataset["shape"] = "edge";
      if (shown !== "hidden") document.documentElement.append(host);
    },
    collapse: () => setExpanded(false),
  };
}

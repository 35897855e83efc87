import { t } from "../locales/i18n.ts";
import type { TabPosition } from "../model/tab-position.ts";
import style from "./edge-tab.css?inline";
import { button, element, setAttributes, styleElement } from "./element.ts";

/** A small tab at the lower edge of the window that opens the overlay. */
export interface EdgeTab {
  /** Shows the tab, unless the user has hidden it on this site. */
  show(position: TabPosition): void;
  collapse(): void;
}

/**
 * Creates the tab in the overlay's shadow root.
 * @param onMove called when the user moves or hides the tab
 */
export function createEdgeTab(
  { host, root }: { readonly host: HTMLElement; readonly root: ShadowRoot },
  onMove: (position: TabPosition) => void,
): EdgeTab {
  const apply = (position: TabPosition) => {
    host.dataset["edge"] = position;
    if (position === "hidden") host.remove();
  };
  const move = (position: TabPosition) => {
    apply(position);
    onMove(position);
  };
  const setExpanded = (expanded: boolean) => {
    host.toggleAttribute("expanded", expanded);
    setAttributes(toggle, { "aria-expanded": expanded });
  };
  const toggle = button({ "aria-expanded": false }, () => setExpanded(!host.hasAttribute("expanded")), "Forgehand");
  const moveButton = button(
    { class: "when-open" },
    () => move(host.dataset["edge"] === "end" ? "start" : "end"),
    t("moveTab"),
  );
  const hideButton = button({ class: "when-open" }, () => move("hidden"), t("hideTab"));
  root.prepend(styleElement(style), element("div", { class: "edge" }, toggle, moveButton, hideButton));
  return {
    show(position) {
      apply(position);
      host.dataset["shape"] = "edge";
      if (position !== "hidden") document.documentElement.append(host);
    },
    collapse: () => setExpanded(false),
  };
}

import { styleElement } from "../ui/element.ts";
import overlayStyle from "../ui/overlay.css?inline";
import style from "./rows.css?inline";

/** The element that Forgehand adds to a row. */
export const ROW_HOST = "forgehand-row";

/** Makes a row's own element, with a root that keeps the page's style out. @param content goes into it */
export function createRowHost(theme: string, content: HTMLElement): HTMLElement {
  // Made where the page defines no elements: one of the same name must not get hold of it.
  const host = document.implementation.createHTMLDocument().createElement(ROW_HOST);
  host.dataset["theme"] = theme;
  host.attachShadow({ mode: "open" }).append(styleElement(overlayStyle + style), content);
  return host;
}

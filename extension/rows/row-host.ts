import { styleElement } from "../ui/element.ts";
import lateStyle from "../ui/interaction.css?inline";
import overlayStyle from "../ui/overlay.css?inline";
import { attachOwnRoot } from "../ui/own-root.ts";
import { observeFocus } from "../ui/user-focus.ts";
import style from "./rows.css?inline";

/** Tag name of the element that Forgehand adds to a row. */
export const ROW_HOST_TAG = "forgehand-row";

/**
 * Creates a row's host element, with a shadow root that isolates the content from the page's styles and scripts.
 * @param isCurrent whether the host is still in the row that the content is about
 */
export function createRowHost(theme: string, content: HTMLElement, isCurrent: () => boolean): HTMLElement {
  // Created in another document, so that a custom element registered by the page under the same name can't attach a
  // shadow root first. Once inserted, the host can become such an element.
  const host = document.implementation.createHTMLDocument().createElement(ROW_HOST_TAG);
  host.dataset["theme"] = theme;
  const root = attachOwnRoot(host, isCurrent);
  observeFocus(root);
  root.append(styleElement(overlayStyle + lateStyle + style), content);
  return host;
}

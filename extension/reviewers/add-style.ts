import { styleElement } from "../ui/element.ts";
import style from "./reviewers.css?inline";

/** Style sheet for the extension's own pages, whose content security policy forbids `<style>` elements. */
let sharedSheet: CSSStyleSheet | undefined;

/** Adds the styles of the reviewers widget to an element's document or shadow root, once. */
export function addStyle(element: Element): void {
  const root = element.getRootNode();
  if (root instanceof ShadowRoot) {
    if (!root.querySelector(".rv-style")) root.append(styleElement(style, "rv-style"));
  } else if (!sharedSheet) {
    sharedSheet = new CSSStyleSheet();
    sharedSheet.replaceSync(style);
    document.adoptedStyleSheets.push(sharedSheet);
  }
}

import style from "./reviewers.css?inline";

const STYLE_ATTRIBUTE = "data-forgehand-reviewers";

/** Style sheet for the extension's own pages, whose content security policy forbids `<style>` elements. */
let sharedSheet: CSSStyleSheet | undefined;

/** Adds the styles of the reviewers widget to an element's document or shadow root, once. */
export function addStyle(element: Element): void {
  const root = element.getRootNode();
  if (root instanceof ShadowRoot) {
    if (root.querySelector(`style[${STYLE_ATTRIBUTE}]`)) return;
    const sheet = document.createElement("style");
    sheet.setAttribute(STYLE_ATTRIBUTE, "");
    sheet.textContent = style;
    root.append(sheet);
  } else if (!sharedSheet) {
    sharedSheet = new CSSStyleSheet();
    sharedSheet.replaceSync(style);
    document.adoptedStyleSheets.push(sharedSheet);
  }
}

import style from "./reviewers.css?inline";

const MARK = "data-forgehand-reviewers";

/** The style of the extension's own pages, once it is there: their content security policy may allow none in the page. */
let own: CSSStyleSheet | undefined;

/** Gives the document or the shadow root that an element is in the style of what is drawn here, once. */
export function giveStyle(element: Element): void {
  const root = element.getRootNode();
  if (root instanceof ShadowRoot) {
    if (root.querySelector(`style[${MARK}]`)) return;
    const sheet = document.createElement("style");
    sheet.setAttribute(MARK, "");
    sheet.textContent = style;
    root.append(sheet);
  } else if (!own) {
    own = new CSSStyleSheet();
    own.replaceSync(style);
    document.adoptedStyleSheets.push(own);
  }
}

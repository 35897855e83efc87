import type { CachedPage, CachedSite } from "../cache/cached-data.ts";
import type { ParsedPage } from "../page/parse-page.ts";
import { readSignedInLogin } from "../page/signed-in-login.ts";
import { createCachedStates } from "../ui/cached-states.ts";
import { createToasts } from "../ui/create-toasts.ts";
import { styleElement } from "../ui/element.ts";
import { drawPart } from "../ui/parts.ts";
import { loadPressChecks } from "../ui/press.ts";
import { drawBar } from "./bar.ts";
import { createView } from "./create-view.ts";
import type { MountedOverlay } from "./mount-overlay.ts";
import { listenForShortcuts } from "./shortcuts.ts";

/** The overlay drawn for a page. */
export interface DrawnPage {
  /** Call when the document is parsed. */
  onParsed(): void;
  /** Call when the document changed, because another user may be signed in. */
  onDocumentSwap(): void;
}

/**
 * Draws the overlay for a page; returns undefined if there is nothing to show.
 * @param signal removes the overlay when aborted
 */
export function drawPage(
  { content, root }: MountedOverlay,
  page: ParsedPage,
  site: CachedSite,
  cachedPage: CachedPage | undefined,
  signal: AbortSignal,
): DrawnPage | undefined {
  const { login } = site;
  const isList = page.kind === "list";
  const hasRows = page.rows !== undefined && site.controls.rows;
  if (login === undefined || (isList && !hasRows)) return undefined;
  content.replaceChildren();
  const readLogin = () => readSignedInLogin(document);
  const { locked: isLockShown = false } = site;
  const view = createView(page, {
    site,
    login,
    cachedPage,
    cachedStates: createCachedStates({ origin: page.origin, target: { page: page.key } }, signal),
    signedIn: readLogin,
    notify: createToasts(root, signal),
    isLockShown,
  });
  void loadPressChecks(view).then((checks) => {
    if (checks && !root.querySelector(".late")) root.append(styleElement(checks.style, "late"));
  });
  const bar = isList ? undefined : drawBar(view, { ...site, login }, signal);
  if (bar) {
    content.append(bar.element);
    listenForShortcuts(bar.shortcuts, signal);
  }
  const onDocumentSwap = () => bar?.setSignedIn(readLogin());
  return {
    onDocumentSwap,
    onParsed() {
      onDocumentSwap();
      if (hasRows) void drawPart("rows", content, view, signal).catch(() => undefined);
    },
  };
}

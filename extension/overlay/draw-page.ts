import type { CachedPage, CachedSite } from "../cache/cached-data.ts";
import type { ParsedPage } from "../page/parse-page.ts";
import { readSignedInLogin } from "../page/signed-in-login.ts";
import { createCachedStates } from "../ui/cached-states.ts";
import { styleElement } from "../ui/element.ts";
import { drawPart } from "../ui/parts.ts";
import { loadInteraction } from "../ui/press.ts";
import type { Notify } from "../ui/view.ts";
import { drawBar } from "./bar.ts";
import { createView } from "./create-view.ts";
import type { MountedOverlay } from "./mount-overlay.ts";

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
  let notify: Notify = () => undefined;
  const view = createView(page, {
    site,
    login,
    cachedPage,
    cachedStates: createCachedStates({ origin: page.origin, target: { page: page.key } }, signal),
    signedIn: readLogin,
    notify: (...message) => notify(...message),
    isLockShown,
  });
  const interaction = loadInteraction(view);
  const bar = isList ? undefined : drawBar(view, { ...site, login }, signal);
  if (bar) content.append(bar.element);
  const shown = interaction.then((part) => {
    if (!part || signal.aborted) return;
    if (!root.querySelector(".late")) root.append(styleElement(part.style, "late"));
    notify = part.createToasts(root, signal);
    if (!bar) return;
    part.listenForShortcuts(bar.shortcuts, signal);
    return part.createMismatchNote(bar.element, view, site);
  });
  const onDocumentSwap = () => void shown.then((showSignedIn) => showSignedIn?.(readLogin()));
  return {
    onDocumentSwap,
    onParsed() {
      onDocumentSwap();
      if (hasRows) void drawPart("rows", content, view, signal).catch(() => undefined);
    },
  };
}

import type { Known, Site } from "../known/keys.ts";
import type { Overlay } from "../page/mount.ts";
import type { Page } from "../page/parse-page.ts";
import { signedInOn } from "../page/signed-in.ts";
import { drawPart } from "../ui/parts.ts";
import { createToasts } from "../ui/toasts.ts";
import { drawBar, drawInvitation } from "./bar.ts";
import { viewOf } from "./page-view.ts";
import { listenForShortcuts } from "./shortcuts.ts";

/** What the overlay has for a page. */
export interface DrawnPage {
  /** The page's own elements are all there. */
  ready(): void;
  /** The page may be signed in as somebody else by now. */
  swapped(): void;
}

/** Draws what the overlay has for a page; undefined where that is nothing. @param signal takes it away */
export function drawPage(
  { content, root }: Overlay,
  page: Page,
  site: Site,
  known: Known | undefined,
  signal: AbortSignal,
): DrawnPage | undefined {
  const { login } = site;
  const isList = page.kind === "list";
  const hasRows = page.rows !== undefined && site.controls.rows && login !== undefined;
  if (isList && !hasRows) return undefined;
  content.replaceChildren();
  if (login === undefined) {
    content.append(drawInvitation());
    return { ready: () => undefined, swapped: () => undefined };
  }
  const signedIn = () => signedInOn(document);
  const { locked = false } = site;
  const view = viewOf(page, { login, known, signedIn, say: createToasts(root, signal), locked });
  const bar = isList ? undefined : drawBar(view, { ...site, login }, signal);
  if (bar) {
    content.append(bar.element);
    listenForShortcuts(bar.shortcuts, signal);
  }
  const swapped = () => bar?.signedIn(signedIn());
  return {
    swapped,
    ready() {
      swapped();
      if (hasRows) void drawPart("rows", content, view, signal).catch(() => undefined);
    },
  };
}

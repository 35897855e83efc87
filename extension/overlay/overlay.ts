import { browser } from "wxt/browser";
import type { Known, Site } from "../known/keys.ts";
import { onSite, readKnown, readSite } from "../known/read.ts";
import { mountOverlay, type Overlay } from "../page/mount.ts";
import { onNavigation } from "../page/navigation.ts";
import { type Page, parsePage } from "../page/parse-page.ts";
import { signedInOn } from "../page/signed-in.ts";
import { drawPart } from "../ui/parts.ts";
import { createToasts } from "../ui/toasts.ts";
import type { Say } from "../ui/view.ts";
import { speak } from "../ui/words.ts";
import { drawBar, drawInvitation, drawMismatch } from "./bar.ts";
import { viewOf } from "./page-view.ts";
import { listenForShortcuts } from "./shortcuts.ts";

/** Keeps one overlay on a tab's page, whatever page that is. @param signal takes it away for good */
export function keepOverlay(signal: AbortSignal): void {
  let overlay: Overlay | undefined;
  let toasts: Say = () => {};
  let shown: AbortController | undefined;
  let site: Site | undefined;
  let latest: string | undefined;

  async function follow() {
    // An update replaced the extension: its new script does the rest.
    if (!browser.runtime?.id) return away();
    const page = parsePage(location.href);
    if (page?.key === latest) return;
    latest = page?.key;
    if (!page) return hide();
    const asked = [readSite(page.origin), readKnown(page.key)] as const;
    const [found, known] = await Promise.all(asked);
    await parsed();
    // Another page may have come meanwhile.
    if (latest !== page.key) return;
    site = found;
    show(page, known);
  }

  function show(page: Page, known: Known | undefined) {
    hide();
    if (!site) return;
    shown = new AbortController();
    speak(site.words);
    if (!overlay) {
      overlay = mountOverlay(signal);
      toasts = createToasts(overlay.host.shadowRoot ?? overlay.content, signal);
    }
    overlay.host.dataset["theme"] = site.theme;
    const { login } = site;
    const signedIn = () => signedInOn(document);
    if (login === undefined) {
      if (page.kind === "list") return;
      overlay.content.replaceChildren(drawInvitation());
    } else {
      const view = viewOf(page, { login, known, signedIn, say: toasts });
      if (page.rows && site.controls.rows)
        void drawPart("rows", overlay.content, view, shown.signal).catch(() => undefined);
      if (page.kind === "list") return;
      overlay.content.replaceChildren(drawBar(view, { ...site, login }, shown.signal));
      const other = signedIn();
      if (other && other.toLowerCase() !== login.toLowerCase()) {
        overlay.content.firstElementChild?.append(drawMismatch(view, site, other));
      }
    }
    overlay.show(page.kind);
  }

  function hide() {
    shown?.abort();
    shown = undefined;
    overlay?.hide();
  }

  function again() {
    latest = undefined;
    void follow();
  }

  const ended = new AbortController();
  function away() {
    ended.abort();
    hide();
  }
  signal.addEventListener("abort", away);
  onNavigation(ended.signal, () => void follow());
  onSite(location.origin, again, ended.signal);
  listenForShortcuts(() => ({ site, overlay }), ended.signal);
  void follow();
}

/** The page's elements are all there. */
function parsed(): Promise<void> | undefined {
  if (document.readyState !== "loading") return undefined;
  return new Promise((resolve) => document.addEventListener("DOMContentLoaded", () => resolve(), { once: true }));
}

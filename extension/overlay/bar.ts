import type { CachedSite } from "../cache/cached-data.ts";
import { CONTROLS } from "../controls/index.ts";
import { language, t } from "../locales/i18n.ts";
import type { ParsedPage } from "../page/parse-page.ts";
import { drawAlert } from "../ui/draw-alert.ts";
import { button, element } from "../ui/element.ts";
import { drawIcon, PERSON } from "../ui/icon.ts";
import type { ShortcutAction } from "../ui/shortcuts.ts";
import type { ControlView } from "../ui/view.ts";

/** The overlay on a host with an account. */
export interface OverlayBar {
  readonly element: HTMLElement;
  /** Maps key combinations to the shortcut's function. */
  readonly shortcuts: ReadonlyMap<string, ShortcutAction>;
}

/** Draws a page's controls and the active account. */
export function drawBar(
  view: ControlView,
  site: Pick<CachedSite, "controls" | "locked"> & {
    readonly shortcuts: Partial<CachedSite["shortcuts"]>;
    readonly login: string;
  },
  signal: AbortSignal,
): OverlayBar {
  const shortcuts = new Map<string, ShortcutAction>();
  const controls = element("div", { class: "controls" });
  for (const { id, pageKinds, mount } of CONTROLS) {
    if (!site.controls[id] || !pageKinds.includes(view.page.kind)) continue;
    const slot = controls.appendChild(element("div"));
    const shortcut = mount(slot, view, signal);
    if (site.shortcuts[id]) shortcuts.set(site.shortcuts[id], shortcut);
  }
  const { login } = site;
  const name = element("span", {}, login);
  const accountLabel = element("span", { class: "who", title: t("actsAs", login) }, drawIcon(PERSON).element, name);
  controls.append(accountLabel);
  const bar = drawSection(controls);
  // Shown once, instead of a message for each control.
  if (site.locked) bar.append(drawAlert(t("lockedAway"), t("openFromToolbar")));
  return { element: bar, shortcuts };
}

/** Answers of the worker that don't arrive. */
const never = () => new Promise<never>(() => undefined);

/**
 * Draws the overlay until the worker has responded: the controls of the page, which don't know their states yet. So they
 * don't move the page when they do.
 */
export function drawWaiting(page: ParsedPage, signal: AbortSignal): HTMLElement {
  const controls = { star: true, watch: true, "review-request": false, rows: false };
  const view: ControlView = {
    page,
    site: { controls, theme: "auto" },
    notify: never,
    forRow: () => view,
    cachedRows: never,
    cached: () => undefined,
    onUpdate: never,
    read: never,
    change: never,
    candidates: never,
    switchAccount: never,
    loadPart: never,
  };
  return drawBar(view, { controls, shortcuts: {}, login: t("checking") }, signal).element;
}

/** Draws the overlay for a page about which the worker could not be asked. */
export function drawUnavailable(text: string, retry: () => void): HTMLElement {
  return drawSection(drawAlert(text, button({}, retry, t("tryAgain"))));
}

function drawSection(...children: readonly Node[]): HTMLElement {
  return element("section", { class: "bar", "aria-label": "Forgehand", lang: language() }, ...children);
}

import type { CachedSite } from "../cache/keys.ts";
import type { ShortcutAction } from "../controls/control.ts";
import { CONTROLS } from "../controls/index.ts";
import { language, t } from "../locales/i18n.ts";
import { callWorker } from "../ui/call-worker.ts";
import { button, element } from "../ui/element.ts";
import { drawIcon, PERSON } from "../ui/icon.ts";
import type { ControlView } from "../ui/view.ts";

/** The overlay on a host with an account. */
export interface OverlayBar {
  readonly element: HTMLElement;
  /** Maps key combinations to the shortcut's function. */
  readonly shortcuts: ReadonlyMap<string, ShortcutAction>;
  /** Updates which user is signed in to the page. */
  setSignedIn(login: string | null | undefined): void;
}

/** Draws a page's controls and the active account. */
export function drawBar(
  view: ControlView,
  site: CachedSite & { readonly login: string },
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
  if (site.locked) bar.append(drawLockedNote(view));
  let note: HTMLElement | undefined;
  let shownLogin: string | null | undefined;
  return {
    element: bar,
    shortcuts,
    setSignedIn(signedInLogin) {
      if (signedInLogin === shownLogin) return;
      shownLogin = signedInLogin;
      note?.remove();
      note = undefined;
      if (!signedInLogin || signedInLogin.toLowerCase() === login.toLowerCase()) return;
      note = drawMismatch(view, site, signedInLogin);
      bar.append(note);
    },
  };
}

/** Shows once that tokens are locked, instead of a message per control. */
function drawLockedNote(view: ControlView): HTMLElement {
  const text = element("span", { class: "text" }, t("lockedAway"));
  return element(
    "p",
    { class: "problem", role: "alert" },
    text,
    button({}, () => view.openPage("unlock"), t("unlock")),
  );
}

/** Draws the overlay for a host without an account. */
export function drawAddAccountPrompt(): HTMLElement {
  const text = element("span", { class: "dim" }, t("noAccountHere"));
  const add = button({}, () => void callWorker("open", { what: "options" }), t("addOne"));
  return drawSection(element("div", { class: "controls" }, text, add));
}

/** Warns that the page is signed in as a different user, and offers to switch if Forgehand has that user's account. */
function drawMismatch(view: ControlView, { login = "", logins }: CachedSite, signedIn: string): HTMLElement {
  const matchingLogin = logins.find((login) => login.toLowerCase() === signedIn.toLowerCase());
  const action =
    matchingLogin === undefined
      ? button({}, () => view.openPage("options"), t("openOptions"))
      : button({}, () => view.switchAccount(matchingLogin), t("switchTo", matchingLogin));
  const text = element("span", { class: "text" }, t("signedInAs", signedIn, login));
  return element("p", { class: "problem", role: "alert" }, text, action);
}

function drawSection(...children: readonly Node[]): HTMLElement {
  return element("section", { class: "bar", "aria-label": "Forgehand", lang: language() }, ...children);
}

import type { Shortcut } from "../controls/control.ts";
import { CONTROLS } from "../controls/index.ts";
import type { Site } from "../known/keys.ts";
import { ask } from "../ui/ask.ts";
import { button, element } from "../ui/element.ts";
import { drawIcon, PERSON } from "../ui/icon.ts";
import type { View } from "../ui/view.ts";
import { language, t } from "../ui/words.ts";

/** The overlay where there is an account. */
export interface Bar {
  readonly element: HTMLElement;
  /** What the chosen shortcuts do, by their keys. */
  readonly shortcuts: ReadonlyMap<string, Shortcut>;
  /** Tells it who is signed in on the page. */
  signedIn(login: string | null | undefined): void;
}

/** Draws a page's controls, and who acts. */
export function drawBar(view: View, site: Site & { readonly login: string }, signal: AbortSignal): Bar {
  const shortcuts = new Map<string, Shortcut>();
  const controls = element("div", { class: "controls" });
  for (const { id, on, init } of CONTROLS) {
    if (!site.controls[id] || !on.includes(view.page.kind)) continue;
    const place = controls.appendChild(element("div"));
    const shortcut = init(place, view, signal);
    if (site.shortcuts[id]) shortcuts.set(site.shortcuts[id], shortcut);
  }
  const { login } = site;
  const name = element("span", {}, login);
  const who = element("span", { class: "who", title: t("actsAs", login) }, drawIcon(PERSON).element, name);
  controls.append(who);
  const bar = section(controls);
  if (site.locked) bar.append(drawLocked(view));
  let note: HTMLElement | undefined;
  let told: string | null | undefined;
  return {
    element: bar,
    shortcuts,
    signedIn(other) {
      if (other === told) return;
      told = other;
      note?.remove();
      note = undefined;
      if (!other || other.toLowerCase() === login.toLowerCase()) return;
      note = drawMismatch(view, site, other);
      bar.append(note);
    },
  };
}

/** Says once what keeps every control from knowing anything new. */
function drawLocked(view: View): HTMLElement {
  const text = element("span", { class: "text" }, t("lockedAway"));
  return element(
    "p",
    { class: "problem", role: "alert" },
    text,
    button({}, () => view.open("unlock"), t("unlock")),
  );
}

/** The overlay where there is no account yet. */
export function drawInvitation(): HTMLElement {
  const text = element("span", { class: "dim" }, t("noAccountHere"));
  const add = button({}, () => void ask("open", { what: "options" }), t("addOne"));
  return section(element("div", { class: "controls" }, text, add));
}

/** Says that the page is signed in as somebody else, whom Forgehand could act as where it has their account too. */
function drawMismatch(view: View, { login = "", logins }: Site, signedIn: string): HTMLElement {
  const own = logins.find((login) => login.toLowerCase() === signedIn.toLowerCase());
  const helps =
    own === undefined
      ? button({}, () => view.open("options"), t("openOptions"))
      : button({}, () => view.switchTo(own), t("switchTo", own));
  const text = element("span", { class: "text" }, t("signedInAs", signedIn, login));
  return element("p", { class: "problem", role: "alert" }, text, helps);
}

function section(...children: readonly Node[]): HTMLElement {
  return element("section", { class: "bar", "aria-label": "Forgehand", lang: language() }, ...children);
}

import { CONTROLS } from "../controls/index.ts";
import type { Site } from "../known/keys.ts";
import { ask } from "../ui/ask.ts";
import { trusted } from "../ui/trusted.ts";
import type { View } from "../ui/view.ts";
import { t } from "../ui/words.ts";

// Plain elements: what never changes on a page needs nothing that watches over it.

/** The overlay where there is an account: its controls, and who acts. */
export function drawBar(view: View, site: Site & { readonly login: string }, signal: AbortSignal): HTMLElement {
  const bar = section();
  for (const { id, on, init } of CONTROLS) {
    if (!site.controls[id] || !on.includes(view.page.kind)) continue;
    const place = document.createElement("div");
    bar.append(place);
    init(place, view, signal);
  }
  const who = document.createElement("span");
  who.className = "who";
  who.title = t("actsAs", site.login);
  who.textContent = site.login;
  bar.append(who);
  return bar;
}

/** The overlay where there is no account yet. */
export function drawInvitation(): HTMLElement {
  const bar = section();
  const text = document.createElement("span");
  text.className = "dim";
  text.textContent = t("noAccountHere");
  bar.append(
    text,
    button(t("addOne"), () => void ask("open", { what: "options" })),
  );
  return bar;
}

/** Says that the page is signed in as somebody else, whom Forgehand could act as where it has their account too. */
export function drawMismatch(view: View, site: Site, signedIn: string): HTMLElement {
  const note = document.createElement("p");
  note.className = "problem mismatch";
  note.setAttribute("role", "alert");
  note.textContent = t("signedInAs", signedIn, site.login ?? "");
  const own = site.logins.find((login) => login.toLowerCase() === signedIn.toLowerCase());
  note.append(
    own === undefined
      ? button(t("openOptions"), () => view.open("options"))
      : button(t("switchTo", own), () => void ask("switch-account", { page: view.page.key, login: own })),
  );
  return note;
}

function section(): HTMLElement {
  const bar = document.createElement("section");
  bar.className = "bar";
  bar.setAttribute("aria-label", "Forgehand");
  return bar;
}

function button(text: string, pressed: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.addEventListener("click", trusted(pressed));
  return made;
}

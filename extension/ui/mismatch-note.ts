import type { CachedSite } from "../cache/cached-data.ts";
import { t } from "../locales/i18n.ts";
import { drawAlert } from "./draw-alert.ts";
import { button } from "./element.ts";
import type { ControlView } from "./view.ts";

type Accounts = Pick<CachedSite, "login" | "logins">;

/**
 * Warns in the bar while the page is signed in as a user other than the active account.
 * @returns called with the user who is signed in to the page, at first and after each change
 */
export function createMismatchNote(
  bar: Element,
  view: Pick<ControlView, "switchAccount">,
  accounts: Accounts,
): (signedIn: string | null) => void {
  let note: HTMLElement | undefined;
  let shown: string | null = null;
  return (signedIn) => {
    if (signedIn === shown) return;
    shown = signedIn;
    note?.remove();
    note = undefined;
    if (signedIn === null || isSameLogin(signedIn, accounts.login ?? "")) return;
    note = drawMismatch(view, accounts, signedIn);
    bar.append(note);
  };
}

/** Warns that the page is signed in as a different user, and offers to switch if Forgehand has that user's account. */
function drawMismatch(
  view: Pick<ControlView, "switchAccount">,
  { login = "", logins }: Accounts,
  signedIn: string,
): HTMLElement {
  const matchingLogin = logins.find((login) => isSameLogin(login, signedIn));
  const text = t("signedInAs", signedIn, login);
  if (matchingLogin === undefined) return drawAlert(text, t("openFromToolbar"));
  return drawAlert(
    text,
    button({}, () => view.switchAccount(matchingLogin), t("switchTo", matchingLogin)),
  );
}

const isSameLogin = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

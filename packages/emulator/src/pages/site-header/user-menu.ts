import { html } from "hono/html";
import { avatarImage } from "../layout/avatar.ts";
import { COLOR_MODES, type ColorMode } from "../layout/color-mode.ts";
import type { Html } from "../layout/html.ts";
import type { PageFrame } from "./page-frame.ts";

const MENU_ID = "user-navigation-menu";

/** Renders the button of the user's menu and the menu, as a popover, which opens without scripts. */
export function userMenuButton(login: string, frame: PageFrame): Html {
  return html`<button
      type="button"
      class="user-menu-button"
      aria-label="Open user navigation menu"
      data-login="${login}"
      popovertarget="${MENU_ID}"
      >${avatarImage(login, 32)}</button
    >
    <div id="${MENU_ID}" class="user-menu" popover>${userMenu(login, frame)}</div>`;
}

/** Renders the user's menu: links to pages of the user, the color mode, and signing out. */
export function userMenu(login: string, { colorMode, currentAddress }: PageFrame): Html {
  return html`<p>Signed in as <strong>${login}</strong></p>
    <ul>
      <li><a href="/${login}">Your profile</a></li>
      <li><a href="/${login}?tab=repositories">Your repositories</a></li>
      <li><a href="/dashboard">Home</a></li>
      <li><a href="/stars">Stars</a></li>
      <li><a href="/watching">Watching</a></li>
      <li><a href="/notifications">Notifications</a></li>
    </ul>
    ${appearance(colorMode, currentAddress)}
    <form action="/logout" method="post"><button type="submit" class="btn">Sign out</button></form>`;
}

/** Renders the choice of a color mode. Turbo would keep the root element's attributes, so the form bypasses it. */
function appearance(current: ColorMode, currentAddress: string): Html {
  return html`<form class="appearance" action="/settings/appearance" method="post" data-turbo="false" role="group" aria-label="Appearance">
    <input type="hidden" name="return_to" value="${currentAddress}" />
    ${Object.entries(COLOR_MODES).map(
      ([mode, name]) =>
        html`<button type="submit" class="btn btn-sm" name="color_mode" value="${mode}" aria-pressed="${mode === current}">${name}</button> `,
    )}
  </form>`;
}

/** Renders the link to sign in. */
export function signInLink({ currentAddress }: PageFrame): Html {
  const returnParameter = currentAddress === "/" ? "" : `?return_to=${encodeURIComponent(currentAddress)}`;
  return html`<nav class="account-nav" aria-label="Account"><a href="/login${returnParameter}">Sign in</a></nav>`;
}

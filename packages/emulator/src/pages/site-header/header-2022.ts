import { html } from "hono/html";
import { avatarImage } from "../layout/avatar.ts";
import type { Html } from "../layout/html.ts";
import { notificationsLink } from "./notifications-link.ts";
import type { PageFrame } from "./page-frame.ts";
import { logo, searchForm } from "./search-form.ts";
import { signInLink, userMenu } from "./user-menu.ts";

/** Renders the header of 2022: one dark bar. The repository's name and tabs are in the content. */
export function header2022(frame: PageFrame): Html {
  const { login } = frame;
  return html`<div class="js-header-wrapper">
    <header class="Header" role="banner">
      <div class="Header-item">${logo("Header-link", html`<span>Forgehand emulator</span>`)}</div>
      <div class="Header-item Header-item--full">
        <div class="header-search">${searchForm(frame)}</div>
        ${
          login === null
            ? ""
            : html`<nav id="global-nav" aria-label="Global">
          <a class="Header-link" href="/search?q=is%3Aopen+author%3A%40me&type=pullrequests">Pull requests</a>
          <a class="Header-link" href="/trending">Explore</a>
        </nav>`
        }
      </div>
      ${login === null ? html`<div class="Header-item">${signInLink(frame)}</div>` : account(login, frame)}
    </header>
  </div>`;
}

function account(login: string, frame: PageFrame): Html {
  return html`<div class="Header-item">
      ${notificationsLink(frame, "Header-link")}
    </div>
    <div class="Header-item">
      <details class="details-overlay details-reset">
        <summary class="Header-link" aria-label="View profile and more">${avatarImage(login, 20)}</summary>
        <div class="user-menu dropdown-menu dropdown-menu-sw">${userMenu(login, frame)}</div>
      </details>
    </div>`;
}

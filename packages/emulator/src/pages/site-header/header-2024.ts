import { html } from "hono/html";
import type { Html } from "../layout/html.ts";
import { icon } from "../layout/icons.ts";
import { tabs } from "../layout/tabs.ts";
import { notificationsLink } from "./notifications-link.ts";
import type { PageFrame, RepositoryFrame } from "./page-frame.ts";
import { logo, searchForm } from "./search-form.ts";
import { signInLink, userMenuButton } from "./user-menu.ts";

/** Renders the header of 2024: a bar of the site, and below it a bar with the repository's tabs. */
export function header2024(frame: PageFrame): Html {
  const { login, repository } = frame;
  return html`<header class="AppHeader" role="banner" data-turbo-replace>
    <div class="AppHeader-globalBar js-global-bar">
      <div class="AppHeader-globalBar-start">
        ${logo("AppHeader-logo", html`<span class="${repository ? "sr-only" : ""}">Forgehand emulator</span>`)}
        ${repository ? context(repository) : ""}
      </div>
      <div class="AppHeader-globalBar-end">
        <div class="AppHeader-search">${searchForm(frame)}</div>
        ${login === null ? signInLink(frame) : html`${actions(login, frame)}<div class="AppHeader-user">${userMenuButton(login, frame)}</div>`}
      </div>
    </div>
    ${repository ? html`<div class="AppHeader-localBar">${tabs("Repository", repository.tab, repository.tabs)}</div>` : ""}
  </header>`;
}

function context({ owner, name, isPrivate }: RepositoryFrame): Html {
  return html`<nav class="AppHeader-context" aria-label="Page context">
    <ul role="list">
      <li><a class="AppHeader-context-item" href="/${owner}">${owner}</a></li>
      <li>
        <span class="AppHeader-context-item-separator" aria-hidden="true">/</span>
        <a class="AppHeader-context-item" href="/${owner}/${name}">${name}</a> ${isPrivate ? icon("lock") : ""}
      </li>
    </ul>
  </nav>`;
}

function actions(login: string, frame: PageFrame): Html {
  return html`<div class="AppHeader-actions">
    <a class="AppHeader-button" href="/search?q=is%3Aopen+author%3A%40me&type=pullrequests" aria-label="Your pull requests"
      >${icon("git-pull-request")}</a
    >
    <a class="AppHeader-button" href="/${login}?tab=repositories" aria-label="Your repositories">${icon("repo")}</a>
    ${notificationsLink(frame, "AppHeader-button")}
  </div>`;
}

import { html } from "hono/html";
import { formatCompactCount, formatCount } from "../layout/counts.ts";
import type { Html } from "../layout/html.ts";
import { type IconName, icon } from "../layout/icons.ts";
import { notificationsLink } from "./notifications-link.ts";
import type { PageFrame, RepositoryFrame } from "./page-frame.ts";
import { logo, searchForm } from "./search-form.ts";
import { signInLink, userMenuButton } from "./user-menu.ts";

/** Renders the header of 2026: breadcrumbs, search and actions in the first row, the repository's tabs in the second. */
export function header2026(frame: PageFrame): Html {
  const { login, repository } = frame;
  return html`<react-partial partial-name="global-nav-bar" data-ssr="true" data-turbo-replace>
    <div class="GlobalNav" data-color-mode="${frame.colorMode}" data-target="react-partial.reactRoot">
      <header role="banner" class="GlobalNav-header">
        <div class="GlobalNav-row">
          ${logo("GlobalNav-logo", html`<span class="sr-only">Forgehand emulator</span>`)} ${breadcrumbs(repository)}
          <div class="GlobalNav-end">${searchForm(frame)} ${login === null ? signInLink(frame) : actions(login, frame)}</div>
        </div>
        ${repository ? repositoryNav(repository) : ""}
      </header>
    </div>
  </react-partial>`;
}

function breadcrumbs(repository: RepositoryFrame | undefined): Html {
  if (!repository)
    return html`<nav class="GlobalNav-breadcrumbs" aria-label="Breadcrumbs"><ol><li><a href="/">Forgehand emulator</a></li></ol></nav>`;
  const { owner, name, isPrivate } = repository;
  return html`<nav class="GlobalNav-breadcrumbs" aria-label="Breadcrumbs">
    <ol>
      <li><a href="/${owner}">${owner}</a></li>
      <li><a href="/${owner}/${name}">${name}</a>${isPrivate ? icon("lock") : ""}</li>
    </ol>
  </nav>`;
}

function actions(login: string, frame: PageFrame): Html {
  const link = (name: string, picture: IconName, address: string) =>
    html`<a class="GlobalNav-action" href="${address}" aria-label="${name}">${icon(picture)}</a>`;
  return html`<div class="GlobalNav-actions" data-testid="top-bar-actions">
      ${link("Your pull requests", "git-pull-request", "/search?q=is%3Aopen+author%3A%40me&type=pullrequests")}
      ${link("Your repositories", "repo", `/${login}?tab=repositories`)}
    </div>
    ${notificationsLink(frame, "GlobalNav-action")} ${userMenuButton(login, frame)}`;
}

function repositoryNav({ tabs, tab }: RepositoryFrame): Html {
  return html`<nav class="GlobalNav-tabs" aria-label="Repository">
    <ul role="list">
      ${tabs.map(
        ({ id, name, icon: picture, address, count }) => html`<li>
          <a id="${id}-tab" href="${address}" data-tab-item="${id}" data-react-nav ${id === tab ? html`aria-current="page"` : ""}
            ><span data-component="icon">${icon(picture)}</span> <span data-component="text" data-content="${name}">${name}</span>
            ${
              count === undefined
                ? ""
                : html`<span data-component="counter"><span class="Counter" title="${formatCount(count)}">${formatCompactCount(count)}</span></span>`
            }</a
          >
        </li>`,
      )}
    </ul>
  </nav>`;
}

import { html } from "hono/html";
import { getAccount } from "../../state/accounts.ts";
import { countStars, stargazersOf } from "../../state/stars.ts";
import { countWatchers, watchersOf } from "../../state/subscriptions.ts";
import { avatarImage } from "../layout/avatar.ts";
import { pluralize } from "../layout/counts.ts";
import type { Html } from "../layout/html.ts";
import { emptyState, pager, pageWindow } from "../layout/paging.ts";
import { relativeTime } from "../layout/relative-time.ts";
import { type RepositoryPageRequest, renderRepositoryPage } from "./repository-layout.ts";

/** Renders `/{owner}/{repo}/stargazers`. */
export function stargazersPage(request: RepositoryPageRequest): Html {
  const { db } = request.context;
  const { rows, total } = stargazersOf(db, request.repository.id, pageWindow(request));
  const people = rows.map(({ user_id, starred_at }) => ({ id: user_id, action: "Starred", at: starred_at }));
  const empty = { title: "No one has starred this repository yet", text: "Users who star it are listed here." };
  return peoplePage(
    request,
    { title: "Stargazers", count: pluralize(countStars(db, request.repository.id), "star") },
    people,
    {
      ...empty,
      total,
    },
  );
}

/** Renders `/{owner}/{repo}/watchers`. */
export function watchersPage(request: RepositoryPageRequest): Html {
  const { db } = request.context;
  const { rows, total } = watchersOf(db, request.repository.id, pageWindow(request));
  const people = rows.map(({ user_id, created_at }) => ({ id: user_id, action: "Watching since", at: created_at }));
  const empty = { title: "No one is watching this repository", text: "Users who watch it are listed here." };
  const count = pluralize(countWatchers(db, request.repository.id), "watcher");
  return peoplePage(request, { title: "Watchers", count }, people, { ...empty, total });
}

/** A user with the time of an action. */
interface ListedPerson {
  readonly id: number;
  readonly action: string;
  readonly at: string;
}

function peoplePage(
  request: RepositoryPageRequest,
  { title, count }: { readonly title: string; readonly count: string },
  people: readonly ListedPerson[],
  { total, ...empty }: { readonly total: number; readonly title: string; readonly text: string },
): Html {
  const row = ({ id, action, at }: ListedPerson) => {
    const { login, name } = getAccount(request.context.db, id);
    return html`<li class="follow-list-item">
      ${avatarImage(login, 40)}
      <div>
        <h2 class="follow-list-name"><a href="/${login}" data-hovercard-type="user">${login}</a></h2>
        ${name ? html`<span>${name}</span>` : ""}
        <p class="dim">${action} ${relativeTime(request.now, at)}</p>
      </div>
    </li>`;
  };
  return renderRepositoryPage(
    request,
    `${title} · ${request.root.slice(1)}`,
    "none",
    html`<div class="page-title">
          <h1>${title}</h1>
          <span class="dim">${count}</span>
        </div>
        <div id="repos">
          ${
            people.length === 0
              ? emptyState(request, total, empty.title, empty.text)
              : html`<ol class="follow-list">
                  ${people.map(row)}
                </ol>`
          }
        </div>
        ${pager(request, total)}`,
  );
}

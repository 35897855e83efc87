import { html } from "hono/html";
import { getAccount } from "../../state/accounts.ts";
import { countStars, stargazersOf } from "../../state/stars.ts";
import { countWatchers, watchersOf } from "../../state/subscriptions.ts";
import { avatarOf } from "../layout/avatar.ts";
import { counted } from "../layout/counts.ts";
import type { Html } from "../layout/html.ts";
import { moment } from "../layout/moment.ts";
import { nothing, pager, windowOf } from "../layout/paging.ts";
import { pageFor } from "../page-for.ts";
import { type RepositoryVisit, withinRepository } from "./head.ts";

/** `/{owner}/{repo}/stargazers` */
export function stargazersPage(visit: RepositoryVisit): Html {
  const { db } = visit.world;
  const { rows, total } = stargazersOf(db, visit.repository.id, windowOf(visit));
  const people = rows.map(({ user_id, starred_at }) => ({ id: user_id, what: "Starred", at: starred_at }));
  const empty = { title: "No one has starred this repository yet", text: "Whoever does is listed here." };
  return peoplePage(
    visit,
    { title: "Stargazers", count: counted(countStars(db, visit.repository.id), "star") },
    people,
    {
      ...empty,
      total,
    },
  );
}

/** `/{owner}/{repo}/watchers` */
export function watchersPage(visit: RepositoryVisit): Html {
  const { db } = visit.world;
  const { rows, total } = watchersOf(db, visit.repository.id, windowOf(visit));
  const people = rows.map(({ user_id, created_at }) => ({ id: user_id, what: "Watching since", at: created_at }));
  const empty = { title: "No one is watching this repository", text: "Whoever does is listed here." };
  const count = counted(countWatchers(db, visit.repository.id), "watcher");
  return peoplePage(visit, { title: "Watchers", count }, people, { ...empty, total });
}

/** Somebody who did something, and when. */
interface Person {
  readonly id: number;
  readonly what: string;
  readonly at: string;
}

function peoplePage(
  visit: RepositoryVisit,
  { title, count }: { readonly title: string; readonly count: string },
  people: readonly Person[],
  { total, ...empty }: { readonly total: number; readonly title: string; readonly text: string },
): Html {
  const row = ({ id, what, at }: Person) => {
    const { login, name } = getAccount(visit.world.db, id);
    return html`<li class="follow-list-item">
      ${avatarOf(login, 40)}
      <div>
        <h2 class="follow-list-name"><a href="/${login}" data-hovercard-type="user">${login}</a></h2>
        ${name ? html`<span>${name}</span>` : ""}
        <p class="dim">${what} ${moment(visit.now, at)}</p>
      </div>
    </li>`;
  };
  return pageFor(
    visit,
    `${title} · ${visit.root.slice(1)}`,
    withinRepository(
      visit,
      "none",
      html`<div class="page-title">
          <h1>${title}</h1>
          <span class="dim">${count}</span>
        </div>
        <div id="repos">
          ${
            people.length === 0
              ? nothing(visit, total, empty.title, empty.text)
              : html`<ol class="follow-list">
                  ${people.map(row)}
                </ol>`
          }
        </div>
        ${pager(visit, total)}`,
    ),
    { repository: visit.repository },
  );
}

import { html } from "hono/html";
import { visibleTo } from "../callers/visible.ts";
import type { Account } from "../state/accounts.ts";
import { fullNameOf, type Repository, repositoryOf } from "../state/repositories.ts";
import { watchedBy } from "../state/subscriptions.ts";
import { counted } from "./layout/counts.ts";
import type { Html } from "./layout/html.ts";
import { icon } from "./layout/icons.ts";
import { moment } from "./layout/moment.ts";
import { nothing, pager, windowOf } from "./layout/paging.ts";
import { pageFor } from "./page-for.ts";
import { repositoryLink, visibilityLabel } from "./repository/row.ts";
import type { Visit } from "./visit.ts";

/** `/watching`: what whoever is signed in watches. */
export function watchingPage(visit: Visit, user: Account): Html {
  const { db } = visit.world;
  const { rows, total } = watchedBy(db, user.id, visibleTo(visit.caller), windowOf(visit));
  return pageFor(
    visit,
    "Watching",
    html`<main>
      <div class="container narrow">
        <div class="page-title">
          <h1>Watching</h1>
          <span class="dim">${counted(total, "repository", "repositories")}</span>
        </div>
        <div class="Box">
          ${
            rows.length === 0
              ? nothing(visit, total, "You don’t watch any repositories", "Those that you watch are listed here.")
              : html`<ul class="repo-list js-subscriptions">
                  ${rows.map((row) => watchedRow(visit, repositoryOf(db, row.repository_id), row.created_at))}
                </ul>`
          }
        </div>
        ${pager(visit, total)}
      </div>
    </main>`,
  );
}

function watchedRow(visit: Visit, repository: Repository, since: string): Html {
  return html`<li class="Box-row js-subscription-row">
    ${icon(repository.private ? "lock" : "repo")}
    <div class="row-main">
      <h2 class="row-title">${repositoryLink(visit, repository, fullNameOf(visit.world.db, repository))}</h2>
      ${repository.private || repository.archived ? visibilityLabel(repository) : ""}
      <div class="row-facts"><span>Watching since ${moment(visit.now, since)}</span></div>
    </div>
  </li>`;
}

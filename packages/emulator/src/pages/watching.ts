import { html } from "hono/html";
import { visibleRepositories } from "../callers/visible.ts";
import type { Account } from "../state/accounts.ts";
import { fullNameOf, type Repository, repositoryOf } from "../state/repositories.ts";
import { watchedBy } from "../state/subscriptions.ts";
import { pluralize } from "./layout/counts.ts";
import type { Html } from "./layout/html.ts";
import { icon } from "./layout/icons.ts";
import { emptyState, pager, pageWindow } from "./layout/paging.ts";
import { relativeTime } from "./layout/relative-time.ts";
import type { PageRequest } from "./page-request.ts";
import { renderHtmlPage } from "./render-html-page.ts";
import { repositoryLink, visibilityLabel } from "./repository/repository-row.ts";

/** Renders `/watching`: the repositories that the signed-in user watches. */
export function watchingPage(request: PageRequest, user: Account): Html {
  const { db } = request.context;
  const { rows, total } = watchedBy(db, user.id, visibleRepositories(request.caller), pageWindow(request));
  return renderHtmlPage(
    request,
    "Watching",
    html`<main>
      <div class="container narrow">
        <div class="page-title">
          <h1>Watching</h1>
          <span class="dim">${pluralize(total, "repository", "repositories")}</span>
        </div>
        <div class="Box">
          ${
            rows.length === 0
              ? emptyState(
                  request,
                  total,
                  "You don’t watch any repositories",
                  "Repositories that you watch are listed here.",
                )
              : html`<ul class="repo-list js-subscriptions">
                  ${rows.map((row) => watchedRow(request, repositoryOf(db, row.repository_id), row.created_at))}
                </ul>`
          }
        </div>
        ${pager(request, total)}
      </div>
    </main>`,
  );
}

function watchedRow(request: PageRequest, repository: Repository, since: string): Html {
  return html`<li class="Box-row js-subscription-row">
    ${icon(repository.private ? "lock" : "repo")}
    <div class="row-main">
      <h2 class="row-title">${repositoryLink(request, repository, fullNameOf(request.context.db, repository))}</h2>
      ${repository.private || repository.archived ? visibilityLabel(repository) : ""}
      <div class="row-facts"><span>Watching since ${relativeTime(request.now, since)}</span></div>
    </div>
  </li>`;
}

import { html } from "hono/html";
import { visibleRepositories } from "../callers/visible.ts";
import type { Account } from "../state/accounts.ts";
import { allOf } from "../state/condition.ts";
import { fullNameOf, type Repository, repositoryOf } from "../state/repositories.ts";
import { AFFILIATIONS, repositoriesGrantedTo } from "../state/repository-lists.ts";
import { avatarImage } from "./layout/avatar.ts";
import type { Html } from "./layout/html.ts";
import { listFilter } from "./layout/list-filter.ts";
import { emptyState } from "./layout/paging.ts";
import type { PageRequest } from "./page-request.ts";
import { findPulls } from "./pulls/find-pulls.ts";
import { renderHtmlPage } from "./render-html-page.ts";
import { textCondition } from "./repository/repository-queries.ts";
import { repositoryLink } from "./repository/repository-row.ts";
import { pullResult } from "./search/results.ts";

/** Maximum number of rows in each list. */
const MAX_ROWS = 20;

/**
 * Renders `/dashboard`, the signed-in user's home. On github.com it is at `/`, where the emulator has its start page.
 */
export function dashboardPage(request: PageRequest, user: Account): Html {
  return renderHtmlPage(
    request,
    "Dashboard",
    html`<main>
      <div class="container Layout Layout--sidebar-first dashboard">
        <aside class="Layout-sidebar feed-left-sidebar team-left-column" aria-label="Your repositories">
          ${topRepositories(request, user)}
        </aside>
        <div class="Layout-main">
          <h1 class="sr-only">Dashboard</h1>
          ${pullSection(request, "Waiting for your review", "is:open review-requested:@me")}
          ${pullSection(request, "Your pull requests", "is:open author:@me")}
        </div>
      </div>
    </main>`,
  );
}

function topRepositories(request: PageRequest, user: Account): Html {
  const { db } = request.context;
  const text = request.query.get("q") ?? "";
  const shown = allOf([visibleRepositories(request.caller), textCondition(text)]);
  const order = { sort: "pushed", direction: "desc" } as const;
  const { rows, total } = repositoriesGrantedTo(db, user.id, AFFILIATIONS, shown, order, {
    limit: MAX_ROWS,
    offset: 0,
  });
  return html`<h2 class="list-heading">Top repositories</h2>
    ${listFilter(request, "Find a repository…")}
    <div class="js-repos-container" data-repos-container>
      ${
        rows.length === 0
          ? emptyState(request, total, "No repositories", "Repositories that you work on are listed here.")
          : html`<ul class="list-style-none" data-filterable-for="dashboard-repos-filter-left">
              ${rows.map(({ id }) => topRepositoryRow(request, repositoryOf(db, id)))}
            </ul>`
      }
    </div>`;
}

function topRepositoryRow(request: PageRequest, repository: Repository): Html {
  const name = fullNameOf(request.context.db, repository);
  const kind = repository.parent_id === null ? "source" : "fork";
  return html`<li class="${repository.private ? "private" : "public"} ${kind}">
    <div class="width-full d-flex mt-2">
      ${avatarImage(name.split("/")[0] ?? "", 16)}
      <div class="wb-break-word">${repositoryLink(request, repository, name)}</div>
    </div>
  </li>`;
}

function pullSection(request: PageRequest, title: string, query: string): Html {
  const { rows } = findPulls(request.context, request.caller, query, { limit: MAX_ROWS, offset: 0 });
  return html`<section class="dashboard-list">
    <h2 class="list-heading">${title}</h2>
    ${
      rows.length === 0
        ? html`<p class="dim">No pull requests.</p>`
        : html`<div class="search-results">${rows.map((pull) => pullResult(request, pull))}</div>`
    }
  </section>`;
}

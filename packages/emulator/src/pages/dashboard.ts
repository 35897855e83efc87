import { html } from "hono/html";
import { visibleTo } from "../callers/visible.ts";
import type { Account } from "../state/accounts.ts";
import { allOf } from "../state/condition.ts";
import { fullNameOf, type Repository, repositoryOf } from "../state/repositories.ts";
import { AFFILIATIONS, repositoriesGivenTo } from "../state/repository-lists.ts";
import { avatarOf } from "./layout/avatar.ts";
import type { Html } from "./layout/html.ts";
import { listFilter } from "./layout/list-filter.ts";
import { nothing } from "./layout/paging.ts";
import { pageFor } from "./page-for.ts";
import { findPulls } from "./pulls/find-pulls.ts";
import { holding } from "./repository/lists.ts";
import { repositoryLink } from "./repository/row.ts";
import { pullResult } from "./search/results.ts";
import type { Visit } from "./visit.ts";

/** How much of each list there is. */
const SHOWN = 20;

/** `/dashboard`: where whoever is signed in begins. Real forges have it at `/`, where this one tells of itself. */
export function dashboardPage(visit: Visit, user: Account): Html {
  return pageFor(
    visit,
    "Dashboard",
    html`<main>
      <div class="container Layout Layout--sidebar-first dashboard">
        <aside class="Layout-sidebar feed-left-sidebar team-left-column" aria-label="Your repositories">
          ${topRepositories(visit, user)}
        </aside>
        <div class="Layout-main">
          <h1 class="sr-only">Dashboard</h1>
          ${pulls(visit, "Waiting for your review", "is:open review-requested:@me")}
          ${pulls(visit, "Your pull requests", "is:open author:@me")}
        </div>
      </div>
    </main>`,
  );
}

function topRepositories(visit: Visit, user: Account): Html {
  const { db } = visit.world;
  const text = visit.query.get("q") ?? "";
  const shown = allOf([visibleTo(visit.caller), holding(text)]);
  const order = { sort: "pushed", direction: "desc" } as const;
  const { rows, total } = repositoriesGivenTo(db, user.id, AFFILIATIONS, shown, order, { limit: SHOWN, offset: 0 });
  return html`<h2 class="list-heading">Top repositories</h2>
    ${listFilter(visit, "Find a repository…")}
    <div class="js-repos-container" data-repos-container>
      ${
        rows.length === 0
          ? nothing(visit, total, "No repositories", "Those that you work on are listed here.")
          : html`<ul class="list-style-none" data-filterable-for="dashboard-repos-filter-left">
              ${rows.map(({ id }) => topRow(visit, repositoryOf(db, id)))}
            </ul>`
      }
    </div>`;
}

function topRow(visit: Visit, repository: Repository): Html {
  const name = fullNameOf(visit.world.db, repository);
  const kind = repository.parent_id === null ? "source" : "fork";
  return html`<li class="${repository.private ? "private" : "public"} ${kind}">
    <div class="width-full d-flex mt-2">
      ${avatarOf(name.split("/")[0] ?? "", 16)}
      <div class="wb-break-word">${repositoryLink(visit, repository, name)}</div>
    </div>
  </li>`;
}

function pulls(visit: Visit, title: string, query: string): Html {
  const { rows } = findPulls(visit.world, visit.caller, query, { limit: SHOWN, offset: 0 });
  return html`<section class="dashboard-list">
    <h2 class="list-heading">${title}</h2>
    ${
      rows.length === 0
        ? html`<p class="dim">No pull requests.</p>`
        : html`<div class="search-results">${rows.map((pull) => pullResult(visit, pull))}</div>`
    }
  </section>`;
}

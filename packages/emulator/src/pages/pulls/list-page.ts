import { html } from "hono/html";
import { formatCount, pluralize } from "../layout/counts.ts";
import type { Html } from "../layout/html.ts";
import { icon } from "../layout/icons.ts";
import { emptyState, pager, pageWindow } from "../layout/paging.ts";
import { type RepositoryPageRequest, renderRepositoryPage } from "../repository/repository-layout.ts";
import { trySearch } from "../search/try-search.ts";
import { countPulls, findRepositoryPulls, OPEN_PULLS } from "./find-pulls.ts";
import { pullRow } from "./pull-row.ts";

const CLOSED_PULLS = "is:pr is:closed";

/** Renders `/{owner}/{repo}/pulls`. */
export function pullListPage(request: RepositoryPageRequest): Html {
  const { context, caller, repository, root, query } = request;
  const name = root.slice(1);
  const searchText = query.get("q") ?? OPEN_PULLS;
  const found = trySearch(searchText, () =>
    findRepositoryPulls(context, caller, repository, searchText, pageWindow(request)),
  );
  const stateLink = (stateQuery: string, state: "open" | "closed", picture: Html, label: string) => {
    const current = searchText.trim().replaceAll(/\s+/g, " ") === stateQuery ? html`aria-current="page"` : "";
    const count = countPulls(context.db, repository.id, state);
    return html`<a class="btn-link" href="${root}/pulls?q=${encodeURIComponent(stateQuery)}" ${current}
      >${picture} ${formatCount(count)} ${label}</a
    >`;
  };
  return renderRepositoryPage(
    request,
    `Pull requests · ${name}`,
    "pull-requests",
    html`<h1 class="sr-only">Pull requests</h1>
        <form class="subnav-search" action="${root}/pulls" method="get" role="search" aria-label="Pull requests">
          ${icon("search")}
          <input
            id="js-issues-search"
            class="form-control"
            type="search"
            name="q"
            value="${searchText}"
            aria-label="Search all pull requests"
          />
        </form>
        <div class="Box" id="js-issues-toolbar-box">
          <div class="Box-header table-list-header-toggle">
            ${stateLink(OPEN_PULLS, "open", icon("git-pull-request"), "Open")}
            ${stateLink(CLOSED_PULLS, "closed", icon("check"), "Closed")}
            <span class="list-total">${"problem" in found ? "" : pluralize(found.total, "result")}</span>
          </div>
          <div aria-label="Issues" role="group">
            ${
              "problem" in found
                ? emptyState(request, 0, "The search query is invalid", found.problem)
                : found.rows.length === 0
                  ? emptyState(
                      request,
                      found.total,
                      "No results matched your search",
                      "Change the query to find other pull requests.",
                    )
                  : html`<ul class="js-navigation-container js-active-navigation-container" ${context.markup === "2026" ? html`data-testid="list-view-items"` : ""}>
                      ${found.rows.map((pull) => pullRow(request, pull))}
                    </ul>`
            }
          </div>
        </div>
        ${"problem" in found ? "" : pager(request, found.total)}`,
  );
}

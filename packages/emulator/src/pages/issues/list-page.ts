import { html } from "hono/html";
import { formatCount, pluralize } from "../layout/counts.ts";
import type { Html } from "../layout/html.ts";
import { icon } from "../layout/icons.ts";
import { emptyState, pager, pageWindow } from "../layout/paging.ts";
import { type RepositoryPageRequest, renderRepositoryPage } from "../repository/repository-layout.ts";
import { trySearch } from "../search/try-search.ts";
import { issueRow } from "./issue-row.ts";
import { countIssues, listRepositoryIssues, OPEN_ISSUES } from "./list-issues.ts";

const CLOSED_ISSUES = "is:issue is:closed";

/** Renders `/{owner}/{repo}/issues`; a repository without issues leads to its pull requests. */
export function issueListPage(request: RepositoryPageRequest): Html | { readonly redirect: string } {
  const { context, caller, repository, root, query } = request;
  if (!repository.settings.has_issues) return { redirect: `${root}/pulls` };
  const searchText = query.get("q") ?? OPEN_ISSUES;
  const found = trySearch(searchText, () =>
    listRepositoryIssues(context, caller, repository, searchText, pageWindow(request)),
  );
  const stateLink = (stateQuery: string, state: "open" | "closed", picture: Html, label: string) => {
    const current = searchText.trim().replaceAll(/\s+/g, " ") === stateQuery ? html`aria-current="page"` : "";
    const count = countIssues(context.db, repository.id, state);
    return html`<a class="btn-link" href="${root}/issues?q=${encodeURIComponent(stateQuery)}" ${current}
      >${picture} ${formatCount(count)} ${label}</a
    >`;
  };
  const rows =
    "problem" in found
      ? emptyState(request, 0, "The search query is invalid", found.problem)
      : found.rows.length === 0
        ? emptyState(request, found.total, "No results matched your search", "Change the query to find other issues.")
        : html`<ul class="js-navigation-container js-active-navigation-container" ${context.markup === "2026" ? html`data-testid="list-view-items"` : ""}>
            ${found.rows.map((issue) => issueRow(request, issue))}
          </ul>`;
  return renderRepositoryPage(
    request,
    `Issues · ${root.slice(1)}`,
    "issues",
    html`<h1 class="sr-only">Issues</h1>
        <form class="subnav-search" action="${root}/issues" method="get" role="search" aria-label="Issues">
          ${icon("search")}
          <input
            id="js-issues-search"
            class="form-control"
            type="search"
            name="q"
            value="${searchText}"
            aria-label="Search all issues"
          />
        </form>
        <div class="Box" id="js-issues-toolbar-box">
          <div class="Box-header table-list-header-toggle">
            ${stateLink(OPEN_ISSUES, "open", icon("issue-opened"), "Open")}
            ${stateLink(CLOSED_ISSUES, "closed", icon("check"), "Closed")}
            <span class="list-total">${"problem" in found ? "" : pluralize(found.total, "result")}</span>
          </div>
          <div aria-label="Issues" role="group">${rows}</div>
        </div>
        ${"problem" in found ? "" : pager(request, found.total)}`,
  );
}

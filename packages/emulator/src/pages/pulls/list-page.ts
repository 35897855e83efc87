import { html } from "hono/html";
import { counted, full } from "../layout/counts.ts";
import type { Html } from "../layout/html.ts";
import { icon } from "../layout/icons.ts";
import { nothing, pager, windowOf } from "../layout/paging.ts";
import { pageFor } from "../page-for.ts";
import { type RepositoryVisit, withinRepository } from "../repository/head.ts";
import { answering } from "../search/query-problem.ts";
import { countPulls, OPEN_PULLS, pullsOf } from "./find-pulls.ts";
import { pullRow } from "./row.ts";

const CLOSED_PULLS = "is:pr is:closed";

/** `/{owner}/{repo}/pulls` */
export function pullListPage(visit: RepositoryVisit): Html {
  const { world, caller, repository, root, query } = visit;
  const name = root.slice(1);
  const asked = query.get("q") ?? OPEN_PULLS;
  const found = answering(asked, () => pullsOf(world, caller, repository, asked, windowOf(visit)));
  const state = (text: string, is: "open" | "closed", picture: Html, word: string) => {
    const current = asked.trim().replaceAll(/\s+/g, " ") === text ? html`aria-current="page"` : "";
    const count = countPulls(world.db, repository.id, is);
    return html`<a class="btn-link" href="${root}/pulls?q=${encodeURIComponent(text)}" ${current}
      >${picture} ${full(count)} ${word}</a
    >`;
  };
  return pageFor(
    visit,
    `Pull requests · ${name}`,
    withinRepository(
      visit,
      "pull-requests",
      html`<h1 class="sr-only">Pull requests</h1>
        <form class="subnav-search" action="${root}/pulls" method="get" role="search" aria-label="Pull requests">
          ${icon("search")}
          <input
            id="js-issues-search"
            class="form-control"
            type="search"
            name="q"
            value="${asked}"
            aria-label="Search all pull requests"
          />
        </form>
        <div class="Box" id="js-issues-toolbar-box">
          <div class="Box-header table-list-header-toggle">
            ${state(OPEN_PULLS, "open", icon("git-pull-request"), "Open")}
            ${state(CLOSED_PULLS, "closed", icon("check"), "Closed")}
            <span class="list-total">${"problem" in found ? "" : counted(found.total, "result")}</span>
          </div>
          <div aria-label="Issues" role="group">
            ${
              "problem" in found
                ? nothing(visit, 0, "This can't be searched for", found.problem)
                : found.rows.length === 0
                  ? nothing(
                      visit,
                      found.total,
                      "No results matched your search",
                      "There are no pull requests like that here.",
                    )
                  : html`<ul class="js-navigation-container js-active-navigation-container">
                      ${found.rows.map((pull) => pullRow(visit, pull))}
                    </ul>`
            }
          </div>
        </div>
        ${"problem" in found ? "" : pager(visit, found.total)}`,
    ),
    { repository },
  );
}

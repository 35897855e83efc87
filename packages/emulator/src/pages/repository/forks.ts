import { html } from "hono/html";
import type { Html } from "../layout/html.ts";
import { nothing, pager, windowOf } from "../layout/paging.ts";
import { pageFor } from "../page-for.ts";
import { type RepositoryVisit, withinRepository } from "./head.ts";
import { forksOf } from "./lists.ts";
import { descriptionOf, repositoryFacts, repositoryLink, spelledOut } from "./row.ts";

/** `/{owner}/{repo}/forks` */
export function forksPage(visit: RepositoryVisit): Html {
  const { rows, total } = forksOf(visit.world.db, visit.caller, visit.repository.id, windowOf(visit));
  return pageFor(
    visit,
    `Forks · ${visit.root.slice(1)}`,
    withinRepository(
      visit,
      "none",
      html`<div class="page-title"><h1>Forks</h1></div>
        ${
          rows.length === 0
            ? nothing(visit, total, "No one has forked this repository yet", "What is forked from it is listed here.")
            : html`<ul class="repo-list Box">
                ${rows.map(
                  (fork) => html`<li class="Box-row">
                    <div class="row-main">
                      <h2 class="row-title">${repositoryLink(visit, fork, spelledOut(visit, fork))}</h2>
                      ${descriptionOf(fork)} ${repositoryFacts(visit, fork)}
                    </div>
                  </li>`,
                )}
              </ul>`
        }
        ${pager(visit, total)}`,
    ),
    { repository: visit.repository },
  );
}

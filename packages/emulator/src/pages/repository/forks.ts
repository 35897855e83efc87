import { html } from "hono/html";
import type { Html } from "../layout/html.ts";
import { emptyState, pager, pageWindow } from "../layout/paging.ts";
import { type RepositoryPageRequest, renderRepositoryPage } from "./repository-layout.ts";
import { listForks } from "./repository-queries.ts";
import { descriptionParagraph, ownerAndName, repositoryFacts, repositoryLink } from "./repository-row.ts";

/** Renders `/{owner}/{repo}/forks`. */
export function forksPage(request: RepositoryPageRequest): Html {
  const { rows, total } = listForks(request.context.db, request.caller, request.repository.id, pageWindow(request));
  return renderRepositoryPage(
    request,
    `Forks · ${request.root.slice(1)}`,
    "none",
    html`<div class="page-title"><h1>Forks</h1></div>
        ${
          rows.length === 0
            ? emptyState(
                request,
                total,
                "No one has forked this repository yet",
                "Forks of this repository are listed here.",
              )
            : html`<ul class="repo-list Box">
                ${rows.map(
                  (fork) => html`<li class="Box-row">
                    <div class="row-main">
                      <h2 class="row-title">${repositoryLink(request, fork, ownerAndName(request, fork))}</h2>
                      ${descriptionParagraph(fork)} ${repositoryFacts(request, fork)}
                    </div>
                  </li>`,
                )}
              </ul>`
        }
        ${pager(request, total)}`,
  );
}

import { html } from "hono/html";
import type { Account } from "../../state/accounts.ts";
import type { Repository } from "../../state/repositories.ts";
import type { Html } from "../layout/html.ts";
import { listFilter } from "../layout/list-filter.ts";
import { emptyState, pager, pageWindow } from "../layout/paging.ts";
import type { PageRequest } from "../page-request.ts";
import { listOwned } from "../repository/repository-queries.ts";
import {
  descriptionParagraph,
  repositoryFacts,
  repositoryLink,
  topicLinks,
  visibilityLabel,
} from "../repository/repository-row.ts";
import { renderProfile } from "./profile.ts";

/** Renders `/{user}?tab=repositories`. */
export function repositoriesPage(request: PageRequest, account: Account): Html {
  const text = request.query.get("q") ?? "";
  const { rows, total } = listOwned(request.context.db, request.caller, account.id, text, pageWindow(request));
  const title = account.name ? `${account.login} (${account.name})` : account.login;
  const empty =
    text === ""
      ? `${account.login} has no public repositories yet`
      : `${account.login} has no repositories that match your search`;
  return renderProfile(
    request,
    account,
    { current: "repositories", title: `${title} / Repositories`, ...(text === "" ? { repositories: total } : {}) },
    html`${listFilter(request, "Find a repository…", "repositories")}
      <h2 class="sr-only">Repositories</h2>
      <div id="user-repositories-list">
        ${
          rows.length === 0
            ? emptyState(request, total, empty, "Repositories that you can see are listed here.")
            : html`<ul data-filterable-for="your-repos-filter">
                ${rows.map((repository) => repositoryRow(request, repository))}
              </ul>`
        }
      </div>
      ${pager(request, total)}`,
  );
}

function repositoryRow(request: PageRequest, repository: Repository): Html {
  const kind = repository.parent_id === null ? "source" : "fork";
  const visibilityClass = repository.private ? "private" : "public";
  return html`<li class="col-12 d-flex flex-justify-between width-full py-4 border-bottom ${visibilityClass} ${kind}" itemprop="owns" itemscope
    itemtype="http://schema.org/Code">
    <div class="col-10 col-lg-9 d-inline-block row-main">
      <div class="d-inline-block mb-1">
        <h3 class="wb-break-all row-title">
          ${repositoryLink(request, repository, repository.name)} ${visibilityLabel(repository)}
        </h3>
      </div>
      ${descriptionParagraph(repository)} ${topicLinks(repository)} ${repositoryFacts(request, repository)}
    </div>
  </li>`;
}

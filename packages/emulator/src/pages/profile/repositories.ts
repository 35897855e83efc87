import { html } from "hono/html";
import type { Account } from "../../state/accounts.ts";
import type { Repository } from "../../state/repositories.ts";
import type { Html } from "../layout/html.ts";
import { listFilter } from "../layout/list-filter.ts";
import { nothing, pager, windowOf } from "../layout/paging.ts";
import { ownRepositories } from "../repository/lists.ts";
import { descriptionOf, repositoryFacts, repositoryLink, topicsOf, visibilityLabel } from "../repository/row.ts";
import type { Visit } from "../visit.ts";
import { profile } from "./profile.ts";

/** `/{user}?tab=repositories` */
export function repositoriesPage(visit: Visit, account: Account): Html {
  const text = visit.query.get("q") ?? "";
  const { rows, total } = ownRepositories(visit.world.db, visit.caller, account.id, text, windowOf(visit));
  const title = account.name ? `${account.login} (${account.name})` : account.login;
  const empty =
    text === "" ? `${account.login} has no public repositories yet` : `${account.login} has no repositories like that`;
  return profile(
    visit,
    account,
    { current: "repositories", title: `${title} / Repositories`, ...(text === "" ? { repositories: total } : {}) },
    html`${listFilter(visit, "Find a repository…", "repositories")}
      <h2 class="sr-only">Repositories</h2>
      <div id="user-repositories-list">
        ${
          rows.length === 0
            ? nothing(visit, total, empty, "Those that there are to be seen are listed here.")
            : html`<ul data-filterable-for="your-repos-filter">
                ${rows.map((repository) => ownRow(visit, repository))}
              </ul>`
        }
      </div>
      ${pager(visit, total)}`,
  );
}

function ownRow(visit: Visit, repository: Repository): Html {
  const kind = repository.parent_id === null ? "source" : "fork";
  const seen = repository.private ? "private" : "public";
  return html`<li class="col-12 d-flex flex-justify-between width-full py-4 border-bottom ${seen} ${kind}" itemprop="owns" itemscope
    itemtype="http://schema.org/Code">
    <div class="col-10 col-lg-9 d-inline-block row-main">
      <div class="d-inline-block mb-1">
        <h3 class="wb-break-all row-title">
          ${repositoryLink(visit, repository, repository.name)} ${visibilityLabel(repository)}
        </h3>
      </div>
      ${descriptionOf(repository)} ${topicsOf(repository)} ${repositoryFacts(visit, repository)}
    </div>
  </li>`;
}

import { html } from "hono/html";
import type { Account } from "../state/accounts.ts";
import type { Repository } from "../state/repositories.ts";
import { avatarOf } from "./layout/avatar.ts";
import type { Html } from "./layout/html.ts";
import { icon } from "./layout/icons.ts";
import { listFilter } from "./layout/list-filter.ts";
import { nothing, pager, windowOf } from "./layout/paging.ts";
import { tabs } from "./layout/tabs.ts";
import { pageFor } from "./page-for.ts";
import { detailsOf } from "./profile/details.ts";
import { countVisible, ownRepositories } from "./repository/lists.ts";
import { descriptionOf, repositoryFacts, repositoryLink, topicsOf, visibility } from "./repository/row.ts";
import type { Visit } from "./visit.ts";

/** `/{organization}` and `/orgs/{organization}/repositories` */
export function organizationPage(visit: Visit, account: Account): Html {
  const { login, name, description } = account;
  const text = visit.query.get("q") ?? "";
  const { rows, total } = ownRepositories(visit.world.db, visit.caller, account.id, text, windowOf(visit));
  const isList = visit.path.startsWith("/orgs/");
  const empty = text === "" ? "This organization has no public repositories" : "No repositories matched your search";
  const count = text === "" ? total : countVisible(visit.world.db, visit.caller, account.id);
  return pageFor(
    visit,
    isList ? `${login} repositories` : (name ?? login),
    html`<main class="organization">
      <div class="orghead">
        <div class="container orghead-title" itemscope itemtype="http://schema.org/Organization">
          ${avatarOf(login, isList ? 32 : 88)}
          <div>
            <h1>${name ?? login}</h1>
            ${isList || !description ? "" : html`<p>${description}</p>`}
            ${
              isList
                ? ""
                : html`<ul class="vcard-details row">
                    ${name ? html`<li>${icon("organization")} <span>${login}</span></li>` : ""} ${detailsOf(account)}
                  </ul>`
            }
          </div>
        </div>
        ${tabs("Organization", isList ? "org-repositories" : "org-overview", [
          { id: "org-overview", name: "Overview", icon: "organization", address: `/${login}` },
          {
            ...{ id: "org-repositories", name: "Repositories", icon: "repo", address: `/orgs/${login}/repositories` },
            count,
          },
        ])}
      </div>
      <div class="container" id="org-repositories">
        <h2 class="${isList ? "sr-only" : "list-heading"}">Repositories</h2>
        ${listFilter(visit, "Find a repository…")}
        <div class="org-repos repo-list Box" data-testid="list-view-container">
          ${
            rows.length === 0
              ? nothing(visit, total, empty, "Those that there are to be seen are listed here.")
              : html`<ul data-listview-component="items-list">
                  ${rows.map((repository) => organizationRow(visit, repository))}
                </ul>`
          }
        </div>
        ${pager(visit, total)}
      </div>
    </main>`,
  );
}

function organizationRow(visit: Visit, repository: Repository): Html {
  return html`<li class="Box-row" data-testid="list-view-item" itemprop="owns" itemscope itemtype="http://schema.org/Code">
    <div class="row-main">
      <div data-testid="list-view-item-title-container">
        <h4 class="row-title" aria-level="3">${repositoryLink(visit, repository, repository.name)}</h4>
        <span class="Label Label--secondary">${visibility(repository)}</span>
      </div>
      ${descriptionOf(repository)} ${topicsOf(repository)} ${repositoryFacts(visit, repository)}
    </div>
  </li>`;
}

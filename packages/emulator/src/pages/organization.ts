import { html } from "hono/html";
import type { Account } from "../state/accounts.ts";
import type { Repository } from "../state/repositories.ts";
import { avatarImage } from "./layout/avatar.ts";
import type { Html } from "./layout/html.ts";
import { icon } from "./layout/icons.ts";
import { listFilter } from "./layout/list-filter.ts";
import { emptyState, pager, pageWindow } from "./layout/paging.ts";
import { tabs } from "./layout/tabs.ts";
import type { PageRequest } from "./page-request.ts";
import { profileDetails } from "./profile/details.ts";
import { renderHtmlPage } from "./render-html-page.ts";
import { countVisible, listOwned } from "./repository/repository-queries.ts";
import {
  descriptionParagraph,
  repositoryFacts,
  repositoryLink,
  topicLinks,
  visibilityText,
} from "./repository/repository-row.ts";

/** Renders `/{organization}` and `/orgs/{organization}/repositories`. */
export function organizationPage(request: PageRequest, account: Account): Html {
  const { login, name, description } = account;
  const text = request.query.get("q") ?? "";
  const { rows, total } = listOwned(request.context.db, request.caller, account.id, text, pageWindow(request));
  const isList = request.path.startsWith("/orgs/");
  const empty = text === "" ? "This organization has no public repositories" : "No repositories matched your search";
  const count = text === "" ? total : countVisible(request.context.db, request.caller, account.id);
  return renderHtmlPage(
    request,
    isList ? `${login} repositories` : (name ?? login),
    html`<main class="organization">
      <div class="orghead">
        <div class="container orghead-title" itemscope itemtype="http://schema.org/Organization">
          ${avatarImage(login, isList ? 32 : 88)}
          <div>
            <h1>${name ?? login}</h1>
            ${isList || !description ? "" : html`<p>${description}</p>`}
            ${
              isList
                ? ""
                : html`<ul class="vcard-details row">
                    ${name ? html`<li>${icon("organization")} <span>${login}</span></li>` : ""} ${profileDetails(account)}
                  </ul>`
            }
          </div>
        </div>
        ${tabs("Organization", isList ? "org-repositories" : "org-overview", [
          { id: "org-overview", name: "Overview", icon: "organization", address: `/${login}` },
          {
            id: "org-repositories",
            name: "Repositories",
            icon: "repo",
            address: `/orgs/${login}/repositories`,
            count,
          },
        ])}
      </div>
      <div class="container" id="org-repositories">
        <h2 class="${isList ? "sr-only" : "list-heading"}">Repositories</h2>
        ${listFilter(request, "Find a repository…")}
        <div class="org-repos repo-list Box" data-testid="list-view-container">
          ${
            rows.length === 0
              ? emptyState(request, total, empty, "Repositories that you can see are listed here.")
              : html`<ul data-listview-component="items-list">
                  ${rows.map((repository) => organizationRow(request, repository))}
                </ul>`
          }
        </div>
        ${pager(request, total)}
      </div>
    </main>`,
  );
}

function organizationRow(request: PageRequest, repository: Repository): Html {
  return html`<li class="Box-row" data-testid="list-view-item" itemprop="owns" itemscope itemtype="http://schema.org/Code">
    <div class="row-main">
      <div data-testid="list-view-item-title-container">
        <h4 class="row-title" aria-level="3">${repositoryLink(request, repository, repository.name)}</h4>
        <span class="Label Label--secondary">${visibilityText(repository)}</span>
      </div>
      ${descriptionParagraph(repository)} ${topicLinks(repository)} ${repositoryFacts(request, repository)}
    </div>
  </li>`;
}

import { html } from "hono/html";
import { visibleTo } from "../callers/visible.ts";
import type { Account } from "../state/accounts.ts";
import { allOf } from "../state/condition.ts";
import { EVERY } from "../state/database.ts";
import { organizationsOf } from "../state/memberships.ts";
import { type Repository, repositoryOf } from "../state/repositories.ts";
import { starsOf } from "../state/stars.ts";
import { avatarOf } from "./layout/avatar.ts";
import type { Html } from "./layout/html.ts";
import { type IconName, icon } from "./layout/icons.ts";
import { nothing, pager, windowOf } from "./layout/paging.ts";
import { type Tab, tabs } from "./layout/tabs.ts";
import { pageFor } from "./page-for.ts";
import { countStarred, countVisible, holding, ownRepositories } from "./repository/lists.ts";
import { outside } from "./repository/repository.ts";
import {
  descriptionOf,
  repositoryFacts,
  repositoryLink,
  spelledOut,
  topicsOf,
  visibility,
  visibilityLabel,
} from "./repository/row.ts";
import type { Visit } from "./visit.ts";

/** `/{login}`: an organization, or a user with the tab that the address names. */
export function accountPage(visit: Visit, account: Account): Html {
  if (account.type === "Organization") return organizationPage(visit, account);
  return visit.query.get("tab") === "stars" ? starsPage(visit, account) : userPage(visit, account);
}

function userPage(visit: Visit, account: Account): Html {
  const text = visit.query.get("q") ?? "";
  const { rows, total } = ownRepositories(visit.world.db, visit.caller, account.id, text, windowOf(visit));
  const title = account.name ? `${account.login} (${account.name})` : account.login;
  const empty =
    text === "" ? `${account.login} has no public repositories yet` : `${account.login} has no repositories like that`;
  return profile(
    visit,
    account,
    {
      current: "repositories",
      title: `${title} / Repositories`,
      counts: text === "" ? { repositories: total } : {},
    },
    html`${filter(visit, "Find a repository…")}
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

/** What somebody has starred, the newest star first. Its other pages load into a frame of their own. */
function starsPage(visit: Visit, account: Account): Html {
  const { db } = visit.world;
  const text = visit.query.get("q") ?? "";
  const shown = allOf([visibleTo(visit.caller), holding(text)]);
  const order = { sort: "created", direction: "desc" } as const;
  const { rows, total } = starsOf(db, account.id, order, shown, windowOf(visit));
  const empty = text === "" ? `${account.login} has not starred anything yet` : "No stars match that";
  return profile(
    visit,
    account,
    { current: "stars", title: `${account.login}'s stars`, counts: text === "" ? { stars: total } : {} },
    html`${filter(visit, "Search stars", "stars")}
      <turbo-frame id="user-starred-repos" target="_top" data-turbo-action="advance">
        <h2 class="sr-only">Stars</h2>
        <div class="col-lg-9">
          ${
            rows.length === 0
              ? nothing(visit, total, empty, "Stars that there are to be seen are listed here.")
              : rows.map((star) => starRow(visit, repositoryOf(db, star.repository_id)))
          }
        </div>
        ${pager(visit, total, undefined, "user-starred-repos")}
      </turbo-frame>`,
  );
}

function starRow(visit: Visit, repository: Repository): Html {
  return html`<div class="col-12 d-block width-full py-4 border-bottom color-border-muted">
    <div class="row-main">
      <div class="d-inline-block mb-1">
        <h3 class="row-title">${repositoryLink(visit, repository, spelledOut(visit, repository))}</h3>
        ${repository.private ? visibilityLabel(repository) : ""}
      </div>
      <div class="py-1">${descriptionOf(repository)}</div>
      ${repositoryFacts(visit, repository)}
    </div>
  </div>`;
}

/** @param tab the tab that the list is on, where that is not the first */
function filter(visit: Visit, placeholder: string, tab?: string): Html {
  return html`<form class="list-filter" action="${visit.path}" method="get" role="search" aria-label="${placeholder.replace("…", "")}">
    ${tab === undefined ? "" : html`<input type="hidden" name="tab" value="${tab}" />`}
    <input
      id="your-repos-filter"
      class="form-control"
      type="search"
      name="q"
      value="${visit.query.get("q") ?? ""}"
      placeholder="${placeholder}"
      aria-label="${placeholder}"
    />
    <button class="btn" type="submit">Search</button>
  </form>`;
}

/** @param counts how many things each tab has, where that is known already: long lists are counted slowly */
function profile(
  visit: Visit,
  account: Account,
  { current, title, counts }: { current: string; title: string; counts: { repositories?: number; stars?: number } },
  content: Html,
): Html {
  const { login, name, bio } = account;
  const { db } = visit.world;
  const { rows: organizations } = organizationsOf(db, account.id, { only: undefined, installed: undefined }, EVERY);
  const all: Tab[] = [
    {
      ...{ id: "repositories", name: "Repositories", icon: "repo", address: `/${login}?tab=repositories` },
      count: counts.repositories ?? countVisible(db, visit.caller, account.id),
    },
    {
      ...{ id: "stars", name: "Stars", icon: "star", address: `/${login}?tab=stars` },
      count: counts.stars ?? countStarred(db, visit.caller, account.id),
    },
  ];
  return pageFor(
    visit,
    title,
    html`<main class="profile">
      ${tabs("User profile", current, all)}
      <div class="container Layout Layout--sidebar-first">
        <div class="Layout-sidebar h-card" itemscope itemtype="http://schema.org/Person">
          ${avatarOf(login, 220)}
          <h1 class="vcard-names">
            ${name ? html`<span class="p-name vcard-fullname" itemprop="name">${name}</span>` : ""}
            <span class="p-nickname vcard-username" itemprop="additionalName">${login}</span>
          </h1>
          ${bio ? html`<p class="user-profile-bio">${bio}</p>` : ""}
          <ul class="vcard-details">
            ${details(account)}
          </ul>
          ${
            organizations.length === 0
              ? ""
              : html`<h2 class="sidebar-heading">Organizations</h2>
                  <ul class="vcard-details">
                    ${organizations.map(
                      (one) => html`<li>${avatarOf(one.login, 20)} <a href="/${one.login}">${one.login}</a></li>`,
                    )}
                  </ul>`
          }
        </div>
        <div class="Layout-main">${content}</div>
      </div>
    </main>`,
  );
}

function details({ company, location, email, blog }: Account): Html[] {
  const rows: [picture: IconName, text: Html | string | null][] = [
    ["organization", company],
    ["location", location],
    ["mail", email],
    ["link", blog ? outside(blog) : null],
  ];
  return rows.flatMap(([picture, text]) => (text ? [html`<li>${icon(picture)} <span>${text}</span></li>`] : []));
}

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
                    ${name ? html`<li>${icon("organization")} <span>${login}</span></li>` : ""} ${details(account)}
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
        ${filter(visit, "Find a repository…")}
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

import { html } from "hono/html";
import type { Part, Window } from "../../state/database.ts";
import { counted } from "../layout/counts.ts";
import type { Html } from "../layout/html.ts";
import { type IconName, icon } from "../layout/icons.ts";
import { nothing, pageOf, pager } from "../layout/paging.ts";
import { pageFor } from "../page-for.ts";
import { findPulls } from "../pulls/find-pulls.ts";
import { addressWith, type Visit } from "../visit.ts";
import { findAccounts } from "./find-accounts.ts";
import { findRepositories, REPOSITORY_ORDERS, type RepositorySort } from "./find-repositories.ts";
import { answering } from "./query-problem.ts";
import { pullResult, repositoryResult, userResult } from "./results.ts";

/** How many results a page has, and how far a search leads (public documentation of search). */
const RESULTS = 10;
const REACH = 1000;

const TYPES = {
  repositories: { name: "Repositories", icon: "repo", one: "repository" },
  pullrequests: { name: "Pull requests", icon: "git-pull-request", one: "pull request" },
  users: { name: "Users", icon: "people", one: "user" },
} as const satisfies Record<string, { name: string; icon: IconName; one: string }>;

type Type = keyof typeof TYPES;
const isType = (text: string): text is Type => Object.hasOwn(TYPES, text);
const isSort = (text: string): text is RepositorySort => Object.hasOwn(REPOSITORY_ORDERS, text);

const SORTS: readonly (readonly [sort: RepositorySort, name: string])[] = [
  ["", "Best match"],
  ["stars", "Most stars"],
  ["updated", "Recently updated"],
];

/** `/search?q=...&type=repositories|pullrequests|users` */
export function searchPage(visit: Visit): Html {
  const text = visit.query.get("q") ?? "";
  const asked = (visit.query.get("type") ?? "").toLowerCase();
  const type = isType(asked) ? asked : "repositories";
  return pageFor(
    visit,
    text.trim() === "" ? "Search" : `${TYPES[type].name} search results`,
    html`<main>
      <div class="container Layout Layout--sidebar-first search">
        <nav class="Layout-sidebar filters" aria-label="What to search for">
          <ul>
            ${Object.entries(TYPES).map(
              ([key, { name, icon: picture }]) =>
                html`<li>
                  <a
                    href="${addressWith(visit, { type: key, page: undefined, s: undefined, o: undefined })}"
                    ${key === type ? html`aria-current="page"` : ""}
                    >${icon(picture)} <span>${name}</span></a
                  >
                </li>`,
            )}
          </ul>
        </nav>
        <div class="Layout-main">
          ${text.trim() === "" ? prompt(type) : results(visit, type, text)}
        </div>
      </div>
    </main>`,
    { query: text },
  );
}

const EXAMPLES: Readonly<Record<Type, readonly string[]>> = {
  repositories: ["user:acme", "language:typescript", "topic:widgets", "stars:>10", "is:private"],
  pullrequests: ["is:open", "author:@me", "review-requested:@me", "repo:acme/widgets", "label:bug"],
  users: ["type:org", "type:user", "location:antwerp"],
};

function prompt(type: Type): Html {
  return html`<div class="blankslate">
    <h1>Search</h1>
    <p>Type words, and narrow them: ${EXAMPLES[type].map((example) => html`<code>${example}</code> `)}</p>
    <form class="list-filter" action="/search" method="get" role="search" aria-label="Everything">
      <input type="hidden" name="type" value="${type}" />
      <input class="form-control" type="search" name="q" aria-label="Search for" />
      <button class="btn" type="submit">Search</button>
    </form>
  </div>`;
}

function results(visit: Visit, type: Type, text: string): Html {
  const found = answering(text, () => find(visit, type, text));
  if ("problem" in found) {
    return html`<h1 class="list-heading">${TYPES[type].name}</h1>
      ${nothing(visit, 0, "This can't be searched for", found.problem)}`;
  }
  const { rows, total } = found;
  const many = TYPES[type].name.toLowerCase();
  return html`<div class="page-title">
      <h1 class="list-heading">${counted(total, "result")}</h1>
      ${type === "repositories" ? sorting(visit) : ""}
    </div>
    ${total > REACH ? html`<p class="dim">The first ${REACH} of them can be looked at.</p>` : ""}
    ${
      rows.length === 0
        ? nothing(
            visit,
            Math.min(total, REACH),
            `Your search did not match any ${many}`,
            "Other words may find something.",
          )
        : html`<div data-testid="results-list">${rows}</div>`
    }
    ${pager(visit, Math.min(total, REACH), RESULTS)}`;
}

function sorting(visit: Visit): Html {
  const current = visit.query.get("s") ?? "";
  return html`<ul class="sorting" aria-label="Sort by">
    ${SORTS.map(
      ([sort, name]) =>
        html`<li>
          <a
            href="${addressWith(visit, { s: sort === "" ? undefined : sort, o: sort === "" ? undefined : "desc", page: undefined })}"
            ${sort === current ? html`aria-current="true"` : ""}
            >${name}</a
          >
        </li>`,
    )}
  </ul>`;
}

function find(visit: Visit, type: Type, text: string): Part<Html> {
  const { world, caller, query } = visit;
  const offset = (pageOf(visit) - 1) * RESULTS;
  const window: Window = { limit: Math.max(0, Math.min(RESULTS, REACH - offset)), offset };
  if (type === "pullrequests") return shown(findPulls(world, caller, text, window), (pull) => pullResult(visit, pull));
  if (type === "users") return shown(findAccounts(world.db, text, window), userResult);
  const sort = query.get("s") ?? "";
  const found = findRepositories(world.db, caller, text, isSort(sort) ? sort : "", window);
  return shown(found, (repository) => repositoryResult(visit, repository));
}

function shown<T>({ rows, total }: Part<T>, row: (one: T) => Html): Part<Html> {
  return { rows: rows.map(row), total };
}

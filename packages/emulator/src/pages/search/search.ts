import { html } from "hono/html";
import { findAccounts, isAccountQualifier } from "../../search/find-accounts.ts";
import {
  findRepositories,
  isRepositoryQualifier,
  REPOSITORY_ORDERS,
  type RepositorySort,
} from "../../search/find-repositories.ts";
import { parseQuery } from "../../search/query.ts";
import type { PageRange, RowPage } from "../../state/database.ts";
import { pluralize } from "../layout/counts.ts";
import type { Html } from "../layout/html.ts";
import { type IconName, icon } from "../layout/icons.ts";
import { emptyState, pageNumber, pager } from "../layout/paging.ts";
import { addressWith, type PageRequest } from "../page-request.ts";
import { findPulls } from "../pulls/find-pulls.ts";
import { renderHtmlPage } from "../render-html-page.ts";
import { pullResult, repositoryResult, userResult } from "./results.ts";
import { trySearch } from "./try-search.ts";

/** Results per page, and the maximum number of results that GitHub's search returns. */
const PAGE_SIZE = 10;
const MAX_RESULTS = 1000;

const SEARCH_TYPES = {
  repositories: { name: "Repositories", icon: "repo", item: "repository" },
  pullrequests: { name: "Pull requests", icon: "git-pull-request", item: "pull request" },
  users: { name: "Users", icon: "people", item: "user" },
} as const satisfies Record<string, { name: string; icon: IconName; item: string }>;

type SearchType = keyof typeof SEARCH_TYPES;
const isSearchType = (text: string): text is SearchType => Object.hasOwn(SEARCH_TYPES, text);
const isSort = (text: string): text is RepositorySort => Object.hasOwn(REPOSITORY_ORDERS, text);

const SORTS: readonly (readonly [sort: RepositorySort, name: string])[] = [
  ["", "Best match"],
  ["stars", "Most stars"],
  ["updated", "Recently updated"],
];

/** Renders `/search?q=...&type=repositories|pullrequests|users`. */
export function searchPage(request: PageRequest): Html {
  const text = request.query.get("q") ?? "";
  const requestedType = (request.query.get("type") ?? "").toLowerCase();
  const type = isSearchType(requestedType) ? requestedType : "repositories";
  return renderHtmlPage(
    request,
    text.trim() === "" ? "Search" : `${SEARCH_TYPES[type].name} search results`,
    html`<main>
      <div class="container Layout Layout--sidebar-first search">
        <nav class="Layout-sidebar filters" aria-label="What to search for">
          <ul>
            ${Object.entries(SEARCH_TYPES).map(
              ([key, { name, icon: picture }]) =>
                html`<li>
                  <a
                    href="${addressWith(request, { type: key, page: undefined, s: undefined, o: undefined })}"
                    ${key === type ? html`aria-current="page"` : ""}
                    >${icon(picture)} <span>${name}</span></a
                  >
                </li>`,
            )}
          </ul>
        </nav>
        <div class="Layout-main">
          ${text.trim() === "" ? emptySearch(type) : results(request, type, text)}
        </div>
      </div>
    </main>`,
    { query: text },
  );
}

const EXAMPLES: Readonly<Record<SearchType, readonly string[]>> = {
  repositories: ["user:acme", "language:typescript", "topic:widgets", "stars:>10", "is:private"],
  pullrequests: ["is:open", "author:@me", "review-requested:@me", "repo:acme/widgets", "label:bug"],
  users: ["type:org", "type:user", "location:antwerp"],
};

function emptySearch(type: SearchType): Html {
  return html`<div class="blankslate">
    <h1>Search</h1>
    <p>Search by words, and filter with qualifiers such as: ${EXAMPLES[type].map((example) => html`<code>${example}</code> `)}</p>
    <form class="list-filter" action="/search" method="get" role="search" aria-label="Everything">
      <input type="hidden" name="type" value="${type}" />
      <input class="form-control" type="search" name="q" aria-label="Search for" />
      <button class="btn" type="submit">Search</button>
    </form>
  </div>`;
}

function results(request: PageRequest, type: SearchType, text: string): Html {
  const found = trySearch(text, () => findResults(request, type, text));
  if ("problem" in found) {
    return html`<h1 class="list-heading">${SEARCH_TYPES[type].name}</h1>
      ${emptyState(request, 0, "The search query is invalid", found.problem)}`;
  }
  const { rows, total } = found;
  const many = SEARCH_TYPES[type].name.toLowerCase();
  return html`<div class="page-title">
      <h1 class="list-heading">${pluralize(total, "result")}</h1>
      ${type === "repositories" ? sortLinks(request) : ""}
    </div>
    ${total > MAX_RESULTS ? html`<p class="dim">Only the first ${MAX_RESULTS} results are shown.</p>` : ""}
    ${
      rows.length === 0
        ? emptyState(
            request,
            Math.min(total, MAX_RESULTS),
            `Your search did not match any ${many}`,
            "Try other search terms.",
          )
        : html`<div data-testid="results-list">${rows}</div>`
    }
    ${pager(request, Math.min(total, MAX_RESULTS), PAGE_SIZE)}`;
}

function sortLinks(request: PageRequest): Html {
  const current = request.query.get("s") ?? "";
  return html`<ul class="sorting" aria-label="Sort by">
    ${SORTS.map(
      ([sort, name]) =>
        html`<li>
          <a
            href="${addressWith(request, { s: sort === "" ? undefined : sort, o: sort === "" ? undefined : "desc", page: undefined })}"
            ${sort === current ? html`aria-current="true"` : ""}
            >${name}</a
          >
        </li>`,
    )}
  </ul>`;
}

function findResults(request: PageRequest, type: SearchType, text: string): RowPage<Html> {
  const { context, caller, query } = request;
  const offset = (pageNumber(request) - 1) * PAGE_SIZE;
  const window: PageRange = { limit: Math.max(0, Math.min(PAGE_SIZE, MAX_RESULTS - offset)), offset };
  if (type === "pullrequests")
    return mapRows(findPulls(context, caller, text, window), (pull) => pullResult(request, pull));
  if (type === "users")
    return mapRows(findAccounts(context.db, parseQuery(text, isAccountQualifier), window), userResult);
  const sort = query.get("s") ?? "";
  const parsed = parseQuery(text, isRepositoryQualifier);
  const found = findRepositories(context.db, caller, parsed, REPOSITORY_ORDERS[isSort(sort) ? sort : ""], window);
  return mapRows(found, (repository) => repositoryResult(request, repository));
}

function mapRows<T>({ rows, total }: RowPage<T>, row: (item: T) => Html): RowPage<Html> {
  return { rows: rows.map(row), total };
}

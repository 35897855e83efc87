import { html } from "hono/html";
import { fullNameOf, repositories } from "../../state/repositories.ts";
import { countStars } from "../../state/stars.ts";
import { formatCount, pluralize } from "../layout/counts.ts";
import type { Html } from "../layout/html.ts";
import { icon } from "../layout/icons.ts";
import { languageLabel } from "../layout/language.ts";
import { emptyState } from "../layout/paging.ts";
import type { PageRequest } from "../page-request.ts";
import { renderHtmlPage } from "../render-html-page.ts";
import { starButton } from "../repository/repository-actions.ts";
import { ownerAndName, repositoryLink } from "../repository/repository-row.ts";
import {
  findTrending,
  isTrendingPeriod,
  languageSlug,
  listLanguages,
  TRENDING_PERIODS,
  type TrendingPeriod,
  type TrendingRepository,
} from "./find-trending.ts";

/** Maximum number of repositories. */
const MAX_REPOSITORIES = 25;

const DAY_MS = 86_400_000;

/**
 * Renders `/trending/{language}?since=daily|weekly|monthly`.
 * @param language language slug, if any
 */
export function trendingPage(request: PageRequest, language?: string): Html {
  const { db } = request.context;
  const requestedPeriod = request.query.get("since") ?? "";
  const period = isTrendingPeriod(requestedPeriod) ? requestedPeriod : "daily";
  const since = new Date(request.now.getTime() - TRENDING_PERIODS[period].days * DAY_MS);
  const found = findTrending(db, since, language, MAX_REPOSITORIES);
  const languageName =
    listLanguages(db).find((candidate) => languageSlug(candidate) === language?.toLowerCase()) ?? language;
  return renderHtmlPage(
    request,
    `Trending ${languageName === undefined ? "" : `${languageName} `}repositories ${TRENDING_PERIODS[period].phrase}`,
    html`<main>
      <div class="container narrow">
        <div class="page-title">
          <h1>Trending</h1>
          <span class="dim">Repositories with the most new stars ${TRENDING_PERIODS[period].phrase}</span>
        </div>
        <div class="Box">
          <div class="Box-header">
            ${menu(
              "select-menu-language",
              "Language",
              languageName ?? "Any",
              [
                ["Any", undefined] as const,
                ...listLanguages(db).map((candidate) => [candidate, languageSlug(candidate)] as const),
              ].map(([name, slug]) => ({
                name,
                address: trendingPath(slug, period),
                isCurrent: slug === language?.toLowerCase(),
              })),
            )}
            ${menu(
              "select-menu-date",
              "Date range",
              TRENDING_PERIODS[period].name,
              Object.entries(TRENDING_PERIODS).map(([value, { name }]) => ({
                name,
                isCurrent: value === period,
                address: isTrendingPeriod(value) ? trendingPath(language, value) : "/trending",
              })),
            )}
          </div>
          <div data-hpc>
            ${
              found.length === 0
                ? emptyState(
                    request,
                    0,
                    "There are no trending repositories for this language and period",
                    "Choose a longer period or another language.",
                  )
                : found.map((repository) => trendingRow(request, repository, period))
            }
          </div>
        </div>
      </div>
    </main>`,
  );
}

function trendingPath(language: string | undefined, period: TrendingPeriod): string {
  return `/trending${language === undefined ? "" : `/${encodeURIComponent(language)}`}?since=${period}`;
}

interface MenuItem {
  readonly name: string;
  readonly address: string;
  readonly isCurrent: boolean;
}

/** Renders a collapsible menu of links. */
function menu(id: string, label: string, current: string, items: readonly MenuItem[]): Html {
  return html`<details class="select-menu" id="${id}">
    <summary class="btn-link select-menu-button">${label}: <strong>${current}</strong></summary>
    <ul class="select-menu-list">
      ${items.map(
        ({ name, address, isCurrent }) =>
          html`<li>
            <a class="select-menu-item" href="${address}" ${isCurrent ? html`aria-current="true"` : ""}>${name}</a>
          </li>`,
      )}
    </ul>
  </details>`;
}

function trendingRow(request: PageRequest, { repository, newStars }: TrendingRepository, period: TrendingPeriod): Html {
  const { db } = request.context;
  const { description, language } = repository;
  const forks = repositories.count(db, { parent_id: repository.id });
  const name = fullNameOf(db, repository);
  return html`<article class="Box-row trending-row" aria-label="${name}">
    <div class="float-right d-flex">${starButton(request, repository)}</div>
    <h2 class="h3 lh-condensed row-title">
      ${repositoryLink(request, repository, html`${icon("repo")} ${ownerAndName(request, repository)}`)}
    </h2>
    ${description ? html`<p class="col-9 color-fg-muted my-1 tmp-pr-4 row-description">${description}</p>` : ""}
    <div class="f6 color-fg-muted mt-2 row-facts">
      ${language === null ? "" : html`<span>${languageLabel(language)}</span>`}
      <span>${icon("star")} <span class="sr-only">Stars: </span>${formatCount(countStars(db, repository.id))}</span>
      ${forks === 0 ? "" : html`<span>${icon("repo-forked")} <span class="sr-only">Forks: </span>${formatCount(forks)}</span>`}
      <span class="d-inline-block float-sm-right">${icon("star")} ${pluralize(newStars, "star")} ${TRENDING_PERIODS[period].phrase}</span>
    </div>
  </article>`;
}

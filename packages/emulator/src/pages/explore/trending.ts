import { html } from "hono/html";
import { fullNameOf } from "../../state/repositories.ts";
import { countForks } from "../../state/repository-lists.ts";
import { countStars } from "../../state/stars.ts";
import { counted, full } from "../layout/counts.ts";
import type { Html } from "../layout/html.ts";
import { icon } from "../layout/icons.ts";
import { languageMark } from "../layout/language.ts";
import { nothing } from "../layout/paging.ts";
import { pageFor } from "../page-for.ts";
import { repositoryLink, spelledOut } from "../repository/row.ts";
import type { Visit } from "../visit.ts";
import { findTrending, isPeriod, languagesOf, PERIODS, type Period, slugOf, type Trending } from "./find-trending.ts";

/** How many repositories the list has. */
const SHOWN = 25;

const DAY = 86_400_000;

/** `/trending/{language}?since=daily|weekly|monthly` @param language its slug, where there is one */
export function trendingPage(visit: Visit, language?: string): Html {
  const { db } = visit.world;
  const asked = visit.query.get("since") ?? "";
  const period = isPeriod(asked) ? asked : "daily";
  const since = new Date(visit.now.getTime() - PERIODS[period].days * DAY);
  const found = findTrending(db, since, language, SHOWN);
  const named = languagesOf(db).find((one) => slugOf(one) === language?.toLowerCase()) ?? language;
  return pageFor(
    visit,
    `Trending ${named === undefined ? "" : `${named} `}repositories ${PERIODS[period].said}`,
    html`<main>
      <div class="container narrow">
        <div class="page-title">
          <h1>Trending</h1>
          <span class="dim">What got stars ${PERIODS[period].said}</span>
        </div>
        <div class="Box">
          <div class="Box-header">
            ${choice(
              "select-menu-language",
              "Language",
              named ?? "Any",
              [["Any", undefined] as const, ...languagesOf(db).map((one) => [one, slugOf(one)] as const)].map(
                ([name, slug]) => ({
                  name,
                  address: addressOf(slug, period),
                  isCurrent: slug === language?.toLowerCase(),
                }),
              ),
            )}
            ${choice(
              "select-menu-date",
              "Date range",
              PERIODS[period].name,
              Object.entries(PERIODS).map(([one, { name }]) => ({
                ...{ name, isCurrent: one === period },
                address: isPeriod(one) ? addressOf(language, one) : "/trending",
              })),
            )}
          </div>
          <div data-hpc>
            ${
              found.length === 0
                ? nothing(
                    visit,
                    0,
                    "There are no trending repositories for your choices",
                    "Another period may have some.",
                  )
                : found.map((one) => trendingRow(visit, one, period))
            }
          </div>
        </div>
      </div>
    </main>`,
  );
}

function addressOf(language: string | undefined, period: Period): string {
  return `/trending${language === undefined ? "" : `/${encodeURIComponent(language)}`}?since=${period}`;
}

interface Choice {
  readonly name: string;
  readonly address: string;
  readonly isCurrent: boolean;
}

/** A menu of links, opened by hand. */
function choice(id: string, label: string, current: string, choices: readonly Choice[]): Html {
  return html`<details class="select-menu" id="${id}">
    <summary class="btn-link select-menu-button">${label}: <strong>${current}</strong></summary>
    <ul class="select-menu-list">
      ${choices.map(
        ({ name, address, isCurrent }) =>
          html`<li>
            <a class="select-menu-item" href="${address}" ${isCurrent ? html`aria-current="true"` : ""}>${name}</a>
          </li>`,
      )}
    </ul>
  </details>`;
}

function trendingRow(visit: Visit, { repository, fresh }: Trending, period: Period): Html {
  const { db } = visit.world;
  const { description, language } = repository;
  const forks = countForks(db, repository.id);
  const name = fullNameOf(db, repository);
  return html`<article class="Box-row trending-row" aria-label="${name}">
    <h2 class="h3 lh-condensed row-title">
      ${repositoryLink(visit, repository, html`${icon("repo")} ${spelledOut(visit, repository)}`)}
    </h2>
    ${description ? html`<p class="col-9 color-fg-muted my-1 tmp-pr-4 row-description">${description}</p>` : ""}
    <div class="f6 color-fg-muted mt-2 row-facts">
      ${language === null ? "" : html`<span>${languageMark(language)}</span>`}
      <span>${icon("star")} <span class="sr-only">Stars: </span>${full(countStars(db, repository.id))}</span>
      ${forks === 0 ? "" : html`<span>${icon("repo-forked")} <span class="sr-only">Forks: </span>${full(forks)}</span>`}
      <span class="d-inline-block float-sm-right">${icon("star")} ${counted(fresh, "star")} ${PERIODS[period].said}</span>
    </div>
  </article>`;
}

import { html } from "hono/html";
import type { Account } from "../../state/accounts.ts";
import type { Repository } from "../../state/repositories.ts";
import { countForks } from "../../state/repository-lists.ts";
import { countStars } from "../../state/stars.ts";
import { counted, short } from "../layout/counts.ts";
import type { Html } from "../layout/html.ts";
import { type IconName, icon } from "../layout/icons.ts";
import { languageMark } from "../layout/language.ts";
import { nothing } from "../layout/paging.ts";
import { popularOf } from "../repository/lists.ts";
import { repositoryLink, visibilityLabel } from "../repository/row.ts";
import type { Visit } from "../visit.ts";
import { profile } from "./profile.ts";

/** How many repositories a profile begins with. */
const SHOWN = 6;

/** `/{user}`: what is theirs in short, as nobody pins anything here the repositories with the most stars. */
export function overviewPage(visit: Visit, account: Account): Html {
  const { login, name } = account;
  const repositories = popularOf(visit.world.db, visit.caller, account.id, SHOWN);
  return profile(
    visit,
    account,
    { current: "overview", title: name ? `${login} (${name})` : login },
    html`<div class="js-pinned-items-reorder-container">
      <h2 class="list-heading">Popular repositories</h2>
      ${
        repositories.length === 0
          ? nothing(
              visit,
              0,
              `${login} has no public repositories yet`,
              "Those that there are to be seen are shown here.",
            )
          : html`<ol class="pinned-items">
              ${repositories.map((repository) => pinned(visit, repository))}
            </ol>`
      }
    </div>`,
  );
}

function pinned(visit: Visit, repository: Repository): Html {
  const { db } = visit.world;
  const { description, language } = repository;
  const seen = repository.private ? "private" : "public";
  const kind = repository.parent_id === null ? "source" : "fork";
  const meta = (picture: IconName, count: number, one: string) =>
    html`<span class="pinned-item-meta" title="${counted(count, one)}"
      >${icon(picture)} <span class="sr-only">${counted(count, one)}</span
      ><span aria-hidden="true">${short(count)}</span></span
    >`;
  return html`<li class="d-flex flex-content-stretch">
    <div class="Box ${seen} ${kind} pinned-item-list-item js-pinned-item-list-item">
      <div class="pinned-item-list-item-content">
        <div class="pinned-item-title">
          ${icon("repo")} ${repositoryLink(visit, repository, html`<span class="repo">${repository.name}</span>`)}
          ${visibilityLabel(repository)}
        </div>
        <p class="pinned-item-desc">${description}</p>
        <p class="pinned-item-facts">
          ${language === null ? "" : html`<span class="pinned-item-meta">${languageMark(language)}</span>`}
          ${meta("star", countStars(db, repository.id), "star")} ${meta("repo-forked", countForks(db, repository.id), "fork")}
        </p>
      </div>
    </div>
  </li>`;
}

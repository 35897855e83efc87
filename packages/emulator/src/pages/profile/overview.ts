import { html } from "hono/html";
import type { Account } from "../../state/accounts.ts";
import type { Repository } from "../../state/repositories.ts";
import { repositories } from "../../state/repositories.ts";
import { countStars } from "../../state/stars.ts";
import { formatCompactCount, pluralize } from "../layout/counts.ts";
import type { Html } from "../layout/html.ts";
import { type IconName, icon } from "../layout/icons.ts";
import { languageLabel } from "../layout/language.ts";
import { emptyState } from "../layout/paging.ts";
import type { PageRequest } from "../page-request.ts";
import { listPopular } from "../repository/repository-queries.ts";
import { repositoryLink, visibilityLabel } from "../repository/repository-row.ts";
import { renderProfile } from "./profile.ts";

/** Maximum number of repositories. */
const MAX_REPOSITORIES = 6;

/** Renders `/{user}`: the repositories with the most stars, because the emulator has no pinned ones. */
export function overviewPage(request: PageRequest, account: Account): Html {
  const { login, name } = account;
  const repositories = listPopular(request.context.db, request.caller, account.id, MAX_REPOSITORIES);
  return renderProfile(
    request,
    account,
    { current: "overview", title: name ? `${login} (${name})` : login },
    html`<div class="js-pinned-items-reorder-container">
      <h2 class="list-heading">Popular repositories</h2>
      ${
        repositories.length === 0
          ? emptyState(
              request,
              0,
              `${login} has no public repositories yet`,
              "Repositories that you can see are shown here.",
            )
          : html`<ol class="pinned-items">
              ${repositories.map((repository) => pinnedRepository(request, repository))}
            </ol>`
      }
    </div>`,
  );
}

function pinnedRepository(request: PageRequest, repository: Repository): Html {
  const { db } = request.context;
  const { description, language } = repository;
  const visibilityClass = repository.private ? "private" : "public";
  const kind = repository.parent_id === null ? "source" : "fork";
  const meta = (picture: IconName, count: number, singular: string) =>
    html`<span class="pinned-item-meta" title="${pluralize(count, singular)}"
      >${icon(picture)} <span class="sr-only">${pluralize(count, singular)}</span
      ><span aria-hidden="true">${formatCompactCount(count)}</span></span
    >`;
  return html`<li class="d-flex flex-content-stretch">
    <div class="Box ${visibilityClass} ${kind} pinned-item-list-item js-pinned-item-list-item">
      <div class="pinned-item-list-item-content">
        <div class="pinned-item-title">
          ${icon("repo")} ${repositoryLink(request, repository, html`<span class="repo">${repository.name}</span>`)}
          ${visibilityLabel(repository)}
        </div>
        <p class="pinned-item-desc">${description}</p>
        <p class="pinned-item-facts">
          ${language === null ? "" : html`<span class="pinned-item-meta">${languageLabel(language)}</span>`}
          ${meta("star", countStars(db, repository.id), "star")} ${meta("repo-forked", repositories.count(db, { parent_id: repository.id }), "fork")}
        </p>
      </div>
    </div>
  </li>`;
}

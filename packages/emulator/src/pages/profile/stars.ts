import { html } from "hono/html";
import { visibleRepositories } from "../../callers/visible.ts";
import type { Account } from "../../state/accounts.ts";
import { allOf } from "../../state/condition.ts";
import { type Repository, repositoryOf } from "../../state/repositories.ts";
import { starsOf } from "../../state/stars.ts";
import type { Html } from "../layout/html.ts";
import { listFilter } from "../layout/list-filter.ts";
import { emptyState, pager, pageWindow } from "../layout/paging.ts";
import type { PageRequest } from "../page-request.ts";
import { starButton } from "../repository/repository-actions.ts";
import { textCondition } from "../repository/repository-queries.ts";
import {
  descriptionParagraph,
  ownerAndName,
  repositoryFacts,
  repositoryLink,
  visibilityLabel,
} from "../repository/repository-row.ts";
import { renderProfile } from "./profile.ts";

/** Renders `/{user}?tab=stars`: starred repositories, newest star first. Further pages load into a frame. */
export function starsPage(request: PageRequest, account: Account): Html {
  const { db } = request.context;
  const text = request.query.get("q") ?? "";
  const visibleMatching = allOf([visibleRepositories(request.caller), textCondition(text)]);
  const order = { sort: "created", direction: "desc" } as const;
  const { rows, total } = starsOf(db, account.id, order, visibleMatching, pageWindow(request));
  const empty = text === "" ? `${account.login} has not starred anything yet` : "No stars match your search";
  return renderProfile(
    request,
    account,
    { current: "stars", title: `${account.login}'s stars`, ...(text === "" ? { stars: total } : {}) },
    html`${listFilter(request, "Search stars", "stars")}
      <turbo-frame id="user-starred-repos" target="_top" data-turbo-action="advance">
        <h2 class="sr-only">Stars</h2>
        <div class="col-lg-9">
          ${
            rows.length === 0
              ? emptyState(request, total, empty, "Starred repositories that you can see are listed here.")
              : rows.map((star) => starRow(request, repositoryOf(db, star.repository_id)))
          }
        </div>
        ${pager(request, total, undefined, "user-starred-repos")}
      </turbo-frame>`,
  );
}

function starRow(request: PageRequest, repository: Repository): Html {
  return html`<div class="col-12 d-block width-full py-4 border-bottom color-border-muted">
    <div class="row-main">
      <div class="d-inline-block mb-1">
        <h3 class="row-title">${repositoryLink(request, repository, ownerAndName(request, repository))}</h3>
        ${repository.private ? visibilityLabel(repository) : ""}
      </div>
      <div class="py-1">${descriptionParagraph(repository)}</div>
      ${repositoryFacts(request, repository)}
    </div>
    ${starButton(request, repository)}
  </div>`;
}

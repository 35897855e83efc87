import { html } from "hono/html";
import { visibleTo } from "../../callers/visible.ts";
import type { Account } from "../../state/accounts.ts";
import { allOf } from "../../state/condition.ts";
import { type Repository, repositoryOf } from "../../state/repositories.ts";
import { starsOf } from "../../state/stars.ts";
import type { Html } from "../layout/html.ts";
import { listFilter } from "../layout/list-filter.ts";
import { nothing, pager, windowOf } from "../layout/paging.ts";
import { holding } from "../repository/lists.ts";
import { descriptionOf, repositoryFacts, repositoryLink, spelledOut, visibilityLabel } from "../repository/row.ts";
import type { Visit } from "../visit.ts";
import { profile } from "./profile.ts";

/** `/{user}?tab=stars`: what somebody has starred, the newest star first. Its other pages load into a frame of their own. */
export function starsPage(visit: Visit, account: Account): Html {
  const { db } = visit.world;
  const text = visit.query.get("q") ?? "";
  const shown = allOf([visibleTo(visit.caller), holding(text)]);
  const order = { sort: "created", direction: "desc" } as const;
  const { rows, total } = starsOf(db, account.id, order, shown, windowOf(visit));
  const empty = text === "" ? `${account.login} has not starred anything yet` : "No stars match that";
  return profile(
    visit,
    account,
    { current: "stars", title: `${account.login}'s stars`, ...(text === "" ? { stars: total } : {}) },
    html`${listFilter(visit, "Search stars", "stars")}
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

import { html } from "hono/html";
import { getAccount } from "../../state/accounts.ts";
import { countComments } from "../../state/issues.ts";
import { type Label, labelsOf } from "../../state/labels.ts";
import { getMilestone } from "../../state/milestones.ts";
import type { PullRequest } from "../../state/pull-requests.ts";
import { fullNameOf, repositoryOf } from "../../state/repositories.ts";
import { counted, full } from "../layout/counts.ts";
import type { Html } from "../layout/html.ts";
import { icon } from "../layout/icons.ts";
import { disc } from "../layout/language.ts";
import { moment } from "../layout/moment.ts";
import type { Visit } from "../visit.ts";
import { verdictOn } from "./find-pulls.ts";
import { stateSign } from "./state.ts";

// Each row has one link that leads to its pull request.

export function labelMark({ name, color, description }: Label): Html {
  return html`<span class="IssueLabel" title="${description}">${disc(`#${color}`, "label-color")} ${name}</span> `;
}

/** A pull request in a list of its repository's. */
export function pullRow(visit: Visit, pull: PullRequest): Html {
  const { db } = visit.world;
  const name = fullNameOf(db, repositoryOf(db, pull.repository_id));
  const verdict = verdictOn(db, pull.id);
  const milestone = pull.milestone_id === null ? undefined : getMilestone(db, pull.milestone_id);
  const id = `issue_${pull.number}`;
  return html`<li id="${id}" class="Box-row js-navigation-item js-issue-row" data-id="${pull.id}">
    <span class="row-state">${stateSign(pull)}</span>
    <div class="row-main">
      <h2 class="row-title">
        <a id="${id}_link" class="Link--primary markdown-title js-navigation-open" data-hovercard-type="pull_request" href="/${name}/pull/${
          pull.number
        }"
          >${pull.title}</a
        >
        <span class="labels">${labelsOf(db, pull.issue_id).map(labelMark)}</span>
      </h2>
      <div class="row-facts">
        <span class="opened-by">#${pull.number} ${whatHappened(visit, pull)}</span>
        ${pull.draft && pull.state === "open" ? html`<span>Draft</span>` : ""}
        ${verdict === undefined ? "" : html`<span>${icon(verdict === "approved" ? "check" : "x")} Review: ${verdict}</span>`}
        ${milestone ? html`<span>${icon("milestone")} ${milestone.title}</span>` : ""}
      </div>
    </div>
    ${commentCount(countComments(db, pull.issue_id))}
  </li>`;
}

function commentCount(count: number): Html | "" {
  if (count === 0) return "";
  return html`<span class="row-comments" title="${counted(count, "comment")}"
    >${icon("comment")} <span class="sr-only">Comments: </span>${full(count)}</span
  >`;
}

/** `opened yesterday by bob` */
export function whatHappened({ world, now }: Visit, pull: PullRequest): Html {
  const { login } = getAccount(world.db, pull.user_id);
  const by = html`by <span class="author">${login}</span>`;
  if (pull.merged_at !== null) return html`${by} was merged ${moment(now, pull.merged_at)}`;
  if (pull.closed_at !== null) return html`${by} was closed ${moment(now, pull.closed_at)}`;
  return html`opened ${moment(now, pull.created_at)} ${by}`;
}

import { html } from "hono/html";
import { getAccount } from "../../state/accounts.ts";
import { issueComments } from "../../state/issues.ts";
import { type Label, labelsOf } from "../../state/labels.ts";
import { milestones } from "../../state/milestones.ts";
import type { PullRequest } from "../../state/pull-requests.ts";
import { fullNameOf, repositoryOf } from "../../state/repositories.ts";
import { formatCount, pluralize } from "../layout/counts.ts";
import type { Html } from "../layout/html.ts";
import { icon } from "../layout/icons.ts";
import { colorDot } from "../layout/language.ts";
import { relativeTime } from "../layout/relative-time.ts";
import type { PageRequest } from "../page-request.ts";
import { reviewVerdict } from "./find-pulls.ts";
import { stateIcon } from "./pull-state.ts";

// Each row has exactly one link to its pull request.

export function labelBadge({ name, color, description }: Label): Html {
  return html`<span class="IssueLabel" title="${description}">${colorDot(`#${color}`, "label-color")} ${name}</span> `;
}

/** Renders a pull request in a repository's list. */
export function pullRow(request: PageRequest, pull: PullRequest): Html {
  const { db } = request.context;
  const name = fullNameOf(db, repositoryOf(db, pull.repository_id));
  const verdict = reviewVerdict(db, pull.id);
  const milestone = pull.milestone_id === null ? undefined : milestones.find(db, { id: pull.milestone_id });
  const id = `issue_${pull.number}`;
  const rowClass = request.context.markup === "2026" ? "Box-row ListItem" : "Box-row js-navigation-item js-issue-row";
  return html`<li id="${id}" class="${rowClass}" data-id="${pull.id}">
    <span class="row-state">${stateIcon(pull)}</span>
    <div class="row-main">
      <h2 class="row-title">
        <a id="${id}_link" class="Link--primary markdown-title js-navigation-open" data-testid="issue-pr-title-link" data-hovercard-type="pull_request" href="/${name}/pull/${
          pull.number
        }"
          >${pull.title}</a
        >
        <span class="labels">${labelsOf(db, pull.issue_id).map(labelBadge)}</span>
      </h2>
      <div class="row-facts">
        <span class="opened-by">#${pull.number} ${stateSummary(request, pull)}</span>
        ${pull.draft && pull.state === "open" ? html`<span>Draft</span>` : ""}
        ${verdict === undefined ? "" : html`<span>${icon(verdict === "approved" ? "check" : "x")} Review: ${verdict}</span>`}
        ${milestone ? html`<span>${icon("milestone")} ${milestone.title}</span>` : ""}
      </div>
    </div>
    ${commentCount(issueComments.count(db, { issue_id: pull.issue_id }))}
  </li>`;
}

export function commentCount(count: number): Html | "" {
  if (count === 0) return "";
  return html`<span class="row-comments" title="${pluralize(count, "comment")}"
    >${icon("comment")} <span class="sr-only">Comments: </span>${formatCount(count)}</span
  >`;
}

/** `opened yesterday by bob` */
export function stateSummary({ context, now }: PageRequest, pull: PullRequest): Html {
  const { login } = getAccount(context.db, pull.user_id);
  const by = html`by <span class="author">${login}</span>`;
  if (pull.merged_at !== null) return html`${by} was merged ${relativeTime(now, pull.merged_at)}`;
  if (pull.closed_at !== null) return html`${by} was closed ${relativeTime(now, pull.closed_at)}`;
  return html`opened ${relativeTime(now, pull.created_at)} ${by}`;
}

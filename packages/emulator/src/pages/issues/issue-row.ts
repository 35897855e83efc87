import { html } from "hono/html";
import { getAccount } from "../../state/accounts.ts";
import { assigneesOf, type Issue, issueComments } from "../../state/issues.ts";
import { labelsOf } from "../../state/labels.ts";
import { milestones } from "../../state/milestones.ts";
import { avatarImage } from "../layout/avatar.ts";
import type { Html } from "../layout/html.ts";
import { icon } from "../layout/icons.ts";
import { relativeTime } from "../layout/relative-time.ts";
import { commentCount } from "../pulls/pull-row.ts";
import type { RepositoryPageRequest } from "../repository/repository-layout.ts";
import { issueStateIcon } from "./issue-state.ts";
import { labelLink } from "./label-link.ts";

/** Renders an issue in its repository's list. */
export function issueRow(request: RepositoryPageRequest, issue: Issue): Html {
  const { context, root } = request;
  const { db } = context;
  const milestone = issue.milestone_id === null ? undefined : milestones.find(db, { id: issue.milestone_id });
  const assignees = assigneesOf(db, issue.id);
  const id = `issue_${issue.number}`;
  const rowClass = context.markup === "2026" ? "Box-row ListItem" : "Box-row js-navigation-item js-issue-row";
  return html`<li id="${id}" class="${rowClass}" data-id="${issue.id}">
    <span class="row-state">${issueStateIcon(issue)}</span>
    <div class="row-main">
      <h2 class="row-title">
        <a id="${id}_link" class="Link--primary markdown-title js-navigation-open" data-testid="issue-pr-title-link" data-hovercard-type="issue" href="${root}/issues/${
          issue.number
        }"
          >${issue.title}</a
        >
        <span class="labels">${labelsOf(db, issue.id).map((label) => labelLink(root, label))}</span>
      </h2>
      <div class="row-facts">
        <span class="opened-by">#${issue.number} ${summary(request, issue)}</span>
        ${milestone ? html`<span>${icon("milestone")} <a href="${root}/milestone/${milestone.number}">${milestone.title}</a></span>` : ""}
        ${
          assignees.length === 0
            ? ""
            : html`<span>${assignees.map(({ login }) => html`${avatarImage(login, 16)}`)} Assigned to ${assignees.map(({ login }) => login).join(", ")}</span>`
        }
      </div>
    </div>
    ${commentCount(issueComments.count(db, { issue_id: issue.id }))}
  </li>`;
}

/** `opened yesterday by bob` */
function summary({ context, now }: RepositoryPageRequest, issue: Issue): Html {
  const by = html`by <span class="author">${getAccount(context.db, issue.user_id).login}</span>`;
  if (issue.closed_at !== null) return html`${by} was closed ${relativeTime(now, issue.closed_at)}`;
  return html`opened ${relativeTime(now, issue.created_at)} ${by}`;
}

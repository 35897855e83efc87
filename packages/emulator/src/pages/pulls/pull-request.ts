import { html } from "hono/html";
import { getAccount } from "../../state/accounts.ts";
import { assigneesOf, getIssue } from "../../state/issues.ts";
import { labelsOf } from "../../state/labels.ts";
import { milestones } from "../../state/milestones.ts";
import type { PullRequest } from "../../state/pull-requests.ts";
import { requestedReviewers } from "../../state/review-requests.ts";
import { type SubmittedReviewer, submittedReviewers } from "../../state/reviews.ts";
import { authorLink, commentBox } from "../issues/comment-box.ts";
import { commentForm } from "../issues/comment-form.ts";
import { avatarImage } from "../layout/avatar.ts";
import type { Html } from "../layout/html.ts";
import { icon, labeledIcon } from "../layout/icons.ts";
import { pager, pageWindow } from "../layout/paging.ts";
import { relativeTime } from "../layout/relative-time.ts";
import { type RepositoryPageRequest, renderRepositoryPage, userLink } from "../repository/repository-layout.ts";
import { discussionHeader } from "./discussion-header.ts";
import { labelBadge } from "./pull-row.ts";
import { readTimeline, type TimelineEntry } from "./timeline.ts";

/** Timeline entries per page. */
const ENTRIES_PER_PAGE = 100;

/** Renders `/{owner}/{repo}/pull/{number}`. */
export function pullRequestPage(request: RepositoryPageRequest, pull: PullRequest): Html {
  const { context, root } = request;
  const { db } = context;
  const author = getAccount(db, pull.user_id).login;
  const { rows, total } = readTimeline(db, pull, pageWindow(request, ENTRIES_PER_PAGE));
  return renderRepositoryPage(
    request,
    `${pull.title} by ${author} · Pull Request #${pull.number} · ${root.slice(1)}`,
    "pull-requests",
    html`${discussionHeader(request, pull, "conversation")}
        <div class="Layout">
          <div class="Layout-main js-discussion">
            <h2 class="sr-only">Conversation</h2>
            ${openingComment(request, pull)} ${rows.map((entry) => timelineEntry(request, entry))} ${closingEvent(request, pull)}
            ${pager(request, total, ENTRIES_PER_PAGE)} ${commentForm(request, getIssue(db, pull.issue_id))}
          </div>
          <aside id="partial-discussion-sidebar" class="Layout-sidebar" aria-label="About this pull request">
            ${sidebar(request, pull)}
          </aside>
        </div>`,
  );
}

function openingComment(request: RepositoryPageRequest, pull: PullRequest): Html {
  const action = html`opened this pull request ${relativeTime(request.now, pull.created_at)}`;
  return commentBox(request, `issue-${pull.issue_id}`, pull.user_id, action, pull.body ?? "");
}

function timelineEntry(request: RepositoryPageRequest, entry: TimelineEntry): Html {
  const at = relativeTime(request.now, entry.at);
  if (entry.kind === "comment") {
    return commentBox(request, `issuecomment-${entry.id}`, entry.user_id, html`commented ${at}`, entry.body);
  }
  const action = html`${REVIEW_ACTIONS[entry.state ?? "COMMENTED"]} ${at}`;
  const id = `pullrequestreview-${entry.id}`;
  if (entry.body !== "") return commentBox(request, id, entry.user_id, action, entry.body);
  return html`<p id="${id}" class="TimelineItem TimelineItem--condensed">
    ${icon(entry.state === "APPROVED" ? "check" : "eye")} ${authorLink(request, entry.user_id)} ${action}
  </p>`;
}

const REVIEW_ACTIONS = {
  APPROVED: "approved these changes",
  CHANGES_REQUESTED: "requested changes",
  COMMENTED: "reviewed",
  DISMISSED: "gave a review that was dismissed",
  PENDING: "is reviewing",
} as const;

/** Renders how the pull request was closed or merged. */
function closingEvent(request: RepositoryPageRequest, pull: PullRequest): Html | "" {
  const { now } = request;
  if (pull.merged_at !== null) {
    return html`<p class="TimelineItem TimelineItem--condensed">
      ${icon("git-merge", " merged")} ${authorLink(request, pull.merged_by ?? pull.user_id)} merged this ${relativeTime(now, pull.merged_at)}
    </p>`;
  }
  if (pull.closed_at === null) return "";
  return html`<p class="TimelineItem TimelineItem--condensed">
    ${icon("git-pull-request-closed", " closed")} This was closed ${relativeTime(now, pull.closed_at)}
  </p>`;
}

function sidebar(request: RepositoryPageRequest, pull: PullRequest): Html {
  const { context, owner } = request;
  const { users, teams } = requestedReviewers(context.db, pull.id);
  const pendingReviewers = [
    ...users.map(({ id, login }) => ({ name: userLink(request, id), picture: avatarImage(login, 20) })),
    ...teams.map(({ slug }) => ({ name: html`${owner.login}/${slug}`, picture: icon("people") })),
  ];
  const reviewed = submittedReviewers(context.db, pull.id);
  const people = assigneesOf(context.db, pull.issue_id);
  const labels = labelsOf(context.db, pull.issue_id);
  const milestone = pull.milestone_id === null ? undefined : milestones.find(context.db, { id: pull.milestone_id });
  return html`<section class="sidebar-section discussion-sidebar-item sidebar-assignee">
      <form class="js-issue-sidebar-form" aria-label="Select reviewers" action="${request.path}" method="get">
        <h2 class="discussion-sidebar-heading">Reviewers</h2>
        ${
          reviewed.length === 0
            ? ""
            : html`<ul id="submitted-reviews">
                ${reviewed.map((reviewer) => reviewerRow(request, reviewer))}
              </ul>`
        }
        <ul id="requested-reviewers" class="css-truncate">
          ${pendingReviewers.map(
            ({ name, picture }) =>
              html`<li class="js-hovercard-left">${picture} <span>${name}</span> <span class="dim row-end">awaiting review</span></li>`,
          )}
          ${pendingReviewers.length + reviewed.length === 0 ? html`<li class="dim">No reviews</li>` : ""}
        </ul>
      </form>
    </section>
    <section class="sidebar-section">
      <h2>Assignees</h2>
      ${
        people.length === 0
          ? html`<p class="dim">No one assigned</p>`
          : html`<ul>
              ${people.map(({ id, login }) => html`<li>${avatarImage(login, 20)} <span>${userLink(request, id)}</span></li>`)}
            </ul>`
      }
    </section>
    <section class="sidebar-section">
      <h2>Labels</h2>
      ${labels.length === 0 ? html`<p class="dim">None yet</p>` : html`<p>${labels.map(labelBadge)}</p>`}
    </section>
    <section class="sidebar-section">
      <h2>Milestone</h2>
      ${milestone ? html`<p>${icon("milestone")} ${milestone.title}</p>` : html`<p class="dim">No milestone</p>`}
    </section>`;
}

function reviewerRow(request: RepositoryPageRequest, { user_id, state }: SubmittedReviewer): Html {
  const { login } = getAccount(request.context.db, user_id);
  const mark = {
    APPROVED: () => labeledIcon("check", "approved these changes", "approved"),
    CHANGES_REQUESTED: () => labeledIcon("x", "requested changes", "closed"),
    COMMENTED: () => labeledIcon("comment", "left a comment"),
    DISMISSED: () => labeledIcon("dot", "review was dismissed"),
  }[state]();
  return html`<li class="js-hovercard-left">${avatarImage(login, 20)} <span>${userLink(request, user_id)}</span> <span class="row-end">${mark}</span></li>`;
}

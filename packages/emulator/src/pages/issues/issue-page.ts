import { html } from "hono/html";
import { canSeeRepository } from "../../callers/permission.ts";
import { getAccount } from "../../state/accounts.ts";
import { type TimelineRow, timelineOf } from "../../state/issue-events.ts";
import { assigneesOf, type Issue, issueComments, issues } from "../../state/issues.ts";
import { labelsOf } from "../../state/labels.ts";
import { milestones } from "../../state/milestones.ts";
import { findPullRequest } from "../../state/pull-requests.ts";
import { fullNameOf, getRepository } from "../../state/repositories.ts";
import { avatarImage } from "../layout/avatar.ts";
import { pluralize } from "../layout/counts.ts";
import type { Html } from "../layout/html.ts";
import { icon } from "../layout/icons.ts";
import { pager, pageWindow } from "../layout/paging.ts";
import { relativeTime } from "../layout/relative-time.ts";
import { type RepositoryPageRequest, renderRepositoryPage, userLink } from "../repository/repository-layout.ts";
import { commentBox } from "./comment-box.ts";
import { commentForm } from "./comment-form.ts";
import { issueEventItem } from "./issue-event.ts";
import { issueStateBadge } from "./issue-state.ts";
import { labelLink } from "./label-link.ts";

/** Timeline entries per page. */
const ENTRIES_PER_PAGE = 100;

/** Renders `/{owner}/{repo}/issues/{number}`, which leads to a pull request or a transferred issue where that is. */
export function issuePage(
  request: RepositoryPageRequest,
  number: number,
): Html | { readonly redirect: string } | undefined {
  const { context, repository, root } = request;
  if (findPullRequest(context.db, repository.id, number)) return { redirect: `${root}/pull/${number}` };
  const issue = issues.find(context.db, { repository_id: repository.id, number });
  if (!issue || issue.deleted_at !== null || !repository.settings.has_issues) return undefined;
  if (issue.moved_number !== null) return findTransferred(request, issue);
  return renderIssuePage(request, issue);
}

function findTransferred({ context, caller }: RepositoryPageRequest, { moved_to, moved_number }: Issue) {
  const target = moved_to === null ? undefined : getRepository(context.db, moved_to);
  if (!target || !canSeeRepository(context, caller, target)) return undefined;
  return { redirect: `/${fullNameOf(context.db, target)}/issues/${moved_number}` };
}

function renderIssuePage(request: RepositoryPageRequest, issue: Issue): Html {
  const { context, root, now } = request;
  const { db } = context;
  const filter = { issueId: issue.id, commits: [], exclude: [] };
  const { rows, total } = timelineOf(db, filter, pageWindow(request, ENTRIES_PER_PAGE));
  const comments = issueComments.count(db, { issue_id: issue.id });
  const opened = html`opened this issue ${relativeTime(now, issue.created_at)}`;
  return renderRepositoryPage(
    request,
    `${issue.title} · Issue #${issue.number} · ${root.slice(1)}`,
    "issues",
    html`<div id="partial-discussion-header" class="gh-header">
          <h1 class="gh-header-title">
            <bdi class="js-issue-title markdown-title">${issue.title}</bdi> <span class="dim">#${issue.number}</span>
          </h1>
          <div class="gh-header-meta">
            ${issueStateBadge(issue)}
            <span class="dim">${userLink(request, issue.user_id)} ${opened} · ${pluralize(comments, "comment")}</span>
            ${issue.locked ? html`<span class="dim">${icon("lock")} Locked</span>` : ""}
          </div>
        </div>
        <div class="Layout">
          <div class="Layout-main js-discussion">
            <h2 class="sr-only">Conversation</h2>
            ${commentBox(request, `issue-${issue.id}`, issue.user_id, opened, issue.body ?? "")}
            ${rows.map((entry) => timelineEntry(request, entry))} ${pager(request, total, ENTRIES_PER_PAGE)}
            ${commentForm(request, issue)}
          </div>
          <aside id="partial-discussion-sidebar" class="Layout-sidebar" aria-label="About this issue">
            ${sidebar(request, issue)}
          </aside>
        </div>`,
  );
}

function timelineEntry(request: RepositoryPageRequest, { kind, id }: TimelineRow): Html | "" {
  if (kind === "event") return issueEventItem(request, id);
  const comment = kind === "comment" ? issueComments.find(request.context.db, { id }) : undefined;
  if (!comment) return "";
  const action = html`commented ${relativeTime(request.now, comment.created_at)}`;
  return commentBox(request, `issuecomment-${id}`, comment.user_id, action, comment.body);
}

function sidebar(request: RepositoryPageRequest, issue: Issue): Html {
  const { context, root } = request;
  const assignees = assigneesOf(context.db, issue.id);
  const labels = labelsOf(context.db, issue.id);
  const milestone = issue.milestone_id === null ? undefined : milestones.find(context.db, { id: issue.milestone_id });
  const people = assignees.map(
    ({ id }) =>
      html`<li>${avatarImage(getAccount(context.db, id).login, 20)} <span>${userLink(request, id)}</span></li>`,
  );
  return html`<section class="sidebar-section">
      <h2>Assignees</h2>
      ${people.length === 0 ? html`<p class="dim">No one assigned</p>` : html`<ul>${people}</ul>`}
    </section>
    <section class="sidebar-section">
      <h2>Labels</h2>
      ${labels.length === 0 ? html`<p class="dim">None yet</p>` : html`<p>${labels.map((label) => labelLink(root, label))}</p>`}
    </section>
    <section class="sidebar-section">
      <h2>Milestone</h2>
      ${
        milestone
          ? html`<p>${icon("milestone")} <a href="${root}/milestone/${milestone.number}">${milestone.title}</a></p>`
          : html`<p class="dim">No milestone</p>`
      }
    </section>`;
}

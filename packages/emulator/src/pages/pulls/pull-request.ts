import { html } from "hono/html";
import { encodePath } from "../../objects/content.ts";
import { getAccount } from "../../state/accounts.ts";
import { assigneesOf } from "../../state/issues.ts";
import { labelsOf } from "../../state/labels.ts";
import { getMilestone } from "../../state/milestones.ts";
import { changesOf } from "../../state/pull-request-changes.ts";
import type { PullRequest } from "../../state/pull-requests.ts";
import { requestedReviewers } from "../../state/review-requests.ts";
import { avatarOf } from "../layout/avatar.ts";
import { counted, full } from "../layout/counts.ts";
import type { Html } from "../layout/html.ts";
import { icon, sign } from "../layout/icons.ts";
import { markdown } from "../layout/markdown.ts";
import { moment } from "../layout/moment.ts";
import { pager, windowOf } from "../layout/paging.ts";
import { pageFor } from "../page-for.ts";
import { personLink, type RepositoryVisit, withinRepository } from "../repository/head.ts";
import { labelMark } from "./row.ts";
import { stateBadge } from "./state.ts";
import { type Entry, type Reviewer, reviewersOf, timelineOf } from "./timeline.ts";

/** How much of what was said stands on a page. */
const SAID = 100;

/** `/{owner}/{repo}/pull/{number}` */
export function pullRequestPage(visit: RepositoryVisit, pull: PullRequest): Html {
  const { world, repository, root } = visit;
  const { db } = world;
  const author = getAccount(db, pull.user_id).login;
  const { rows, total } = timelineOf(db, pull, windowOf(visit, SAID));
  return pageFor(
    visit,
    `${pull.title} by ${author} · Pull Request #${pull.number} · ${root.slice(1)}`,
    withinRepository(
      visit,
      "pull-requests",
      html`<div id="partial-discussion-header" class="gh-header">
          <h1 class="gh-header-title">
            <bdi class="js-issue-title markdown-title">${pull.title}</bdi> <span class="dim">#${pull.number}</span>
          </h1>
          <div class="gh-header-meta">${stateBadge(pull)} <span class="dim">${summary(visit, pull)}</span></div>
        </div>
        <div class="Layout">
          <div class="Layout-main js-discussion">
            <h2 class="sr-only">Conversation</h2>
            ${opening(visit, pull)} ${rows.map((entry) => said(visit, entry))} ${outcome(visit, pull)}
            ${pager(visit, total, SAID)}
          </div>
          <aside id="partial-discussion-sidebar" class="Layout-sidebar" aria-label="About this pull request">
            ${sidebar(visit, pull)}
          </aside>
        </div>`,
    ),
    { repository },
  );
}

/** `bob wants to merge 2 commits into main from round-corners` */
function summary(visit: RepositoryVisit, pull: PullRequest): Html {
  const { world, now, root } = visit;
  const changes = changesOf(world.db, pull);
  const commits = changes ? html`${counted(changes.commits.length, "commit")} ` : "";
  const owner = pull.head_owner_id === null ? undefined : getAccount(world.db, pull.head_owner_id).login;
  const isOwn = pull.head_repository_id === pull.repository_id;
  const head = isOwn ? pull.head : `${owner ?? "unknown repository"}:${pull.head}`;
  const branches = html`into <a class="commit-ref" href="${root}/tree/${encodePath(pull.base)}">${pull.base}</a> from
    <span class="commit-ref head-ref">${head}</span>`;
  const files = changes
    ? html` · ${counted(changes.files.length, "file")} changed
        <span class="added">+${full(sum(changes.files, "additions"))}</span>
        <span class="taken">−${full(sum(changes.files, "deletions"))}</span>`
    : "";
  if (pull.merged_at !== null) {
    return html`${personLink(visit, pull.merged_by ?? pull.user_id)} merged ${commits}${branches}
      ${moment(now, pull.merged_at)}${files}`;
  }
  return html`${personLink(visit, pull.user_id)} ${pull.state === "closed" ? "wanted" : "wants"} to merge ${commits}${branches}${files}`;
}

const sum = (files: readonly { additions: number; deletions: number }[], what: "additions" | "deletions") =>
  files.reduce((total, file) => total + file[what], 0);

function opening(visit: RepositoryVisit, pull: PullRequest): Html {
  const what = html`opened this pull request ${moment(visit.now, pull.created_at)}`;
  return comment(visit, `issue-${pull.issue_id}`, pull.user_id, what, pull.body ?? "");
}

function said(visit: RepositoryVisit, entry: Entry): Html {
  const at = moment(visit.now, entry.at);
  if (entry.kind === "comment") {
    return comment(visit, `issuecomment-${entry.id}`, entry.user_id, html`commented ${at}`, entry.body);
  }
  const what = html`${VERDICTS[entry.state ?? "COMMENTED"]} ${at}`;
  const id = `pullrequestreview-${entry.id}`;
  if (entry.body !== "") return comment(visit, id, entry.user_id, what, entry.body);
  return html`<p id="${id}" class="TimelineItem TimelineItem--condensed">
    ${icon(entry.state === "APPROVED" ? "check" : "eye")} ${by(visit, entry.user_id)} ${what}
  </p>`;
}

const VERDICTS = {
  APPROVED: "approved these changes",
  CHANGES_REQUESTED: "requested changes",
  COMMENTED: "reviewed",
  DISMISSED: "gave a review that was dismissed",
  PENDING: "is reviewing",
} as const;

/** Who it was; whoever is not a person here goes by what they are. */
const by = (visit: RepositoryVisit, userId: number | null): Html =>
  userId === null ? html`<strong>An app</strong>` : personLink(visit, userId);

function comment(visit: RepositoryVisit, id: string, userId: number | null, what: Html, body: string): Html {
  const avatar = userId === null ? "" : avatarOf(getAccount(visit.world.db, userId).login, 24);
  return html`<article class="TimelineItem timeline-comment Box" id="${id}">
    <h3 class="timeline-comment-header Box-header">${avatar} <span>${by(visit, userId)} ${what}</span></h3>
    <div class="comment-body markdown-body js-comment-body">
      ${body.trim() === "" ? html`<p class="dim"><em>No description provided.</em></p>` : markdown(body)}
    </div>
  </article>`;
}

/** What became of it in the end. */
function outcome(visit: RepositoryVisit, pull: PullRequest): Html | "" {
  const { now } = visit;
  if (pull.merged_at !== null) {
    return html`<p class="TimelineItem TimelineItem--condensed">
      ${icon("git-merge", " merged")} ${by(visit, pull.merged_by ?? pull.user_id)} merged this ${moment(now, pull.merged_at)}
    </p>`;
  }
  if (pull.closed_at === null) return "";
  return html`<p class="TimelineItem TimelineItem--condensed">
    ${icon("git-pull-request-closed", " closed")} This was closed ${moment(now, pull.closed_at)}
  </p>`;
}

function sidebar(visit: RepositoryVisit, pull: PullRequest): Html {
  const { world, owner } = visit;
  const { users, teams } = requestedReviewers(world.db, pull.id);
  const asked = [
    ...users.map(({ id, login }) => ({ name: personLink(visit, id), picture: avatarOf(login, 20) })),
    ...teams.map(({ slug }) => ({ name: html`${owner.login}/${slug}`, picture: icon("people") })),
  ];
  const reviewed = reviewersOf(world.db, pull.id);
  const people = assigneesOf(world.db, pull.issue_id);
  const labels = labelsOf(world.db, pull.issue_id);
  const milestone = pull.milestone_id === null ? undefined : getMilestone(world.db, pull.milestone_id);
  return html`<section class="sidebar-section">
      <h2>Reviewers</h2>
      ${
        reviewed.length === 0
          ? ""
          : html`<ul id="submitted-reviews">
              ${reviewed.map((reviewer) => reviewerRow(visit, reviewer))}
            </ul>`
      }
      <ul id="requested-reviewers">
        ${asked.map(
          ({ name, picture }) =>
            html`<li>${picture} <span>${name}</span> <span class="dim row-end">awaiting review</span></li>`,
        )}
        ${asked.length + reviewed.length === 0 ? html`<li class="dim">No reviews</li>` : ""}
      </ul>
    </section>
    <section class="sidebar-section">
      <h2>Assignees</h2>
      ${
        people.length === 0
          ? html`<p class="dim">No one assigned</p>`
          : html`<ul>
              ${people.map(({ id, login }) => html`<li>${avatarOf(login, 20)} <span>${personLink(visit, id)}</span></li>`)}
            </ul>`
      }
    </section>
    <section class="sidebar-section">
      <h2>Labels</h2>
      ${labels.length === 0 ? html`<p class="dim">None yet</p>` : html`<p>${labels.map(labelMark)}</p>`}
    </section>
    <section class="sidebar-section">
      <h2>Milestone</h2>
      ${milestone ? html`<p>${icon("milestone")} ${milestone.title}</p>` : html`<p class="dim">No milestone</p>`}
    </section>`;
}

function reviewerRow(visit: RepositoryVisit, { user_id, state }: Reviewer): Html {
  const { login } = getAccount(visit.world.db, user_id);
  const mark = {
    APPROVED: () => sign("check", "approved these changes", "approved"),
    CHANGES_REQUESTED: () => sign("x", "requested changes", "closed"),
    COMMENTED: () => sign("comment", "left a comment"),
    DISMISSED: () => sign("dot", "review was dismissed"),
  }[state]();
  return html`<li>${avatarOf(login, 20)} <span>${personLink(visit, user_id)}</span> <span class="row-end">${mark}</span></li>`;
}

import { html } from "hono/html";
import { pullRequestChangesOf } from "../../git/pull-request-changes.ts";
import { encodePath } from "../../objects/content.ts";
import { getAccount } from "../../state/accounts.ts";
import type { PullRequest } from "../../state/pull-requests.ts";
import { formatCount, pluralize } from "../layout/counts.ts";
import type { Html } from "../layout/html.ts";
import { relativeTime } from "../layout/relative-time.ts";
import { type RepositoryPageRequest, userLink } from "../repository/repository-layout.ts";
import { stateBadge } from "./pull-state.ts";
import { type PullTab, pullRequestTabs } from "./pull-tabs.ts";

/** Renders the title, state and branches, the tabs, and the bar that is shown in their place once they are scrolled away. */
export function discussionHeader(request: RepositoryPageRequest, pull: PullRequest, tab: PullTab): Html {
  return html`<div id="partial-discussion-header" class="gh-header js-details-container" data-issue-and-pr-hovercards-enabled>
      <h1 class="gh-header-title">
        <bdi class="js-issue-title markdown-title">${pull.title}</bdi> <span class="dim">#${pull.number}</span>
      </h1>
      <div class="gh-header-meta">${stateBadge(pull)} <span class="dim">${summary(request, pull)}</span></div>
    </div>
    <div class="gh-header-sticky js-sticky is-placeholder">
      <div class="sticky-content">
        ${stateBadge(pull)}
        <div class="min-width-0">
          <strong class="js-issue-title markdown-title">${pull.title}</strong> <span class="dim">#${pull.number}</span>
          <div class="dim">${summary(request, pull)}</div>
        </div>
      </div>
    </div>
    ${pullRequestTabs(request, pull, tab)}`;
}

/** `bob wants to merge 2 commits into main from round-corners` */
export function summary(request: RepositoryPageRequest, pull: PullRequest): Html {
  const { context, now, root } = request;
  const changes = pullRequestChangesOf(context.db, pull);
  const commits = changes ? html`${pluralize(changes.commits.length, "commit")} ` : "";
  const owner = pull.head_owner_id === null ? undefined : getAccount(context.db, pull.head_owner_id).login;
  const isOwn = pull.head_repository_id === pull.repository_id;
  const head = isOwn ? pull.head : `${owner ?? "unknown repository"}:${pull.head}`;
  const branches = html`into <a class="commit-ref" href="${root}/tree/${encodePath(pull.base)}">${pull.base}</a> from
    <span class="commit-ref head-ref">${head}</span>`;
  const files = changes
    ? html` · ${pluralize(changes.files.length, "file")} changed
        <span class="added">+${formatCount(sumOf(changes.files, "additions"))}</span>
        <span class="deleted">−${formatCount(sumOf(changes.files, "deletions"))}</span>`
    : "";
  if (pull.merged_at !== null) {
    return html`${userLink(request, pull.merged_by ?? pull.user_id)} merged ${commits}${branches}
      ${relativeTime(now, pull.merged_at)}${files}`;
  }
  return html`${userLink(request, pull.user_id)} ${pull.state === "closed" ? "wanted" : "wants"} to merge ${commits}${branches}${files}`;
}

const sumOf = (files: readonly { additions: number; deletions: number }[], action: "additions" | "deletions") =>
  files.reduce((total, file) => total + file[action], 0);

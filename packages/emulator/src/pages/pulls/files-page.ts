import { html } from "hono/html";
import { pullRequestChangesOf } from "../../git/pull-request-changes.ts";
import type { PullRequest } from "../../state/pull-requests.ts";
import type { Html } from "../layout/html.ts";
import { changedFile } from "../repository/changes.ts";
import { type RepositoryPageRequest, renderRepositoryPage } from "../repository/repository-layout.ts";
import { discussionHeader, summary } from "./discussion-header.ts";
import { stateBadge } from "./pull-state.ts";
import { pullRequestTabs } from "./pull-tabs.ts";

/** Maximum number of files whose changes are shown. */
const MAX_FILES = 100;

/** Renders `/{owner}/{repo}/pull/{number}/files`. */
export function pullFilesPage(request: RepositoryPageRequest, pull: PullRequest): Html {
  const files = pullRequestChangesOf(request.context.db, pull)?.files ?? [];
  const header = request.context.markup === "2026" ? pageHeader : discussionHeader;
  return renderRepositoryPage(
    request,
    `${pull.title} · Pull Request #${pull.number} · ${request.root.slice(1)}`,
    "pull-requests",
    html`${header(request, pull, "files")}
      <div id="files" class="js-diff-progressive-container">${files.slice(0, MAX_FILES).map(changedFile)}</div>`,
  );
}

/** Renders the header of 2026, which stays in view and has two rows: the title, and the state with the branches. */
function pageHeader(request: RepositoryPageRequest, pull: PullRequest): Html {
  return html`<div data-component="PageHeader" class="PageHeader StickyPullRequestHeader-module__stickyHeader__kX2vW">
      <div data-component="PH_TitleArea" class="gh-header-title">
        <h1 data-component="PH_Title" class="markdown-title">${pull.title} <span class="dim">#${pull.number}</span></h1>
      </div>
      <div data-component="PH_Description" class="gh-header-meta">
        ${stateBadge(pull)} <span class="dim">${summary(request, pull)}</span>
      </div>
    </div>
    ${pullRequestTabs(request, pull, "files")}`;
}

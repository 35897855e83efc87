import { html } from "hono/html";
import { readCommit } from "../../git/commit.ts";
import { measureChange } from "../../git/compare.ts";
import { changesOfCommit } from "../../git/comparison.ts";
import { resolveCommit } from "../../git/resolve.ts";
import { commitComments } from "../../state/commit-comments.ts";
import { commentBox } from "../issues/comment-box.ts";
import { formatCount, pluralize } from "../layout/counts.ts";
import type { Html } from "../layout/html.ts";
import { pager, pageWindow } from "../layout/paging.ts";
import { relativeTime } from "../layout/relative-time.ts";
import { changedFile, MAX_FILES } from "../repository/changes.ts";
import { storeOf } from "../repository/contents.ts";
import { type RepositoryPageRequest, renderRepositoryPage } from "../repository/repository-layout.ts";
import { dateOf, signatureLink } from "./signature-link.ts";

/** Renders `/{owner}/{repo}/commit/{sha}`. Returns undefined if the commit doesn't exist. */
export function commitPage(request: RepositoryPageRequest, name: string): Html | undefined {
  const store = storeOf(request);
  const sha = resolveCommit(store, name);
  if (sha === undefined) return undefined;
  const { root, now } = request;
  const { author, committer, message, parents } = readCommit(store, sha);
  const [subject = "", ...rest] = message.split("\n");
  const body = rest.join("\n").trim();
  const { files } = changesOfCommit(store, sha);
  const shown = files.slice(0, MAX_FILES).map((change) => measureChange(store, change));
  const sum = (kind: "additions" | "deletions") => shown.reduce((total, file) => total + file[kind], 0);
  const parentLinks = parents.map(
    (parent) => html` <a href="${root}/commit/${parent}"><code>${parent.slice(0, 7)}</code></a>`,
  );
  return renderRepositoryPage(
    request,
    `${subject} · ${root.slice(1)}@${sha.slice(0, 7)}`,
    "code",
    html`<div class="gh-header">
          <h1 class="gh-header-title markdown-title">${subject}</h1>
          ${body === "" ? "" : html`<pre class="blob wrapped">${body}</pre>`}
          <div class="gh-header-meta dim">
            <span>${signatureLink(request, author)} committed ${relativeTime(now, dateOf(committer).toISOString())}</span>
            <span>${pluralize(parents.length, "parent")}${parentLinks}</span>
            <span>Commit <code>${sha}</code></span>
            <a href="${root}/tree/${sha}">Browse files</a>
          </div>
        </div>
        <h2>
          ${pluralize(files.length, "changed file")} <span class="added">+${formatCount(sum("additions"))}</span>
          <span class="deleted">−${formatCount(sum("deletions"))}</span>
        </h2>
        <div id="files">${shown.map(changedFile)}</div>
        ${comments(request, sha)}`,
  );
}

function comments(request: RepositoryPageRequest, sha: string): Html | "" {
  const { context, repository, now } = request;
  const filter = { repository_id: repository.id, sha };
  const { rows, total } = commitComments.page(context.db, filter, "id", pageWindow(request));
  if (total === 0) return "";
  const boxes = rows.map(({ id, user_id, created_at, body, path, line }) => {
    const place = path === null ? "" : html` on <code>${path}${line === null ? "" : `:${line}`}</code>`;
    const action = html`commented${place} ${relativeTime(now, created_at)}`;
    return commentBox(request, `commitcomment-${id}`, user_id, action, body);
  });
  return html`<section id="comments">
    <h2>${pluralize(total, "comment")} on this commit</h2>
    ${boxes} ${pager(request, total)}
  </section>`;
}

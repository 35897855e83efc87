import { compareCommits, getCommit } from "@forgehand/core/operations";
import { canSeeRepository } from "../../callers/permission.ts";
import { type FileChange, type MeasuredChange, measureChange } from "../../git/compare.ts";
import {
  type CommitRange,
  changesOfCommit,
  compareBranches,
  formatComparison,
  resolveRange,
} from "../../git/comparison.ts";
import { commitsSince, mergeBase } from "../../git/history.ts";
import { resolveCommit } from "../../git/resolve.ts";
import { type RepositoryCall, renderPage, repositoryHandler } from "../../http/handler.ts";
import { HttpError, notFound } from "../../http-error.ts";
import { renderChangedFile } from "../../objects/changed-file.ts";
import { renderCommit } from "../../objects/commit.ts";
import { encodePath } from "../../objects/content.ts";
import { getAccount } from "../../state/accounts.ts";
import type { GitStore } from "../../state/git-store.ts";
import { findInNetwork, fullNameOf } from "../../state/repositories.ts";
import { checkedText } from "../shared/checked-text.ts";
import { requireHistory, storeOf } from "../shared/repository-history.ts";

/** Maximum numbers of files: of a commit on all pages, and of a comparison. */
const MAX_FILES = { commit: 3000, comparison: 300 } as const;

export const commits = [
  repositoryHandler(getCommit, ({ ref }, call) => {
    const { context, repository, media, page } = call;
    const store = requireHistory(call);
    const sha = resolveCommit(store, ref);
    if (sha === undefined) throw new HttpError(422, `No commit found for SHA: ${ref}`);
    if (media === "sha") return sha;
    const changes = changesOfCommit(store, sha);
    if (media === "diff" || media === "patch") return checkedText(formatComparison(store, changes, media), "Commit");
    const commit = renderCommit(context, repository, store, sha);
    const files = measure(store, changes.files.slice(0, MAX_FILES.commit));
    const sum = (of: "additions" | "deletions") => files.reduce((total, file) => total + file[of], 0);
    const [additions, deletions] = [sum("additions"), sum("deletions")];
    const rows = files.slice(page.offset, page.offset + page.limit);
    return {
      ...commit,
      stats: { additions, deletions, total: additions + deletions },
      files: renderPage(call, { rows, total: files.length }, (file) =>
        renderChangedFile(context, repository, file.after ? sha : (commit.parents[0]?.sha ?? sha), file),
      ),
    };
  }),

  repositoryHandler(compareCommits, ({ basehead }, call) => {
    const { context, repository, media } = call;
    const store = storeOf(call);
    const range = resolveRange(store, getAccount(context.db, repository.owner_id).login, basehead, (owner) => {
      const fork = findInNetwork(context.db, repository, owner);
      return fork && canSeeRepository(context, call.caller, fork)
        ? { db: context.db, repositoryId: fork.id }
        : undefined;
    });
    const base = range && mergeBase(store, range.base, range.head);
    // GitHub also responds with 404 if the commits have no common ancestor.
    if (!range || base === undefined) throw notFound();
    if (media === "diff" || media === "patch") {
      return checkedText(formatComparison(store, compareBranches(store, range.base, range.head), media), "Comparison");
    }
    return renderComparison(call, store, { ...range, basehead, mergeBase: base });
  }),
];

interface RequestedRange extends CommitRange {
  readonly basehead: string;
  readonly mergeBase: string;
}

function renderComparison(call: RepositoryCall, store: GitStore, range: RequestedRange) {
  const { context, repository, page } = call;
  const render = (sha: string) => renderCommit(context, repository, store, sha);
  const comparison = compareBranches(store, range.base, range.head);
  const [ahead, behind] = [comparison.commits.length, commitsSince(store, range.head, range.base).length];
  const oldestFirst = comparison.commits.toReversed();
  const rows = oldestFirst.slice(page.offset, page.offset + page.limit);
  const fullName = fullNameOf(context.db, repository);
  const [owner = ""] = fullName.split("/");
  const htmlUrl = `${context.webUrl}/${fullName}/compare/${encodePath(range.basehead)}`;
  const nameOf = (sha: string) => `${owner}:${sha.slice(0, 7)}`;
  // Only the first page has the files.
  const files = page.page === 1 ? measure(store, comparison.files.slice(0, MAX_FILES.comparison)) : [];
  return {
    url: `${context.apiUrl}/repos/${fullName}/compare/${encodePath(range.basehead)}`,
    html_url: htmlUrl,
    permalink_url: `${context.webUrl}/${fullName}/compare/${nameOf(range.base)}...${nameOf(range.head)}`,
    diff_url: `${htmlUrl}.diff`,
    patch_url: `${htmlUrl}.patch`,
    base_commit: render(range.base),
    merge_base_commit: render(range.mergeBase),
    status: statusOf(ahead, behind),
    ahead_by: ahead,
    behind_by: behind,
    total_commits: ahead,
    commits: renderPage(call, { rows, total: ahead }, render),
    files: files.map((file) => renderChangedFile(context, repository, file.after ? range.head : range.mergeBase, file)),
  };
}

function statusOf(ahead: number, behind: number) {
  if (ahead > 0) return behind > 0 ? "diverged" : "ahead";
  return behind > 0 ? "behind" : "identical";
}

const measure = (store: GitStore, files: readonly FileChange[]): MeasuredChange[] =>
  files.map((change) => measureChange(store, change));

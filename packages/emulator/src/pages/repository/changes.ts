import { html } from "hono/html";
import { readCommit } from "../../git/commit.ts";
import { type FileChange, type MeasuredChange, measureChange } from "../../git/compare.ts";
import {
  type Comparison,
  changesOfCommit,
  compareBranches,
  formatComparison,
  resolveRange,
  type TextFormat,
} from "../../git/comparison.ts";
import { formatPullRequest } from "../../git/pull-request-changes.ts";
import { resolveCommit } from "../../git/resolve.ts";
import { findPullRequest } from "../../state/pull-requests.ts";
import { formatCount, pluralize } from "../layout/counts.ts";
import type { Html } from "../layout/html.ts";
import { storeOf } from "./contents.ts";
import type { RepositoryPageRequest } from "./repository-layout.ts";
import { subjectPage } from "./subject-page.ts";

/** Maximum number of files whose changes a page shows. */
export const MAX_FILES = 300;

/** Renders `/{owner}/{repo}/compare/{base}...{head}`. Returns undefined if one of them doesn't exist. */
export function comparePage(request: RepositoryPageRequest, range: string): Html | undefined {
  const comparison = findComparison(request, range);
  if (!comparison) return undefined;
  const store = storeOf(request);
  const commits = comparison.commits.map((sha) => {
    const [subject] = readCommit(store, sha).message.split("\n");
    return html`<li><a href="${request.root}/commit/${sha}">${subject}</a> <code>${sha.slice(0, 7)}</code></li>`;
  });
  return subjectPage(request, {
    title: `Comparing ${range}`,
    facts: [["Commits", String(commits.length)]],
    body: html`<ul aria-label="Commits">${commits}</ul>
      ${changedFiles(request, comparison.files)}`,
  });
}

function changedFiles(request: RepositoryPageRequest, files: readonly FileChange[]): Html {
  const store = storeOf(request);
  const shown = files.slice(0, MAX_FILES).map((change) => changedFile(measureChange(store, change)));
  return html`<h2>${pluralize(files.length, "changed file")}</h2>
    ${shown}`;
}

/** Renders the changes of a file, by hunks. */
export function changedFile({ path, status, patch, additions, deletions }: MeasuredChange): Html {
  return html`<section class="Box" aria-label="${path}">
    <div class="Box-header">
      <strong>${path}</strong> <span class="dim">${status}</span>
      <span class="row-end"><span class="added">+${formatCount(additions)}</span> <span class="deleted">−${formatCount(deletions)}</span></span>
    </div>
    ${patch === undefined ? "" : html`<pre class="blob" tabindex="0" role="region" aria-label="Changes of ${path}">${patchLines(patch)}</pre>`}
  </section>`;
}

const LINE_CLASSES: Readonly<Record<string, string>> = { "+": "added", "-": "deleted", "@": "hunk" };

/** Renders the lines of a patch; those without changes are plain text. */
function patchLines(patch: string): readonly (Html | string)[] {
  return patch.split(/(?<=\n)/).map((line) => {
    const kind = LINE_CLASSES[line.charAt(0)];
    return kind === undefined ? line : html`<span class="${kind}">${line}</span>`;
  });
}

/** Returns the changes of a commit in a format of git; undefined if it doesn't exist. */
export function commitText(request: RepositoryPageRequest, sha: string, format: TextFormat): Uint8Array | undefined {
  const comparison = findCommit(request, sha);
  return comparison && formatComparison(storeOf(request), comparison, format);
}

/** Returns a comparison in a format of git; undefined if one of its ends doesn't exist. */
export function compareText(request: RepositoryPageRequest, range: string, format: TextFormat): Uint8Array | undefined {
  const comparison = findComparison(request, range);
  return comparison && formatComparison(storeOf(request), comparison, format);
}

/** Returns the changes of a pull request in a format of git; undefined if it doesn't exist. */
export function pullText(
  { context: { db }, repository }: RepositoryPageRequest,
  number: number,
  format: TextFormat,
): Uint8Array | undefined {
  const pull = findPullRequest(db, repository.id, number);
  return pull && formatPullRequest(db, pull, format);
}

function findCommit(request: RepositoryPageRequest, sha: string): Comparison | undefined {
  const store = storeOf(request);
  const commit = resolveCommit(store, sha);
  return commit === undefined ? undefined : changesOfCommit(store, commit);
}

function findComparison(request: RepositoryPageRequest, range: string): Comparison | undefined {
  const store = storeOf(request);
  const found = resolveRange(store, request.owner.login, range);
  return found && compareBranches(store, found.base, found.head);
}

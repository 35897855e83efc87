import { html } from "hono/html";
import { readCommit } from "../../git/commit.ts";
import { type CommitPath, parseCommitPath } from "../../git/commit-path.ts";
import { isBinary } from "../../git/patch.ts";
import { FILE_MODES, findEntry, readTree, type TreeEntry } from "../../git/tree.ts";
import { encodePath } from "../../objects/content.ts";
import { isMarkdown } from "../../objects/file-html.ts";
import { findObject, type GitStore } from "../../state/git-store.ts";
import { pluralize } from "../layout/counts.ts";
import type { Html } from "../layout/html.ts";
import { type IconName, icon } from "../layout/icons.ts";
import { markdown } from "../layout/markdown.ts";
import { relativeTime } from "../layout/relative-time.ts";
import { type RepositoryPageRequest, renderRepositoryPage } from "./repository-layout.ts";

/** Display limits: entries of a folder, and bytes of a file. */
const MAX_ENTRIES = 1000;
const MAX_TEXT_BYTES = 256 * 1024;

export const storeOf = ({ context, repository }: RepositoryPageRequest): GitStore => ({
  db: context.db,
  repositoryId: repository.id,
});

/** Renders `/{owner}/{repo}/tree/{ref}/{path}` and `/blob/...`. Returns undefined if the path does not exist. */
export function contentsPage(request: RepositoryPageRequest, kind: "tree" | "blob", address: string): Html | undefined {
  const store = storeOf(request);
  const target = parseCommitPath(store, address);
  const entry = target && findEntry(store, readCommit(store, target.commit).tree, target.path);
  if (!target || !entry || (entry.mode === FILE_MODES.tree) !== (kind === "tree")) return undefined;
  const name = request.root.slice(1);
  const pathText = target.path.join("/");
  return renderRepositoryPage(
    request,
    pathText === "" ? `${name} at ${target.ref}` : `${name}/${pathText} at ${target.ref}`,
    "code",
    html`<h1 class="breadcrumbs">${breadcrumbs(request, target)}</h1>
        ${kind === "tree" ? folderListing(request, target, entry.sha) : fileView(store, target, entry)}`,
  );
}

/** Returns the file at `/{owner}/{repo}/raw/{ref}/{path}`. Returns undefined if it doesn't exist. */
export function readRawFile(request: RepositoryPageRequest, address: string): Uint8Array | undefined {
  const store = storeOf(request);
  const target = parseCommitPath(store, address);
  const entry = target && findEntry(store, readCommit(store, target.commit).tree, target.path);
  const object = entry && findObject(store, entry.sha);
  return object?.type === "blob" ? object.content : undefined;
}

function breadcrumbs({ root, repository }: RepositoryPageRequest, { ref, path }: CommitPath): Html {
  const base = `${root}/tree/${encodePath(ref)}`;
  const parts = path.map((segment, index) => {
    if (index === path.length - 1) return html`<span class="dim">/</span> <strong>${segment}</strong>`;
    return html`<span class="dim">/</span> <a href="${base}/${encodePath(path.slice(0, index + 1).join("/"))}">${segment}</a>`;
  });
  return html`<span class="commit-ref">${icon("git-branch")} ${ref}</span>
    <a href="${base}">${repository.name}</a>${parts}`;
}

const ENTRY_KINDS: Readonly<Record<TreeEntry["mode"], readonly [picture: IconName, name: string]>> = {
  [FILE_MODES.tree]: ["file-directory-fill", "Folder"],
  [FILE_MODES.file]: ["file", "File"],
  [FILE_MODES.executable]: ["file", "Executable file"],
  [FILE_MODES.symlink]: ["file-symlink-file", "Symbolic link"],
  [FILE_MODES.submodule]: ["file-submodule", "Submodule"],
};

/** Renders a folder's entries, folders first, with the commit above. */
export function folderListing(request: RepositoryPageRequest, { ref, commit, path }: CommitPath, tree: string): Html {
  const store = storeOf(request);
  const entries = readTree(store, tree);
  const isFolder = ({ mode }: TreeEntry) => mode === FILE_MODES.tree || mode === FILE_MODES.submodule;
  const sorted = [...entries.filter(isFolder), ...entries.filter((entry) => !isFolder(entry))];
  const row = (entry: TreeEntry) => {
    const [picture, kind] = ENTRY_KINDS[entry.mode];
    const to = [
      request.root,
      entry.mode === FILE_MODES.tree ? "tree" : "blob",
      encodePath(ref),
      encodePath([...path, entry.name].join("/")),
    ];
    const name = html`${icon(picture)} <span class="sr-only">${kind}: </span>`;
    return entry.mode === FILE_MODES.submodule
      ? html`<li>${name}<span>${entry.name} <span class="dim">@ ${entry.sha.slice(0, 7)}</span></span></li>`
      : html`<li>${name}<a href="${to.join("/")}">${entry.name}</a></li>`;
  };
  const hiddenCount = sorted.length - MAX_ENTRIES;
  return html`<div class="Box files">
    <div class="Box-header latest-commit">${latestCommit(request, { ref, commit, path })}</div>
    <ul aria-label="Files">
      ${sorted.slice(0, MAX_ENTRIES).map(row)} ${hiddenCount > 0 ? html`<li class="dim">and ${pluralize(hiddenCount, "more entry", "more entries")}</li>` : ""}
    </ul>
  </div>`;
}

function latestCommit(request: RepositoryPageRequest, { ref, commit, path }: CommitPath): Html {
  const { root } = request;
  const { author, committer, message } = readCommit(storeOf(request), commit);
  const at = new Date(committer.seconds * 1000).toISOString();
  const page = `${root}/commit/${commit}`;
  const history = [`${root}/commits`, encodePath(ref), ...(path.length === 0 ? [] : [encodePath(path.join("/"))])];
  return html`<strong>${author.name}</strong> <a class="commit-message" href="${page}">${message.split("\n")[0]}</a>
    <span class="row-end dim"><code>${commit.slice(0, 7)}</code> · ${relativeTime(request.now, at)}</span>
    <a href="${history.join("/")}">History</a>`;
}

function fileView(store: GitStore, { path }: CommitPath, entry: TreeEntry): Html {
  const object = entry.mode === FILE_MODES.submodule ? undefined : findObject(store, entry.sha);
  const name = path.at(-1) ?? "";
  const size = object?.content.byteLength ?? 0;
  return html`<div class="Box">
    <div class="Box-header">${icon("file")} <strong>${name}</strong> <span class="dim">${pluralize(size, "byte")}</span></div>
    ${object ? fileText(name, object.content) : html`<p class="blankslate">A submodule, at <code>${entry.sha}</code></p>`}
  </div>`;
}

function fileText(name: string, content: Uint8Array): Html {
  if (isBinary(content)) return html`<p class="blankslate">A binary file, which is not shown</p>`;
  if (content.byteLength > MAX_TEXT_BYTES) return html`<p class="blankslate">The file is too large to be shown</p>`;
  const decoded = Buffer.from(content).toString("utf8");
  if (isMarkdown(name)) return html`<article class="markdown-body">${markdown(decoded)}</article>`;
  return html`<pre class="blob" tabindex="0" role="region" aria-label="Contents of ${name}">${decoded}</pre>`;
}

/** Renders a folder's README, if it has one. */
export function readmeSection(request: RepositoryPageRequest, tree: string): Html | "" {
  const store = storeOf(request);
  const entry = readTree(store, tree).find(
    ({ name, mode }) =>
      /^readme(\.(md|markdown|txt))?$/i.test(name) && (mode === FILE_MODES.file || mode === FILE_MODES.executable),
  );
  const object = entry && findObject(store, entry.sha);
  if (!entry || !object || isBinary(object.content) || object.content.byteLength > MAX_TEXT_BYTES) return "";
  const content = Buffer.from(object.content).toString("utf8");
  return html`<section class="Box" id="readme" aria-label="README">
    <div class="Box-header"><h2>${entry.name}</h2></div>
    ${isMarkdown(entry.name) ? html`<article class="markdown-body">${markdown(content)}</article>` : html`<pre class="blob wrapped">${content}</pre>`}
  </section>`;
}

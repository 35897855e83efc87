import { html } from "hono/html";
import { readCommit } from "../../git/commit.ts";
import { isBinary } from "../../git/patch.ts";
import { resolveCommit } from "../../git/resolve.ts";
import { findEntry, MODES, readTree, type TreeEntry } from "../../git/tree.ts";
import { encodePath } from "../../objects/content.ts";
import { isMarkdown } from "../../objects/file-html.ts";
import { findObject, findRef, type GitStore } from "../../state/git.ts";
import { counted } from "../layout/counts.ts";
import type { Html } from "../layout/html.ts";
import { type IconName, icon } from "../layout/icons.ts";
import { markdown } from "../layout/markdown.ts";
import { moment } from "../layout/moment.ts";
import { pageFor } from "../page-for.ts";
import { type RepositoryVisit, withinRepository } from "./head.ts";

/** A folder's entries, and a file's bytes, beyond which a page shows no more. */
const LONGEST_FOLDER = 1000;
const LARGEST_TEXT = 256 * 1024;

export const storeOf = ({ world, repository }: RepositoryVisit): GitStore => ({
  db: world.db,
  repositoryId: repository.id,
});

/** A commit, and a path in it. */
interface Spot {
  readonly ref: string;
  readonly commit: string;
  readonly path: readonly string[];
}

/** Which part of an address names a branch, and which a path: the longest name that there is counts. */
function spotIn(store: GitStore, address: string): Spot | undefined {
  const segments = address.split("/").filter((segment) => segment !== "");
  for (let length = segments.length; length > 0; length--) {
    const ref = segments.slice(0, length).join("/");
    const isNamed = ["heads", "tags"].some((kind) => findRef(store, `refs/${kind}/${ref}`) !== undefined);
    const commit = isNamed || length === 1 ? resolveCommit(store, ref) : undefined;
    if (commit !== undefined) return { ref, commit, path: segments.slice(length) };
  }
  return undefined;
}

/** `/{owner}/{repo}/tree/{ref}/{path}` and `/blob/...`; undefined where nothing lies there. */
export function contentsPage(visit: RepositoryVisit, kind: "tree" | "blob", address: string): Html | undefined {
  const store = storeOf(visit);
  const spot = spotIn(store, address);
  const entry = spot && findEntry(store, readCommit(store, spot.commit).tree, spot.path);
  if (!spot || !entry || (entry.mode === MODES.tree) !== (kind === "tree")) return undefined;
  const name = visit.root.slice(1);
  const where = spot.path.join("/");
  return pageFor(
    visit,
    where === "" ? `${name} at ${spot.ref}` : `${name}/${where} at ${spot.ref}`,
    withinRepository(
      visit,
      "code",
      html`<h1 class="breadcrumbs">${crumbs(visit, spot)}</h1>
        ${kind === "tree" ? folder(visit, spot, entry.sha) : file(store, spot, entry)}`,
    ),
    { repository: visit.repository },
  );
}

function crumbs({ root, repository }: RepositoryVisit, { ref, path }: Spot): Html {
  const base = `${root}/tree/${encodePath(ref)}`;
  const parts = path.map((segment, index) => {
    if (index === path.length - 1) return html`<span class="dim">/</span> <strong>${segment}</strong>`;
    return html`<span class="dim">/</span> <a href="${base}/${encodePath(path.slice(0, index + 1).join("/"))}">${segment}</a>`;
  });
  return html`<span class="commit-ref">${icon("git-branch")} ${ref}</span>
    <a href="${base}">${repository.name}</a>${parts}`;
}

const KINDS: Readonly<Record<TreeEntry["mode"], readonly [picture: IconName, name: string]>> = {
  [MODES.tree]: ["file-directory-fill", "Folder"],
  [MODES.file]: ["file", "File"],
  [MODES.executable]: ["file", "Executable file"],
  [MODES.symlink]: ["file-symlink-file", "Symbolic link"],
  [MODES.submodule]: ["file-submodule", "Submodule"],
};

/** What lies in a folder, folders first, under the commit that it is of. */
export function folder(visit: RepositoryVisit, { ref, commit, path }: Spot, tree: string): Html {
  const store = storeOf(visit);
  const entries = readTree(store, tree);
  const isFolder = ({ mode }: TreeEntry) => mode === MODES.tree || mode === MODES.submodule;
  const sorted = [...entries.filter(isFolder), ...entries.filter((entry) => !isFolder(entry))];
  const row = (entry: TreeEntry) => {
    const [picture, kind] = KINDS[entry.mode];
    const to = [
      visit.root,
      entry.mode === MODES.tree ? "tree" : "blob",
      encodePath(ref),
      encodePath([...path, entry.name].join("/")),
    ];
    const name = html`${icon(picture)} <span class="sr-only">${kind}: </span>`;
    return entry.mode === MODES.submodule
      ? html`<li>${name}<span>${entry.name} <span class="dim">@ ${entry.sha.slice(0, 7)}</span></span></li>`
      : html`<li>${name}<a href="${to.join("/")}">${entry.name}</a></li>`;
  };
  const more = sorted.length - LONGEST_FOLDER;
  return html`<div class="Box files">
    <div class="Box-header latest-commit">${latestCommit(visit, commit)}</div>
    <ul aria-label="Files">
      ${sorted.slice(0, LONGEST_FOLDER).map(row)} ${more > 0 ? html`<li class="dim">and ${counted(more, "more entry", "more entries")}</li>` : ""}
    </ul>
  </div>`;
}

function latestCommit(visit: RepositoryVisit, sha: string): Html {
  const { author, committer, message } = readCommit(storeOf(visit), sha);
  const at = new Date(committer.seconds * 1000).toISOString();
  return html`<strong>${author.name}</strong> <span class="commit-message">${message.split("\n")[0]}</span>
    <span class="row-end dim"><code>${sha.slice(0, 7)}</code> · ${moment(visit.now, at)}</span>`;
}

function file(store: GitStore, { path }: Spot, entry: TreeEntry): Html {
  const object = entry.mode === MODES.submodule ? undefined : findObject(store, entry.sha);
  const name = path.at(-1) ?? "";
  const size = object?.content.byteLength ?? 0;
  return html`<div class="Box">
    <div class="Box-header">${icon("file")} <strong>${name}</strong> <span class="dim">${counted(size, "byte")}</span></div>
    ${object ? text(name, object.content) : html`<p class="blankslate">A submodule, at <code>${entry.sha}</code></p>`}
  </div>`;
}

function text(name: string, content: Uint8Array): Html {
  if (isBinary(content)) return html`<p class="blankslate">A binary file, which is not shown</p>`;
  if (content.byteLength > LARGEST_TEXT) return html`<p class="blankslate">The file is too large to be shown</p>`;
  const decoded = Buffer.from(content).toString("utf8");
  if (isMarkdown(name)) return html`<article class="markdown-body">${markdown(decoded)}</article>`;
  return html`<pre class="blob" tabindex="0" role="region" aria-label="Contents of ${name}">${decoded}</pre>`;
}

/** A folder's README, rendered; nothing where it has none. */
export function readme(visit: RepositoryVisit, tree: string): Html | "" {
  const store = storeOf(visit);
  const entry = readTree(store, tree).find(
    ({ name, mode }) =>
      /^readme(\.(md|markdown|txt))?$/i.test(name) && (mode === MODES.file || mode === MODES.executable),
  );
  const object = entry && findObject(store, entry.sha);
  if (!entry || !object || isBinary(object.content) || object.content.byteLength > LARGEST_TEXT) return "";
  const content = Buffer.from(object.content).toString("utf8");
  return html`<section class="Box" id="readme" aria-label="README">
    <div class="Box-header"><h2>${entry.name}</h2></div>
    ${isMarkdown(entry.name) ? html`<article class="markdown-body">${markdown(content)}</article>` : html`<pre class="blob wrapped">${content}</pre>`}
  </section>`;
}

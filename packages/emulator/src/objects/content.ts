import { DEFAULT_API_VERSION } from "@forgehand/core/contract";
import type { Content, ContentTree, DirectoryEntry } from "@forgehand/core/operations";
import type { Caller } from "../callers/caller.ts";
import { canSeeRepository } from "../callers/permission.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { submoduleUrl } from "../git/submodules.ts";
import { FILE_MODES, type TreeEntry } from "../git/tree.ts";
import { createDownloadToken } from "../state/downloads.ts";
import { findObject, type GitStore, objectSizes } from "../state/git-store.ts";
import { findRepository, fullNameOf, type Repository } from "../state/repositories.ts";

/** A commit of a repository, as a caller sees it. */
export interface CommitView {
  readonly context: EmulatorContext;
  readonly caller: Caller;
  readonly repository: Repository;
  readonly store: GitStore;
  /** The name that was requested: a branch, a tag or a commit id. */
  readonly ref: string;
  readonly commit: string;
  readonly tree: string;
}

/** A path with its tree entry. */
export interface PathEntry {
  readonly path: string;
  readonly entry: TreeEntry;
}

/** Largest file, in bytes, that is returned with its content. */
export const MAX_INLINE_BYTES = 1024 * 1024;

/** Maximum number of directory entries in a response. */
const MAX_LISTED_ENTRIES = 1000;

/** Renders a file. Files over the size limit have no content. */
export function renderFile(view: CommitView, pathEntry: PathEntry, size: number): Extract<Content, { type: "file" }> {
  const content =
    size <= MAX_INLINE_BYTES
      ? { encoding: "base64", content: encodeBase64Lines(blobOf(view, pathEntry)) }
      : { encoding: "none", content: "" };
  return { type: "file", ...content, ...fieldsOf(view, pathEntry, size) };
}

/** Encodes base64 like GitHub: in lines of 60 characters. */
export function encodeBase64Lines(content: Uint8Array): string {
  return Buffer.from(content)
    .toString("base64")
    .replace(/.{60}|.+$/g, "$&\n");
}

/** Renders a symlink whose target is not a regular file in the repository. */
export function renderSymlink(
  view: CommitView,
  pathEntry: PathEntry,
  target: string,
): Extract<Content, { type: "symlink" }> {
  return { type: "symlink", target, ...fieldsOf(view, pathEntry, Buffer.byteLength(target)) };
}

export function renderSubmodule(view: CommitView, pathEntry: PathEntry): Extract<Content, { type: "submodule" }> {
  const url = submoduleUrl(view.store, view.tree, pathEntry.path) ?? "";
  return { type: "submodule", submodule_git_url: url, ...fieldsOf(view, pathEntry, 0) };
}

/** Renders the entries of a directory. Submodules are listed as files before API version 2026-03-10. */
export function renderDirectory(
  view: CommitView,
  path: string,
  entries: readonly TreeEntry[],
  version: string,
): DirectoryEntry[] {
  const submodule = version === DEFAULT_API_VERSION ? "file" : "submodule";
  const listed = entries.slice(0, MAX_LISTED_ENTRIES);
  const sizes = objectSizes(
    view.store,
    listed.map(({ sha }) => sha),
  );
  return listed.map((entry) => ({
    type: entry.mode === FILE_MODES.submodule ? submodule : LISTED_TYPES[entry.mode],
    ...fieldsOf(
      view,
      { path: path === "" ? entry.name : `${path}/${entry.name}`, entry },
      entry.mode === FILE_MODES.tree ? 0 : (sizes.get(entry.sha) ?? 0),
    ),
  }));
}

const LISTED_TYPES = {
  [FILE_MODES.file]: "file",
  [FILE_MODES.executable]: "file",
  [FILE_MODES.symlink]: "symlink",
  [FILE_MODES.tree]: "dir",
  [FILE_MODES.submodule]: "file",
} as const;

/** Renders a directory for the object media type. */
export function renderDirectoryObject(
  view: CommitView,
  pathEntry: PathEntry,
  entries: readonly TreeEntry[],
  version: string,
): ContentTree {
  return {
    type: "dir",
    ...fieldsOf(view, pathEntry, 0),
    entries: renderDirectory(view, pathEntry.path, entries, version),
  };
}

/** Renders a file in the response to a write. */
export function renderWrittenFile(view: CommitView, pathEntry: PathEntry, size: number) {
  const links = fileLinks(view, pathEntry.path, pathEntry.entry.sha);
  return { ...entryFields(view, pathEntry, size, links), type: LISTED_TYPES[pathEntry.entry.mode] };
}

function fieldsOf(view: CommitView, pathEntry: PathEntry, size: number) {
  const { path, entry } = pathEntry;
  if (entry.mode === FILE_MODES.submodule)
    return entryFields(view, pathEntry, size, submoduleLinks(view, path, entry.sha));
  if (entry.mode === FILE_MODES.tree) return entryFields(view, pathEntry, size, treeLinks(view, path, entry.sha));
  return entryFields(view, pathEntry, size, fileLinks(view, path, entry.sha));
}

function entryFields<L extends EntryLinks>(view: CommitView, { path, entry }: PathEntry, size: number, links: L) {
  const self = `${repositoryUrls(view).api}/contents/${encodePath(path)}?ref=${encodeURIComponent(view.ref)}`;
  const { git, html, download }: Pick<L, "git" | "html" | "download"> = links;
  return {
    name: path.slice(path.lastIndexOf("/") + 1),
    path,
    sha: entry.sha,
    size,
    url: self,
    git_url: git,
    html_url: html,
    download_url: download,
    _links: { self, git, html },
  };
}

function repositoryUrls({ context, repository }: CommitView) {
  const fullName = fullNameOf(context.db, repository);
  return { fullName, api: `${context.apiUrl}/repos/${fullName}`, web: `${context.webUrl}/${fullName}` };
}

/** Encodes each segment of a path for a URL. */
export function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

interface EntryLinks {
  readonly git: string | null;
  readonly html: string | null;
  readonly download: string | null;
}

function treeLinks(view: CommitView, path: string, sha: string) {
  const { api, web } = repositoryUrls(view);
  const html = `${web}/tree/${encodePath(view.ref)}/${encodePath(path)}`;
  return { git: `${api}/git/trees/${sha}`, html, download: null };
}

function fileLinks(view: CommitView, path: string, sha: string) {
  const { context, repository, ref } = view;
  const { fullName, api, web } = repositoryUrls(view);
  const address = `${encodePath(ref)}/${encodePath(path)}`;
  return {
    git: `${api}/git/blobs/${sha}`,
    html: `${web}/blob/${address}`,
    download: `${context.webUrl}/raw/${fullName}/${address}${repository.private ? downloadQuery(view, path) : ""}`,
  };
}

/** Returns the query of a private file's download link, with a token. */
function downloadQuery({ context, caller, repository, ref }: CommitView, path: string): string {
  const file = { repositoryId: repository.id, ref, path };
  return `?token=${createDownloadToken(context.db, file, caller.token?.token ?? "", context.now())}`;
}

/** Returns links into the submodule's repository, if it is hosted here and visible to the caller. */
function submoduleLinks(view: CommitView, path: string, sha: string): EntryLinks {
  const { context, caller, repository, store, tree } = view;
  const url = submoduleUrl(store, tree, path) ?? "";
  // Relative URLs are resolved against this repository's URL.
  const base = `${context.webUrl}/${fullNameOf(context.db, repository)}/`;
  const target = URL.parse(url, url.startsWith(".") ? base : undefined);
  const [owner, name, ...rest] = target?.pathname.split("/").filter((part) => part !== "") ?? [];
  const isLocal = target?.host === new URL(context.webUrl).host && rest.length === 0;
  const targetRepository = isLocal && owner && name ? findRepository(context.db, owner, name) : undefined;
  if (!targetRepository || !canSeeRepository(context, caller, targetRepository))
    return { git: null, html: null, download: null };
  const fullName = fullNameOf(context.db, targetRepository);
  return {
    git: `${context.apiUrl}/repos/${fullName}/git/trees/${sha}`,
    html: `${context.webUrl}/${fullName}/tree/${sha}`,
    download: null,
  };
}

/** Returns the bytes of a file or a symlink. */
export function blobOf({ store }: CommitView, { entry }: PathEntry): Uint8Array {
  const object = findObject(store, entry.sha);
  if (object?.type !== "blob") throw new Error(`Blob ${entry.sha} must exist.`);
  return object.content;
}

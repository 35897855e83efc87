import type { Content, ContentTree, DirectoryEntry } from "@forgehand/core/operations";
import type { Caller } from "../callers/caller.ts";
import { isVisible } from "../callers/reach.ts";
import { submoduleUrl } from "../git/submodules.ts";
import { MODES, type TreeEntry } from "../git/tree.ts";
import { offerDownload } from "../state/downloads.ts";
import { findObject, type GitStore, sizesOf } from "../state/git.ts";
import { findRepository, fullNameOf, type Repository } from "../state/repositories.ts";
import type { World } from "../world.ts";

/** A commit of a repository, as somebody looks at it. */
export interface View {
  readonly world: World;
  readonly caller: Caller;
  readonly repository: Repository;
  readonly store: GitStore;
  /** What it was called: a branch, a tag or an id. */
  readonly ref: string;
  readonly commit: string;
  readonly tree: string;
}

/** What lies at a path. */
export interface Place {
  readonly path: string;
  readonly entry: TreeEntry;
}

/** The largest file that comes with its content (document 1, Limits). */
export const LARGEST_CONTENT = 1024 * 1024;

/** How many entries of a directory are listed (document 1, Limits). */
const LONGEST_LISTING = 1000;

/** A file by itself; one that is too large comes without its content (document 3, Repository contents). */
export function renderFile(view: View, place: Place, size: number): Extract<Content, { type: "file" }> {
  const content =
    size <= LARGEST_CONTENT
      ? { encoding: "base64", content: base64(blobOf(view, place)) }
      : { encoding: "none", content: "" };
  return { type: "file", ...content, ...fieldsOf(view, place, size) };
}

/** Base64 as the service writes it: in lines of 60. */
function base64(content: Uint8Array): string {
  return Buffer.from(content)
    .toString("base64")
    .replace(/.{60}|.+$/g, "$&\n");
}

/** A symlink that leads to no normal file of the repository (document 3, Repository contents). */
export function renderSymlink(view: View, place: Place, target: string): Extract<Content, { type: "symlink" }> {
  return { type: "symlink", target, ...fieldsOf(view, place, Buffer.byteLength(target)) };
}

/** A submodule: which commit of what (document 3, Repository content entry). */
export function renderSubmodule(view: View, place: Place): Extract<Content, { type: "submodule" }> {
  const url = submoduleUrl(view.store, view.tree, place.path) ?? "";
  return { type: "submodule", submodule_git_url: url, ...fieldsOf(view, place, 0) };
}

/** What lies in a directory, by name. A submodule is listed as a file, for compatibility (document 3). */
export function renderDirectory(view: View, path: string, entries: readonly TreeEntry[]): DirectoryEntry[] {
  const listed = entries.slice(0, LONGEST_LISTING);
  const sizes = sizesOf(
    view.store,
    listed.map(({ sha }) => sha),
  );
  return listed.map((entry) => ({
    type: LISTED_TYPES[entry.mode],
    ...fieldsOf(
      view,
      { path: path === "" ? entry.name : `${path}/${entry.name}`, entry },
      entry.mode === MODES.tree ? 0 : (sizes.get(entry.sha) ?? 0),
    ),
  }));
}

const LISTED_TYPES = {
  [MODES.file]: "file",
  [MODES.executable]: "file",
  [MODES.symlink]: "symlink",
  [MODES.tree]: "dir",
  [MODES.submodule]: "file",
} as const;

/** A directory as one object (document 3, Repository contents: the object media type). */
export function renderDirectoryObject(view: View, place: Place, entries: readonly TreeEntry[]): ContentTree {
  return { type: "dir", ...fieldsOf(view, place, 0), entries: renderDirectory(view, place.path, entries) };
}

/** A file that was just written, as the answer to that carries it (document 3, Repository contents). */
export function renderWrittenFile(view: View, place: Place, size: number) {
  const links = fileLinks(view, place.path, place.entry.sha);
  return { ...entryFields(view, place, size, links), type: LISTED_TYPES[place.entry.mode] };
}

/** What every kind of entry has: a name, an id, and where to find it. */
function fieldsOf(view: View, place: Place, size: number) {
  const { path, entry } = place;
  if (entry.mode === MODES.submodule) return entryFields(view, place, size, submoduleLinks(view, path, entry.sha));
  if (entry.mode === MODES.tree) return entryFields(view, place, size, treeLinks(view, path, entry.sha));
  return entryFields(view, place, size, fileLinks(view, path, entry.sha));
}

function entryFields<L extends EntryLinks>(view: View, { path, entry }: Place, size: number, links: L) {
  const self = `${addressOf(view).api}/contents/${encodePath(path)}?ref=${encodeURIComponent(view.ref)}`;
  const { git, html, download }: Pick<L, "git" | "html" | "download"> = links;
  return {
    ...{ name: path.slice(path.lastIndexOf("/") + 1), path, sha: entry.sha, size, url: self },
    ...{ git_url: git, html_url: html, download_url: download, _links: { self, git, html } },
  };
}

function addressOf({ world, repository }: View) {
  const fullName = fullNameOf(world.db, repository);
  return { fullName, api: `${world.apiUrl}/repos/${fullName}`, web: `${world.webUrl}/${fullName}` };
}

/** A path in an address: each segment by itself. */
export function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

interface EntryLinks {
  readonly git: string | null;
  readonly html: string | null;
  readonly download: string | null;
}

function treeLinks(view: View, path: string, sha: string) {
  const { api, web } = addressOf(view);
  const html = `${web}/tree/${encodePath(view.ref)}/${encodePath(path)}`;
  return { git: `${api}/git/trees/${sha}`, html, download: null };
}

function fileLinks(view: View, path: string, sha: string) {
  const { world, caller, repository, ref, commit } = view;
  const { fullName, api, web } = addressOf(view);
  const under = encodePath(path);
  const file = { repositoryId: repository.id, commit, path };
  const link = offerDownload(world.db, file, caller.token?.token ?? "", world.now());
  return {
    git: `${api}/git/blobs/${sha}`,
    html: `${web}/blob/${encodePath(ref)}/${under}`,
    download: `${world.webUrl}/raw/${fullName}/${commit}/${under}?token=${link}`,
  };
}

/** Links of a submodule lead into the repository that it comes from, where that is here and may be seen. */
function submoduleLinks(view: View, path: string, sha: string): EntryLinks {
  const { world, caller, repository, store, tree } = view;
  const url = submoduleUrl(store, tree, path) ?? "";
  // A relative address is one beside this repository's own.
  const base = `${world.webUrl}/${fullNameOf(world.db, repository)}/`;
  const target = URL.parse(url, url.startsWith(".") ? base : undefined);
  const [owner, name, ...rest] = target?.pathname.split("/").filter((part) => part !== "") ?? [];
  const isHere = target?.host === new URL(world.webUrl).host && rest.length === 0;
  const hosted = isHere && owner && name ? findRepository(world.db, owner, name) : undefined;
  if (!hosted || !isVisible(world, caller, hosted)) return { git: null, html: null, download: null };
  const fullName = fullNameOf(world.db, hosted);
  return {
    git: `${world.apiUrl}/repos/${fullName}/git/trees/${sha}`,
    html: `${world.webUrl}/${fullName}/tree/${sha}`,
    download: null,
  };
}

/** The bytes of a file or a symlink. */
export function blobOf({ store }: View, { entry }: Place): Uint8Array {
  const object = findObject(store, entry.sha);
  if (object?.type !== "blob") throw new Error(`There is no blob ${entry.sha}.`);
  return object.content;
}

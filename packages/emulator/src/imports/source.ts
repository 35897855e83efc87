import { ANONYMOUS } from "../callers/caller.ts";
import { canSeeRepository } from "../callers/permission.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { writeCommit } from "../git/commit.ts";
import { createSignature } from "../git/signature.ts";
import { changeTree, FILE_MODES } from "../git/tree.ts";
import { getAccount } from "../state/accounts.ts";
import { copyObjects, type GitStore, listRefs, writeObject } from "../state/git-store.ts";
import { findRepository, type Repository } from "../state/repositories.ts";
import {
  findImportSource,
  type ImportProject,
  type ImportSource,
  type StoredImport,
  type Vcs,
} from "../state/source-imports.ts";
import { findToken } from "../state/tokens.ts";

/** The result of accessing a source. */
export type SourceAccess =
  /** The address has no repository. */
  | { readonly status: "not-found" }
  /** The host can't be resolved. */
  | { readonly status: "unreachable" }
  /** The credentials are missing or wrong. */
  | { readonly status: "auth-required" }
  | {
      readonly status: "open";
      readonly vcs: Vcs;
      readonly projects: readonly ImportProject[];
      readonly fails: ImportSource["fails"];
    };

/**
 * Accesses the address of an import. The result is determined by, in this order:
 * 1. the seed (`import.sources`);
 * 2. the emulator itself, for addresses of its repositories: `http://127.0.0.1:8080/acme/gears.git`. Private ones
 *    require a token as password;
 * 3. the address: a host ending in `.invalid` is unreachable. A scheme, or a part of the host or path, named `git`,
 *    `svn`, `hg`, `tfs` or similar selects the type. A part named `private` requires any username and password. The
 *    source has a single commit. Other addresses have no repository.
 */
export function accessSource(context: EmulatorContext, stored: StoredImport): SourceAccess {
  const seededSource = findImportSource(context.db, stored.repository_id, stored.vcs_url);
  if (seededSource) {
    if (!acceptsCredentials(seededSource.credentials, stored)) return { status: "auth-required" };
    return { status: "open", vcs: seededSource.vcs, projects: seededSource.projects ?? [], fails: seededSource.fails };
  }
  const open = { status: "open", projects: [], fails: undefined } as const;
  const address = readAddress(stored.vcs_url);
  if (!address) return { status: "not-found" };
  if (address.host === new URL(context.webUrl).host) {
    const localRepository = repositoryAt(context, address);
    if (!localRepository) return { status: "not-found" };
    return canRead(context, localRepository, stored) ? { ...open, vcs: "git" } : { status: "auth-required" };
  }
  if (address.host.replace(/:\d+$/, "").endsWith(".invalid")) return { status: "unreachable" };
  const addressWords = splitAddress(address);
  const [vcs] = [...addressWords].flatMap((word) => VCS_BY_WORD[word] ?? []);
  if (vcs === undefined) return { status: "not-found" };
  return acceptsCredentials(addressWords.has("private") ? {} : undefined, stored)
    ? { ...open, vcs }
    : { status: "auth-required" };
}

/**
 * Fetches the objects at an accessible address that the repository doesn't have.
 * @returns commits and tags by ref, with the default branch first
 */
export function fetchSource(context: EmulatorContext, stored: StoredImport): Readonly<Record<string, string>> {
  const store = { db: context.db, repositoryId: stored.repository_id };
  const seededSource = findImportSource(context.db, stored.repository_id, stored.vcs_url);
  if (seededSource) return seededSource.refs;
  const address = readAddress(stored.vcs_url);
  const localRepository = address?.host === new URL(context.webUrl).host ? repositoryAt(context, address) : undefined;
  if (!localRepository) return { "refs/heads/main": writePlaceholderCommit(store, stored) };
  const source = { db: context.db, repositoryId: localRepository.id };
  copyObjects(source, store);
  const names = [...listRefs(source, "refs/heads/"), ...listRefs(source, "refs/tags/")];
  const defaultBranchRef = `refs/heads/${localRepository.default_branch}`;
  names.sort((a, b) => Number(b.name === defaultBranchRef) - Number(a.name === defaultBranchRef));
  return Object.fromEntries(names.map(({ name, sha }) => [name, sha]));
}

/** Parses an address, also in the short form of SSH: `git@example.com:acme/gears.git`. */
export function readAddress(address: string): URL | undefined {
  const [, host, path] = /^[\w.-]+@([\w.-]+):(?!\/)(.+)$/.exec(address) ?? [];
  const url = URL.parse(host === undefined ? address : `ssh://${host}/${path}`);
  return url && /^(https?|git|ssh|svn|svn\+ssh):$/.test(url.protocol) && url.host !== "" ? url : undefined;
}

const VCS_BY_WORD: Readonly<Record<string, Vcs>> = {
  git: "git",
  ssh: "git",
  svn: "subversion",
  subversion: "subversion",
  hg: "mercurial",
  mercurial: "mercurial",
  tfs: "tfvc",
  tfvc: "tfvc",
  visualstudio: "tfvc",
};

/** Splits an address into words, the most significant first. */
function splitAddress({ protocol, hostname, pathname }: URL): Set<string> {
  return new Set([protocol, pathname, hostname].flatMap((part) => part.toLowerCase().split(/[^a-z0-9]+/)));
}

function acceptsCredentials(required: ImportSource["credentials"], { username, password }: StoredImport): boolean {
  if (!required) return true;
  if (!username || !password) return false;
  return username === (required.username ?? username) && password === (required.password ?? password);
}

function repositoryAt({ db }: EmulatorContext, { pathname }: URL): Repository | undefined {
  const [owner, name, ...rest] = pathname.split("/").filter((part) => part !== "");
  return owner !== undefined && name !== undefined && rest.length === 0 ? findRepository(db, owner, name) : undefined;
}

function canRead(context: EmulatorContext, repository: Repository, { password }: StoredImport): boolean {
  const token = password === null ? undefined : findToken(context.db, password);
  const isValidToken =
    token && token.revoked_at === null && (token.expires_at === null || new Date(token.expires_at) > context.now());
  const user = isValidToken && token.user_id !== null ? getAccount(context.db, token.user_id) : undefined;
  return canSeeRepository(context, isValidToken ? { ...ANONYMOUS, token, user } : ANONYMOUS, repository);
}

/** Writes a commit that names the source. */
function writePlaceholderCommit(store: GitStore, { vcs_url }: StoredImport): string {
  const readme = writeObject(store, "blob", Buffer.from(`Imported from ${vcs_url}\n`));
  const tree = changeTree(store, undefined, new Map([["README.md", { mode: FILE_MODES.file, sha: readme }]])) ?? "";
  const author = createSignature("Original Author", `author@${readAddress(vcs_url)?.hostname}`, "2020-01-01T00:00:00Z");
  if (!author) throw new Error(`The host of ${vcs_url} is not valid in a Git signature.`);
  return writeCommit(store, { tree, parents: [], author, committer: author, message: "First version\n" });
}

import { NOBODY } from "../callers/caller.ts";
import { isVisible } from "../callers/reach.ts";
import { writeCommit } from "../git/commit.ts";
import { sign } from "../git/signature.ts";
import { changeTree, MODES } from "../git/tree.ts";
import { getAccount } from "../state/accounts.ts";
import { copyObjects, type GitStore, listRefs, writeObject } from "../state/git.ts";
import { findRepository, type Repository } from "../state/repositories.ts";
import { findSource, type Project, type Source, type StoredImport, type Vcs } from "../state/source-imports.ts";
import { findToken } from "../state/tokens.ts";
import type { World } from "../world.ts";

/** What can be told of a source from here. */
export type Reached =
  /** There is nothing. */
  | { readonly is: "nothing" }
  /** Nobody can be asked. */
  | { readonly is: "unreachable" }
  /** It asks for credentials, and didn't get the right ones. */
  | { readonly is: "closed" }
  | { readonly is: "open"; readonly vcs: Vcs; readonly projects: readonly Project[]; readonly fails: Source["fails"] };

/**
 * Looks at the address that an import names. What lies there follows from, in this order:
 * 1. what the seed says of it (`import.sources`);
 * 2. the service itself, where the address is one of a repository here: `http://127.0.0.1:8080/acme/gears.git`. A private one
 *    asks for a token as password;
 * 3. the address alone, as far as it tells what it leads to: a host that ends in `.invalid` can't be reached; a scheme, a
 *    part of the host or of the path named `git`, `svn`, `hg`, `tfs` (and alike) says what is kept there, and a part named
 *    `private` that it asks for a name and a password, of which any will do. It holds one commit that says where it is from.
 *    An address that tells nothing leads to nothing.
 */
export function reach(world: World, stored: StoredImport): Reached {
  const told = findSource(world.db, stored.repository_id, stored.vcs_url);
  if (told) {
    if (!opens(told.credentials, stored)) return { is: "closed" };
    return { is: "open", vcs: told.vcs, projects: told.projects ?? [], fails: told.fails };
  }
  const open = { is: "open", projects: [], fails: undefined } as const;
  const address = readAddress(stored.vcs_url);
  if (!address) return { is: "nothing" };
  if (address.host === new URL(world.webUrl).host) {
    const here = repositoryAt(world, address);
    if (!here) return { is: "nothing" };
    return mayRead(world, here, stored) ? { ...open, vcs: "git" } : { is: "closed" };
  }
  if (address.host.replace(/:\d+$/, "").endsWith(".invalid")) return { is: "unreachable" };
  const words = wordsOf(address);
  const [vcs] = [...words].flatMap((word) => WORDS[word] ?? []);
  if (vcs === undefined) return { is: "nothing" };
  return opens(words.has("private") ? {} : undefined, stored) ? { ...open, vcs } : { is: "closed" };
}

/**
 * Brings what lies at an address that was reached, as far as the repository doesn't have it.
 * @returns names of commits and tags; the branch that people see first comes first
 */
export function fetchSource(world: World, stored: StoredImport): Readonly<Record<string, string>> {
  const store = { db: world.db, repositoryId: stored.repository_id };
  const told = findSource(world.db, stored.repository_id, stored.vcs_url);
  if (told) return told.refs;
  const address = readAddress(stored.vcs_url);
  const here = address?.host === new URL(world.webUrl).host ? repositoryAt(world, address) : undefined;
  if (!here) return { "refs/heads/main": writeHint(store, stored) };
  const source = { db: world.db, repositoryId: here.id };
  copyObjects(source, store);
  const names = [...listRefs(source, "refs/heads/"), ...listRefs(source, "refs/tags/")];
  const first = `refs/heads/${here.default_branch}`;
  names.sort((a, b) => Number(b.name === first) - Number(a.name === first));
  return Object.fromEntries(names.map(({ name, sha }) => [name, sha]));
}

/** An address, also in the short form of ssh: `git@example.com:acme/gears.git`. */
export function readAddress(address: string): URL | undefined {
  const [, host, path] = /^[\w.-]+@([\w.-]+):(?!\/)(.+)$/.exec(address) ?? [];
  const url = URL.parse(host === undefined ? address : `ssh://${host}/${path}`);
  return url && /^(https?|git|ssh|svn|svn\+ssh):$/.test(url.protocol) && url.host !== "" ? url : undefined;
}

const WORDS: Readonly<Record<string, Vcs>> = {
  ...{ git: "git", ssh: "git" },
  ...{ svn: "subversion", subversion: "subversion" },
  ...{ hg: "mercurial", mercurial: "mercurial" },
  ...{ tfs: "tfvc", tfvc: "tfvc", visualstudio: "tfvc" },
};

/** The words that an address consists of, those first that say the most. */
function wordsOf({ protocol, hostname, pathname }: URL): Set<string> {
  return new Set([protocol, pathname, hostname].flatMap((part) => part.toLowerCase().split(/[^a-z0-9]+/)));
}

function opens(wanted: Source["credentials"], { username, password }: StoredImport): boolean {
  if (!wanted) return true;
  if (!username || !password) return false;
  return username === (wanted.username ?? username) && password === (wanted.password ?? password);
}

function repositoryAt({ db }: World, { pathname }: URL): Repository | undefined {
  const [owner, name, ...rest] = pathname.split("/").filter((part) => part !== "");
  return owner !== undefined && name !== undefined && rest.length === 0 ? findRepository(db, owner, name) : undefined;
}

function mayRead(world: World, repository: Repository, { password }: StoredImport): boolean {
  const token = password === null ? undefined : findToken(world.db, password);
  const isGood =
    token && token.revoked_at === null && (token.expires_at === null || new Date(token.expires_at) > world.now());
  const user = isGood && token.user_id !== null ? getAccount(world.db, token.user_id) : undefined;
  return isVisible(world, isGood ? { ...NOBODY, token, user } : NOBODY, repository);
}

/** A commit that says where it is from. */
function writeHint(store: GitStore, { vcs_url }: StoredImport): string {
  const readme = writeObject(store, "blob", Buffer.from(`Imported from ${vcs_url}\n`));
  const tree = changeTree(store, undefined, new Map([["README.md", { mode: MODES.file, sha: readme }]])) ?? "";
  const author = sign("Original Author", `author@${readAddress(vcs_url)?.hostname}`, "2020-01-01T00:00:00Z");
  if (!author) throw new Error(`Nobody can have written ${vcs_url}.`);
  return writeCommit(store, { tree, parents: [], author, committer: author, message: "First version\n" });
}

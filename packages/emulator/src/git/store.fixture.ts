import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { deflateSync } from "node:zlib";
import { addHistory, type CommitHistory, type HistoryContext } from "../seed/history.ts";
import { openDatabase } from "../state/database.ts";
import {
  findObject,
  findObjectsByPrefix,
  findRef,
  type GitStore,
  gitObjects,
  gitRefs,
  listRefs,
  setRef,
} from "../state/git-store.ts";
import { makeCommit, type NewCommit } from "./make-commit.ts";
import { createSignature, type Signature } from "./signature.ts";

/** Opens a store for one empty repository. */
export function openStore(): GitStore & Disposable {
  const db = openDatabase(
    `CREATE TABLE repositories (id INTEGER PRIMARY KEY) STRICT; ${gitObjects.sql} ${gitRefs.sql}`,
  );
  db.run("INSERT INTO repositories VALUES (1)");
  return { db, repositoryId: 1, [Symbol.dispose]: () => db.close() };
}

/** Creates a history with its branches and tags. */
export function createHistory(store: GitStore, history: CommitHistory): void {
  const historyContext: HistoryContext = {
    store,
    refs: new Map<string, string>(),
    defaultBranch: "main",
    author: { name: "Alice Archer", email: "alice@example.com" },
    identityOf: (login: string) => ({ name: login, email: `${login}@example.com` }),
    toTimestamp: (time?: string) => time ?? "2024-05-06T05:09:00Z",
  };
  for (const { name, sha } of listRefs(store, "refs/")) historyContext.refs.set(name, sha);
  addHistory(historyContext, history);
  for (const [name, sha] of historyContext.refs) setRef(store, name, sha);
}

/** Returns the head commit of a branch. */
export function headOf(store: GitStore, branch = "main"): string {
  const sha = findRef(store, `refs/heads/${branch}`);
  if (sha === undefined) throw new Error(`Branch ${branch} doesn't exist.`);
  return sha;
}

/** Adds a commit to a branch, creating the branch if necessary. */
export function commitTo(store: GitStore, branch: string, commit: NewCommit): string {
  return store.db.transaction(() => {
    const head = findRef(store, `refs/heads/${branch}`);
    const sha = makeCommit(store, head === undefined ? [] : [head], commit);
    setRef(store, `refs/heads/${branch}`, sha);
    return sha;
  });
}

export const ALICE = signatureOf("Alice Archer", "alice@example.com", "2024-05-06T07:08:09Z");

export function signatureOf(name: string, email: string, date: string): Signature {
  const signature = createSignature(name, email, date);
  if (!signature) throw new Error(`Invalid signature: ${name} <${email}> ${date}`);
  return signature;
}

const ENVIRONMENT = {
  PATH: process.env["PATH"],
  HOME: "/nonexistent",
  LANG: "C.UTF-8",
  TZ: "UTC",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
};

/** The reason why tests that run git are skipped; undefined if git is installed. */
export const GIT_MISSING = spawnSync("git", ["--version"]).status === 0 ? undefined : "git is not installed here";

/** A store written to disk, on which git can be run. */
export interface GitClone extends Disposable {
  readonly folder: string;
  /**
   * Runs git and returns its output.
   * @throws Error if git fails
   */
  git(args: readonly string[], input?: string): string;
}

/** Writes objects and refs into a bare repository, as loose objects. */
export function cloneOf(store: GitStore): GitClone {
  const folder = mkdtempSync(join(tmpdir(), "forgehand-git-"));
  const write = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  write("HEAD", "ref: refs/heads/main\n");
  write("config", "[core]\n\trepositoryformatversion = 0\n\tbare = true\n");
  mkdirSync(join(folder, "refs/heads"), { recursive: true });
  for (const { sha, type } of findObjectsByPrefix(store, "")) {
    const content = findObject(store, sha)?.content ?? new Uint8Array();
    const bytes = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
    write(`objects/${sha.slice(0, 2)}/${sha.slice(2)}`, deflateSync(bytes, { level: 1 }));
  }
  write(
    "packed-refs",
    listRefs(store, "refs/")
      .map(({ name, sha }) => `${sha} ${name}\n`)
      .join(""),
  );
  return {
    folder,
    git: (args, input = "") =>
      execFileSync("git", args, {
        cwd: folder,
        env: ENVIRONMENT,
        input,
        encoding: "utf8",
        stdio: "pipe",
        maxBuffer: 1 << 28,
      }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

import * as z from "zod/mini";
import { type Database, flag, json } from "./database.ts";

export const SOURCE_IMPORT_TABLES = `
CREATE TABLE source_imports (
  repository_id INTEGER PRIMARY KEY REFERENCES repositories ON DELETE CASCADE, user_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
  vcs_url TEXT NOT NULL, vcs TEXT, tfvc_project TEXT, username TEXT, password TEXT, use_lfs TEXT NOT NULL,
  status TEXT NOT NULL, since INTEGER NOT NULL, refs TEXT, commit_count INTEGER NOT NULL,
  failed_step TEXT, error_message TEXT
) STRICT;
CREATE TABLE import_authors (
  id INTEGER PRIMARY KEY AUTOINCREMENT, repository_id INTEGER NOT NULL REFERENCES source_imports ON DELETE CASCADE,
  remote_id TEXT NOT NULL, remote_name TEXT NOT NULL, email TEXT NOT NULL, name TEXT NOT NULL, first_commit INTEGER NOT NULL,
  mapped INTEGER NOT NULL DEFAULT 0, UNIQUE (repository_id, remote_id)
) STRICT;
CREATE TABLE import_large_files (
  repository_id INTEGER NOT NULL REFERENCES source_imports ON DELETE CASCADE, ref TEXT NOT NULL, path TEXT NOT NULL,
  sha TEXT NOT NULL, size INTEGER NOT NULL
) STRICT;
CREATE TABLE import_sources (
  repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE, vcs_url TEXT NOT NULL, facts TEXT NOT NULL,
  PRIMARY KEY (repository_id, vcs_url)
) STRICT;
`;

const VCS = ["subversion", "git", "mercurial", "tfvc"] as const;
export const Vcs = z.enum(VCS);
export type Vcs = z.output<typeof Vcs>;

/** The steps of an import, in order. */
export const IMPORT_STEPS = ["detecting", "importing", "mapping", "pushing"] as const;
export type ImportStep = (typeof IMPORT_STEPS)[number];

const Status = z.enum([
  ...IMPORT_STEPS,
  "complete",
  "error",
  "auth_failed",
  "detection_needs_auth",
  "detection_found_nothing",
  "detection_found_multiple",
]);
export type ImportStatus = z.output<typeof Status>;

/** Commit and tag ids by ref name. */
const Refs = z.record(z.string(), z.string());

/** An import's last stored state. Its current state is computed from this and the time (see `imports/progress.ts`). */
export const StoredImport = z.object({
  repository_id: z.int(),
  /** The user who started it. */
  user_id: z.int(),
  vcs_url: z.string(),
  /** Null until it is given or detected. */
  vcs: z.nullable(Vcs),
  tfvc_project: z.nullable(z.string()),
  username: z.nullable(z.string()),
  password: z.nullable(z.string()),
  use_lfs: z.enum(["opt_in", "opt_out", "undecided"]),
  status: Status,
  /** Start of the current status, in milliseconds. */
  since: z.int(),
  /** The refs that were fetched; null before that. */
  refs: z.nullable(json(Refs)),
  commit_count: z.int(),
  failed_step: z.nullable(z.string()),
  error_message: z.nullable(z.string()),
});
export type StoredImport = z.output<typeof StoredImport>;

export const ImportProject = z.strictObject({
  vcs: Vcs,
  tfvc_project: z.optional(z.string()),
  human_name: z.optional(z.string()),
});
export type ImportProject = z.output<typeof ImportProject>;

/** The simulated contents of a source URL. */
export const ImportSource = z.object({
  vcs: Vcs,
  /** The required credentials; a missing name or password matches any. */
  credentials: z.optional(z.object({ username: z.optional(z.string()), password: z.optional(z.string()) })),
  /** Several projects, of which one must be chosen. */
  projects: z.optional(z.array(ImportProject)),
  fails: z.optional(z.object({ step: z.enum(IMPORT_STEPS), message: z.string() })),
  /** The refs of its history, whose objects are in the target repository. */
  refs: Refs,
});
export type ImportSource = z.output<typeof ImportSource>;

export const ImportAuthor = z.object({
  id: z.int(),
  remote_id: z.string(),
  remote_name: z.string(),
  email: z.string(),
  name: z.string(),
  /** Number of commits before the author's first one. */
  first_commit: z.int(),
  /** Whether the author was mapped to a user. */
  mapped: flag(),
});
export type ImportAuthor = z.output<typeof ImportAuthor>;

const ImportLargeFile = z.object({ ref: z.string(), path: z.string(), sha: z.string(), size: z.int() });
export type ImportLargeFile = z.output<typeof ImportLargeFile>;

export function findImport(db: Database, repositoryId: number): StoredImport | undefined {
  return db.memoize(`import ${repositoryId}`, () =>
    db.get(StoredImport, "SELECT * FROM source_imports WHERE repository_id = ?", repositoryId),
  );
}

/** Returns the imports that are still running. */
export function activeImports(db: Database): StoredImport[] {
  const sql = `SELECT * FROM source_imports WHERE status IN (${IMPORT_STEPS.map((step) => `'${step}'`).join(", ")})
    ORDER BY since, repository_id`;
  return db.memoize("unfinished imports", () => db.all(StoredImport, sql));
}

/** Stores an import's current state. */
export function saveImport(db: Database, stored: StoredImport): void {
  db.run(
    `INSERT INTO source_imports (repository_id, user_id, vcs_url, vcs, tfvc_project, username, password, use_lfs, status,
       since, refs, commit_count, failed_step, error_message) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (repository_id) DO UPDATE SET vcs = excluded.vcs, tfvc_project = excluded.tfvc_project,
       username = excluded.username, password = excluded.password, use_lfs = excluded.use_lfs, status = excluded.status,
       since = excluded.since, refs = excluded.refs, commit_count = excluded.commit_count,
       failed_step = excluded.failed_step, error_message = excluded.error_message`,
    ...[stored.repository_id, stored.user_id, stored.vcs_url, stored.vcs, stored.tfvc_project],
    ...[stored.username, stored.password, stored.use_lfs, stored.status, stored.since],
    ...[stored.refs && JSON.stringify(stored.refs), stored.commit_count, stored.failed_step, stored.error_message],
  );
}

/** Deletes an import with its authors and large files. */
export function deleteImport(db: Database, repositoryId: number): void {
  db.run("DELETE FROM source_imports WHERE repository_id = ?", repositoryId);
}

/** Returns the authors of an import's first commits, after the author `since`. */
export function importAuthors(db: Database, repositoryId: number, commits: number, since = 0): ImportAuthor[] {
  return db.all(
    ImportAuthor,
    "SELECT * FROM import_authors WHERE repository_id = ? AND first_commit < ? AND id > ? ORDER BY id",
    ...[repositoryId, commits, since],
  );
}

export function addImportAuthor(db: Database, repositoryId: number, author: Omit<ImportAuthor, "id" | "mapped">): void {
  db.run(
    `INSERT OR IGNORE INTO import_authors (repository_id, remote_id, remote_name, email, name, first_commit)
     VALUES (?, ?, ?, ?, ?, ?)`,
    ...[repositoryId, author.remote_id, author.remote_name, author.email, author.name, author.first_commit],
  );
}

/** Maps an author to a name and email address. */
export function mapImportAuthor(db: Database, id: number, { name, email }: Pick<ImportAuthor, "name" | "email">): void {
  db.run("UPDATE import_authors SET name = ?, email = ?, mapped = 1 WHERE id = ?", name, email, id);
}

/** Deletes what was fetched, so that it is fetched again. */
export function deleteFetched(db: Database, repositoryId: number): void {
  db.run("DELETE FROM import_authors WHERE repository_id = ?", repositoryId);
  db.run("DELETE FROM import_large_files WHERE repository_id = ?", repositoryId);
}

export function importLargeFiles(db: Database, repositoryId: number): ImportLargeFile[] {
  return db.all(
    ImportLargeFile,
    "SELECT * FROM import_large_files WHERE repository_id = ? ORDER BY rowid",
    repositoryId,
  );
}

export function addImportLargeFile(db: Database, repositoryId: number, file: ImportLargeFile): void {
  db.run(
    "INSERT INTO import_large_files VALUES (?, ?, ?, ?, ?)",
    repositoryId,
    file.ref,
    file.path,
    file.sha,
    file.size,
  );
}

const ImportSourceRow = z.object({ facts: json(ImportSource) });

/** Returns the simulated contents of a source URL, as defined by a seed. */
export function findImportSource(db: Database, repositoryId: number, url: string): ImportSource | undefined {
  const sql = "SELECT facts FROM import_sources WHERE repository_id = ? AND vcs_url = ?";
  return db.get(ImportSourceRow, sql, repositoryId, url)?.facts;
}

export function saveImportSource(db: Database, repositoryId: number, url: string, source: ImportSource): void {
  db.run("INSERT INTO import_sources VALUES (?, ?, ?)", repositoryId, url, JSON.stringify(source));
}

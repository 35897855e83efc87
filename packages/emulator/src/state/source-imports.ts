import * as z from "zod/mini";
import { flag, integer, json, key, nullable, oneOf, type RowOf, reference, rowId, text } from "./columns.ts";
import type { Database } from "./database.ts";
import { table } from "./table.ts";

export const importAuthors = table(
  "import_authors",
  {
    id: rowId(),
    repository_id: reference("source_imports"),
    remote_id: text(),
    remote_name: text(),
    email: text(),
    name: text(),
    /** Number of commits before the author's first one. */
    first_commit: integer(),
    /** Whether the author was mapped to a user. */
    mapped: flag(),
  },
  { unique: [["repository_id", "remote_id"]] },
);
export type ImportAuthor = RowOf<typeof importAuthors>;

export const importLargeFiles = table("import_large_files", {
  repository_id: reference("source_imports"),
  ref: text(),
  path: text(),
  sha: text(),
  size: integer(),
});
export type ImportLargeFile = RowOf<typeof importLargeFiles>;

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
export const sourceImports = table("source_imports", {
  repository_id: key(reference("repositories")),
  /** The user who started it. */
  user_id: reference("accounts"),
  vcs_url: text(),
  /** Null until it is given or detected. */
  vcs: nullable(text(Vcs)),
  tfvc_project: nullable(text()),
  username: nullable(text()),
  password: nullable(text()),
  use_lfs: oneOf(["opt_in", "opt_out", "undecided"]),
  status: text(Status),
  /** Start of the current status, in milliseconds. */
  since: integer(),
  /** The refs that were fetched; null before that. */
  refs: nullable(json(Refs)),
  commit_count: integer(),
  failed_step: nullable(text()),
  error_message: nullable(text()),
});
export type StoredImport = RowOf<typeof sourceImports>;

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

export const importSources = table(
  "import_sources",
  {
    repository_id: reference("repositories"),
    vcs_url: text(),
    facts: json(ImportSource),
  },
  { key: ["repository_id", "vcs_url"] },
);

export function findImport(db: Database, repositoryId: number): StoredImport | undefined {
  return db.memoize(`import ${repositoryId}`, () => sourceImports.find(db, { repository_id: repositoryId }));
}

/** Returns the imports that are still running. */
export function activeImports(db: Database): StoredImport[] {
  const sql = `SELECT * FROM source_imports WHERE status IN (${IMPORT_STEPS.map((step) => `'${step}'`).join(", ")})
    ORDER BY since, repository_id`;
  return db.memoize("unfinished imports", () => db.all(sourceImports, sql));
}

/** Stores an import's current state. */
export function saveImport(db: Database, stored: StoredImport): void {
  sourceImports.put(db, stored);
}

/** Returns the authors of an import's first commits, after the author `since`. */
export function authorsOfImport(db: Database, repositoryId: number, commits: number, since = 0): ImportAuthor[] {
  return db.all(
    importAuthors,
    "SELECT * FROM import_authors WHERE repository_id = ? AND first_commit < ? AND id > ? ORDER BY id",
    ...[repositoryId, commits, since],
  );
}

/** Maps an author to a name and email address. */
export function mapImportAuthor(db: Database, id: number, { name, email }: Pick<ImportAuthor, "name" | "email">): void {
  importAuthors.update(db, { id }, { name, email, mapped: true });
}

/** Deletes what was fetched, so that it is fetched again. */
export function deleteFetched(db: Database, repositoryId: number): void {
  importAuthors.delete(db, { repository_id: repositoryId });
  importLargeFiles.delete(db, { repository_id: repositoryId });
}

export function largeFilesOfImport(db: Database, repositoryId: number): ImportLargeFile[] {
  return importLargeFiles.all(db, { repository_id: repositoryId });
}

/** Returns the simulated contents of a source URL, as defined by a seed. */
export function findImportSource(db: Database, repositoryId: number, url: string): ImportSource | undefined {
  return importSources.find(db, { repository_id: repositoryId, vcs_url: url })?.facts;
}

export function saveImportSource(db: Database, repositoryId: number, url: string, source: ImportSource): void {
  importSources.insert(db, { repository_id: repositoryId, vcs_url: url, facts: source });
}

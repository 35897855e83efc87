import { randomInt } from "node:crypto";
import * as z from "zod/mini";
import { allOf, type Condition, where } from "./condition.ts";
import { type Database, exists, flag, json, queryIds, toNullableFlag } from "./database.ts";
import { Repository } from "./repositories.ts";
import { teamIdsQuery } from "./teams.ts";

export const ADVISORY_TABLES = `
CREATE TABLE advisories (
  id INTEGER PRIMARY KEY, repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE,
  code TEXT NOT NULL UNIQUE COLLATE NOCASE, cve_id TEXT, summary TEXT NOT NULL, description TEXT, severity TEXT, cvss TEXT,
  cwe_ids TEXT NOT NULL, vulnerabilities TEXT NOT NULL, state TEXT NOT NULL, accepted INTEGER,
  author_id INTEGER REFERENCES accounts ON DELETE SET NULL, publisher_id INTEGER REFERENCES accounts ON DELETE SET NULL,
  fork_id INTEGER REFERENCES repositories ON DELETE SET NULL,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL, published_at TEXT, closed_at TEXT, withdrawn_at TEXT
) STRICT;
CREATE INDEX advisories_by_creation ON advisories (repository_id, created_at);
CREATE INDEX advisories_by_update ON advisories (repository_id, updated_at);
CREATE INDEX advisories_by_publication ON advisories (repository_id, coalesce(published_at, ''));
CREATE TABLE advisory_credits (
  advisory_id INTEGER NOT NULL REFERENCES advisories ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE, type TEXT NOT NULL, state TEXT NOT NULL,
  PRIMARY KEY (advisory_id, user_id, type)
) STRICT;
CREATE TABLE advisory_collaborators (
  advisory_id INTEGER NOT NULL REFERENCES advisories ON DELETE CASCADE,
  user_id INTEGER REFERENCES accounts ON DELETE CASCADE, team_id INTEGER REFERENCES teams ON DELETE CASCADE,
  UNIQUE (advisory_id, user_id), UNIQUE (advisory_id, team_id)
) STRICT;
CREATE INDEX advisory_collaborators_by_user ON advisory_collaborators (user_id);
`;

export const AdvisoryState = z.enum(["triage", "draft", "published", "closed", "withdrawn"]);
export type AdvisoryState = z.output<typeof AdvisoryState>;
export const Severity = z.enum(["critical", "high", "medium", "low"]);

/** A vulnerable package with the affected versions. */
const Vulnerability = z.object({
  package: z.object({ ecosystem: z.string(), name: z.nullable(z.string()) }),
  vulnerable_version_range: z.nullable(z.string()),
  patched_versions: z.nullable(z.string()),
  vulnerable_functions: z.nullable(z.array(z.string())),
});

export const Advisory = z.object({
  id: z.int(),
  repository_id: z.int(),
  /** The public id without the vendor's prefix: `2345-6789-cfgh`. */
  code: z.string(),
  cve_id: z.nullable(z.string()),
  summary: z.string(),
  description: z.nullable(z.string()),
  /** Used if there is no CVSS vector. */
  severity: z.nullable(Severity),
  cvss: z.nullable(z.string()),
  cwe_ids: json(z.array(z.string())),
  vulnerabilities: json(z.array(Vulnerability)),
  state: AdvisoryState,
  /** Whether a privately reported advisory was accepted; null if it wasn't reported. */
  accepted: z.nullable(flag()),
  author_id: z.nullable(z.int()),
  publisher_id: z.nullable(z.int()),
  /** The temporary private fork in which the vulnerability is fixed. */
  fork_id: z.nullable(z.int()),
  created_at: z.string(),
  updated_at: z.string(),
  published_at: z.nullable(z.string()),
  closed_at: z.nullable(z.string()),
  withdrawn_at: z.nullable(z.string()),
});
export type Advisory = z.output<typeof Advisory>;

/** The fields of an advisory that can change. */
export type AdvisoryAttributes = Omit<Advisory, "id" | "repository_id" | "code" | "author_id" | "created_at">;

/** Letters and digits that can't be confused with each other. */
const ALPHABET = "23456789cfghjmpqrvwx";

const generateCode = () =>
  Array.from({ length: 3 }, () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("")).join(
    "-",
  );

const columns = (attributes: AdvisoryAttributes) => [
  attributes.cve_id,
  attributes.summary,
  attributes.description,
  attributes.severity,
  attributes.cvss,
  JSON.stringify(attributes.cwe_ids),
  JSON.stringify(attributes.vulnerabilities),
  attributes.state,
  toNullableFlag(attributes.accepted),
  attributes.publisher_id,
  attributes.fork_id,
  attributes.updated_at,
  attributes.published_at,
  attributes.closed_at,
  attributes.withdrawn_at,
];

/** @param code the advisory's public id; a new one by default */
export function createAdvisory(
  db: Database,
  repositoryId: number,
  authorId: number | null,
  attributes: AdvisoryAttributes,
  created: string,
  code: string = generateCode(),
): Advisory {
  const { id } = db.run(
    `INSERT INTO advisories (cve_id, summary, description, severity, cvss, cwe_ids, vulnerabilities, state, accepted,
       publisher_id, fork_id, updated_at, published_at, closed_at, withdrawn_at, repository_id, author_id, code,
       created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...columns(attributes),
    ...[repositoryId, authorId, code, created],
  );
  return { ...attributes, id, repository_id: repositoryId, author_id: authorId, code, created_at: created };
}

export function updateAdvisory(db: Database, advisory: Advisory, attributes: AdvisoryAttributes): Advisory {
  db.run(
    `UPDATE advisories SET cve_id = ?, summary = ?, description = ?, severity = ?, cvss = ?, cwe_ids = ?,
       vulnerabilities = ?, state = ?, accepted = ?, publisher_id = ?, fork_id = ?, updated_at = ?, published_at = ?,
       closed_at = ?, withdrawn_at = ? WHERE id = ?`,
    ...columns(attributes),
    advisory.id,
  );
  return { ...advisory, ...attributes };
}

/** A person who is credited, with the kind of credit and whether they accepted it. */
export const Credit = z.object({
  user_id: z.int(),
  type: z.string(),
  state: z.enum(["accepted", "declined", "pending"]),
});
export type Credit = z.output<typeof Credit>;

export function creditsOf(db: Database, advisoryId: number): Credit[] {
  return db.all(Credit, "SELECT * FROM advisory_credits WHERE advisory_id = ? ORDER BY rowid", advisoryId);
}

/** Replaces the credits of an advisory. */
export function setCredits(db: Database, advisoryId: number, credits: readonly Credit[]): void {
  db.run("DELETE FROM advisory_credits WHERE advisory_id = ?", advisoryId);
  for (const { user_id, type, state } of credits) {
    db.run("INSERT OR IGNORE INTO advisory_credits VALUES (?, ?, ?, ?)", advisoryId, user_id, type, state);
  }
}

type CollaboratorColumn = "user_id" | "team_id";

/** Returns the ids of the users or teams that collaborate on an advisory. */
export function advisoryCollaborators(db: Database, advisoryId: number, column: CollaboratorColumn): number[] {
  const sql = `SELECT ${column} AS id FROM advisory_collaborators WHERE advisory_id = ? AND ${column} IS NOT NULL
    ORDER BY rowid`;
  return queryIds(db, sql, advisoryId);
}

/** Replaces the users or teams that collaborate on an advisory. */
export function setAdvisoryCollaborators(
  db: Database,
  advisoryId: number,
  column: CollaboratorColumn,
  ids: readonly number[],
): void {
  db.run(`DELETE FROM advisory_collaborators WHERE advisory_id = ? AND ${column} IS NOT NULL`, advisoryId);
  for (const id of ids) {
    db.run(`INSERT OR IGNORE INTO advisory_collaborators (advisory_id, ${column}) VALUES (?, ?)`, advisoryId, id);
  }
}

/**
 * Reader of advisories: "everything" for one who sees all, or a user who sees published advisories and those that the
 * user wrote or collaborates on.
 */
export type AdvisoryReader = "everything" | { readonly userId: number | undefined };

function readableBy(reader: AdvisoryReader): Condition | undefined {
  if (reader === "everything") return undefined;
  const publishedOnly = "state IN ('published', 'withdrawn')";
  if (reader.userId === undefined) return { sql: publishedOnly, values: [] };
  const sql = `${publishedOnly} OR author_id = ? OR id IN (SELECT advisory_id FROM advisory_collaborators
    WHERE user_id = ? OR team_id IN (${teamIdsQuery("?")}))`;
  return { sql, values: [reader.userId, reader.userId, reader.userId] };
}

/** Finds an advisory by its public id without the prefix, if the reader can see it. */
export function findAdvisory(
  db: Database,
  repositoryId: number,
  code: string,
  reader: AdvisoryReader,
): Advisory | undefined {
  const { sql, values } = allOf([
    { sql: "repository_id = ? AND code = ?", values: [repositoryId, code] },
    readableBy(reader),
  ]);
  return db.get(Advisory, `SELECT * FROM advisories WHERE ${sql}`, ...values);
}

export function advisoryCodeExists(db: Database, code: string): boolean {
  return exists(db, "SELECT 1 FROM advisories WHERE code = ?", code);
}

export function repositoriesWithAdvisories(db: Database, ownerId: number): Repository[] {
  const sql = `SELECT r.* FROM repositories r WHERE r.owner_id = ?
    AND EXISTS (SELECT 1 FROM advisories WHERE repository_id = r.id)`;
  return db.all(Repository, sql, ownerId);
}

/** SQL expressions that lists are sorted by. Unpublished advisories sort before published ones. */
const SORT_COLUMNS = { created: "created_at", updated: "updated_at", published: "coalesce(published_at, '')" } as const;
export type AdvisorySort = keyof typeof SORT_COLUMNS;

/** Filters and order of a list of advisories. */
export interface AdvisoryQuery {
  readonly repositoryIds: readonly number[];
  readonly reader: AdvisoryReader;
  readonly state: AdvisoryState | undefined;
  readonly sort: AdvisorySort;
  readonly direction: "asc" | "desc";
}

/** A position in a list: at the advisory with this time and id. */
export interface AdvisoryCursor {
  readonly time: string;
  readonly id: number;
}

export function cursorOf({ id, created_at, updated_at, published_at }: Advisory, sort: AdvisorySort): AdvisoryCursor {
  const times = { created: created_at, updated: updated_at, published: published_at ?? "" };
  return { time: times[sort], id };
}

/**
 * Returns up to `limit` advisories after or before a cursor, in the list's order. Starts at the beginning without a
 * cursor.
 */
export function advisoriesFromCursor(
  db: Database,
  query: AdvisoryQuery,
  cursor: (AdvisoryCursor & { readonly side: "after" | "before" }) | undefined,
  limit: number,
): Advisory[] {
  const sortColumn = SORT_COLUMNS[query.sort];
  const isBackwards = cursor?.side === "before";
  const isAscending = (query.direction === "asc") !== isBackwards;
  const { sql, values } = allOf([
    ofRepositories(query.repositoryIds),
    readableBy(query.reader),
    where("state = ?", query.state),
    cursor && { sql: `(${sortColumn}, id) ${isAscending ? ">" : "<"} (?, ?)`, values: [cursor.time, cursor.id] },
  ]);
  const order = isAscending ? "ASC" : "DESC";
  const rows = db.all(
    Advisory,
    `SELECT * FROM advisories WHERE ${sql} ORDER BY ${sortColumn} ${order}, id ${order} LIMIT ?`,
    ...[...values, limit],
  );
  return isBackwards ? rows.reverse() : rows;
}

/** Compares with `=` if there is only one repository, so that SQLite can use the indexes. */
function ofRepositories(ids: readonly number[]): Condition {
  const [first, ...others] = ids;
  if (first !== undefined && others.length === 0) return { sql: "repository_id = ?", values: [first] };
  return { sql: "repository_id IN (SELECT value FROM json_each(?))", values: [JSON.stringify(ids)] };
}

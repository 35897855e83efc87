import { randomInt } from "node:crypto";
import * as z from "zod/mini";
import { allOf, type Condition, where } from "./condition.ts";
import { type Database, exists, flag, flagOrNull, idsOf, json } from "./database.ts";
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

/** A package that is vulnerable, and in which versions. */
const Vulnerability = z.object({
  package: z.object({ ecosystem: z.string(), name: z.nullable(z.string()) }),
  vulnerable_version_range: z.nullable(z.string()),
  patched_versions: z.nullable(z.string()),
  vulnerable_functions: z.nullable(z.array(z.string())),
});

export const Advisory = z.object({
  id: z.int(),
  repository_id: z.int(),
  /** Its public id without the vendor's prefix: `2345-6789-cfgh`. */
  code: z.string(),
  cve_id: z.nullable(z.string()),
  summary: z.string(),
  description: z.nullable(z.string()),
  /** How bad it is in a word, where it isn't told as a vector. */
  severity: z.nullable(Severity),
  cvss: z.nullable(z.string()),
  cwe_ids: json(z.array(z.string())),
  vulnerabilities: json(z.array(Vulnerability)),
  state: AdvisoryState,
  /** Of what somebody reported in private: was it taken up? Null for what was not reported. */
  accepted: z.nullable(flag()),
  author_id: z.nullable(z.int()),
  publisher_id: z.nullable(z.int()),
  /** The repository in which it is mended in private. */
  fork_id: z.nullable(z.int()),
  created_at: z.string(),
  updated_at: z.string(),
  published_at: z.nullable(z.string()),
  closed_at: z.nullable(z.string()),
  withdrawn_at: z.nullable(z.string()),
});
export type Advisory = z.output<typeof Advisory>;

/** What may change about an advisory. */
export type AdvisoryTerms = Omit<Advisory, "id" | "repository_id" | "code" | "author_id" | "created_at">;

/** Letters and digits that are not mistaken for each other. */
const ALPHABET = "23456789cfghjmpqrvwx";

const newCode = () =>
  Array.from({ length: 3 }, () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("")).join(
    "-",
  );

const columns = (terms: AdvisoryTerms) => [
  ...[terms.cve_id, terms.summary, terms.description, terms.severity, terms.cvss],
  ...[JSON.stringify(terms.cwe_ids), JSON.stringify(terms.vulnerabilities), terms.state],
  ...[flagOrNull(terms.accepted), terms.publisher_id, terms.fork_id],
  ...[terms.updated_at, terms.published_at, terms.closed_at, terms.withdrawn_at],
];

/** @param code the advisory's own; default a new one */
export function createAdvisory(
  db: Database,
  repositoryId: number,
  authorId: number | null,
  terms: AdvisoryTerms,
  created: string,
  code: string = newCode(),
): Advisory {
  const { id } = db.run(
    `INSERT INTO advisories (cve_id, summary, description, severity, cvss, cwe_ids, vulnerabilities, state, accepted,
       publisher_id, fork_id, updated_at, published_at, closed_at, withdrawn_at, repository_id, author_id, code,
       created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...columns(terms),
    ...[repositoryId, authorId, code, created],
  );
  return { ...terms, id, repository_id: repositoryId, author_id: authorId, code, created_at: created };
}

export function updateAdvisory(db: Database, advisory: Advisory, terms: AdvisoryTerms): Advisory {
  db.run(
    `UPDATE advisories SET cve_id = ?, summary = ?, description = ?, severity = ?, cvss = ?, cwe_ids = ?,
       vulnerabilities = ?, state = ?, accepted = ?, publisher_id = ?, fork_id = ?, updated_at = ?, published_at = ?,
       closed_at = ?, withdrawn_at = ? WHERE id = ?`,
    ...columns(terms),
    advisory.id,
  );
  return { ...advisory, ...terms };
}

/** Somebody who is thanked, for what, and whether they accept it. */
export const Credit = z.object({
  user_id: z.int(),
  type: z.string(),
  state: z.enum(["accepted", "declined", "pending"]),
});
export type Credit = z.output<typeof Credit>;

export function creditsOf(db: Database, advisoryId: number): Credit[] {
  return db.all(Credit, "SELECT * FROM advisory_credits WHERE advisory_id = ? ORDER BY rowid", advisoryId);
}

/** Thanks these and nobody else. */
export function setCredits(db: Database, advisoryId: number, credits: readonly Credit[]): void {
  db.run("DELETE FROM advisory_credits WHERE advisory_id = ?", advisoryId);
  for (const { user_id, type, state } of credits) {
    db.run("INSERT OR IGNORE INTO advisory_credits VALUES (?, ?, ?, ?)", advisoryId, user_id, type, state);
  }
}

type CollaboratorColumn = "user_id" | "team_id";

/** The ids of the users, or of the teams, who work on an advisory. */
export function advisoryCollaborators(db: Database, advisoryId: number, column: CollaboratorColumn): number[] {
  const sql = `SELECT ${column} AS id FROM advisory_collaborators WHERE advisory_id = ? AND ${column} IS NOT NULL
    ORDER BY rowid`;
  return idsOf(db, sql, advisoryId);
}

/** Lets these users, or teams, and no others work on an advisory. */
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

/** Which advisories somebody may read: all, or what is published and what this user wrote or works on. */
export type Reader = "everything" | { readonly userId: number | undefined };

function readableBy(reader: Reader): Condition | undefined {
  if (reader === "everything") return undefined;
  const isPublished = "state IN ('published', 'withdrawn')";
  if (reader.userId === undefined) return { sql: isPublished, values: [] };
  const sql = `${isPublished} OR author_id = ? OR id IN (SELECT advisory_id FROM advisory_collaborators
    WHERE user_id = ? OR team_id IN (${teamIdsQuery("?")}))`;
  return { sql, values: [reader.userId, reader.userId, reader.userId] };
}

/** An advisory by its public id without the prefix, if the reader may read it. */
export function findAdvisory(db: Database, repositoryId: number, code: string, reader: Reader): Advisory | undefined {
  const { sql, values } = allOf([
    { sql: "repository_id = ? AND code = ?", values: [repositoryId, code] },
    readableBy(reader),
  ]);
  return db.get(Advisory, `SELECT * FROM advisories WHERE ${sql}`, ...values);
}

export function advisoryCodeExists(db: Database, code: string): boolean {
  return exists(db, "SELECT 1 FROM advisories WHERE code = ?", code);
}

/** The repositories of an owner that have advisories. */
export function repositoriesWithAdvisories(db: Database, ownerId: number): Repository[] {
  const sql = `SELECT r.* FROM repositories r WHERE r.owner_id = ?
    AND EXISTS (SELECT 1 FROM advisories WHERE repository_id = r.id)`;
  return db.all(Repository, sql, ownerId);
}

/** What lists are sorted by; what isn't published yet lies before whatever is. */
const KEYS = { created: "created_at", updated: "updated_at", published: "coalesce(published_at, '')" } as const;
export type AdvisorySort = keyof typeof KEYS;

/** Which advisories are asked for, and in which order. */
export interface AdvisoryQuery {
  readonly repositoryIds: readonly number[];
  readonly reader: Reader;
  readonly state: AdvisoryState | undefined;
  readonly sort: AdvisorySort;
  readonly direction: "asc" | "desc";
}

/** A place in a list: right at the advisory that has this time and this id. */
export interface AdvisoryPlace {
  readonly time: string;
  readonly id: number;
}

export function placeOf({ id, created_at, updated_at, published_at }: Advisory, sort: AdvisorySort): AdvisoryPlace {
  const times = { created: created_at, updated: updated_at, published: published_at ?? "" };
  return { time: times[sort], id };
}

/** Up to so many advisories of a list after a place, or before one, in the list's order; without one from its start. */
export function advisoriesAround(
  db: Database,
  query: AdvisoryQuery,
  place: (AdvisoryPlace & { readonly side: "after" | "before" }) | undefined,
  limit: number,
): Advisory[] {
  const key = KEYS[query.sort];
  const isBackwards = place?.side === "before";
  const isAscending = (query.direction === "asc") !== isBackwards;
  const { sql, values } = allOf([
    ofRepositories(query.repositoryIds),
    readableBy(query.reader),
    where("state = ?", query.state),
    place && { sql: `(${key}, id) ${isAscending ? ">" : "<"} (?, ?)`, values: [place.time, place.id] },
  ]);
  const order = isAscending ? "ASC" : "DESC";
  const rows = db.all(
    Advisory,
    `SELECT * FROM advisories WHERE ${sql} ORDER BY ${key} ${order}, id ${order} LIMIT ?`,
    ...[...values, limit],
  );
  return isBackwards ? rows.reverse() : rows;
}

/** One repository's are read along the indexes. */
function ofRepositories(ids: readonly number[]): Condition {
  const [first, ...others] = ids;
  if (first !== undefined && others.length === 0) return { sql: "repository_id = ?", values: [first] };
  return { sql: "repository_id IN (SELECT value FROM json_each(?))", values: [JSON.stringify(ids)] };
}

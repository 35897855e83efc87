import { randomInt } from "node:crypto";
import * as z from "zod/mini";
import { flag, integer, json, key, nullable, oneOf, type RowOf, reference, text, typedName } from "./columns.ts";
import { allOf, type Condition, where } from "./condition.ts";
import { type Database, queryIds } from "./database.ts";
import { type Repository, repositories } from "./repositories.ts";
import { table } from "./table.ts";
import { teamIdsQuery } from "./teams.ts";

export const advisoryCollaborators = table(
  "advisory_collaborators",
  {
    advisory_id: reference("advisories"),
    user_id: nullable(reference("accounts")),
    team_id: nullable(reference("teams")),
  },
  {
    unique: [
      ["advisory_id", "user_id"],
      ["advisory_id", "team_id"],
    ],
    indexes: { advisory_collaborators_by_user: "user_id" },
  },
);

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

export const advisories = table(
  "advisories",
  {
    id: key(integer()),
    repository_id: reference("repositories"),
    /** The public id without the vendor's prefix: `2345-6789-cfgh`. */
    code: typedName(),
    cve_id: nullable(text()),
    summary: text(),
    description: nullable(text()),
    /** Used if there is no CVSS vector. */
    severity: nullable(text(Severity)),
    cvss: nullable(text()),
    cwe_ids: json(z.array(z.string())),
    vulnerabilities: json(z.array(Vulnerability)),
    state: text(AdvisoryState),
    /** Whether a privately reported advisory was accepted; null if it wasn't reported. */
    accepted: nullable(flag()),
    author_id: nullable(reference("accounts", "SET NULL")),
    publisher_id: nullable(reference("accounts", "SET NULL")),
    /** The temporary private fork in which the vulnerability is fixed. */
    fork_id: nullable(reference("repositories", "SET NULL")),
    created_at: text(),
    updated_at: text(),
    published_at: nullable(text()),
    closed_at: nullable(text()),
    withdrawn_at: nullable(text()),
  },
  {
    unique: [["code"]],
    indexes: {
      advisories_by_creation: "repository_id, created_at",
      advisories_by_update: "repository_id, updated_at",
      advisories_by_publication: "repository_id, coalesce(published_at, '')",
    },
  },
);
export type Advisory = RowOf<typeof advisories>;

/** The fields of an advisory that can change. */
export type AdvisoryAttributes = Omit<Advisory, "id" | "repository_id" | "code" | "author_id" | "created_at">;

/** Letters and digits that can't be confused with each other. */
const ALPHABET = "23456789cfghjmpqrvwx";

const generateCode = () =>
  Array.from({ length: 3 }, () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("")).join(
    "-",
  );

/** @param code the advisory's public id; a new one by default */
export function createAdvisory(
  db: Database,
  repositoryId: number,
  authorId: number | null,
  attributes: AdvisoryAttributes,
  created: string,
  code: string = generateCode(),
): Advisory {
  return advisories.insert(db, {
    ...attributes,
    repository_id: repositoryId,
    author_id: authorId,
    code,
    created_at: created,
  });
}

export function updateAdvisory(db: Database, advisory: Advisory, attributes: AdvisoryAttributes): Advisory {
  advisories.update(db, { id: advisory.id }, attributes);
  return { ...advisory, ...attributes };
}

/** A person who is credited, with the kind of credit and whether they accepted it. */
export const advisoryCredits = table(
  "advisory_credits",
  {
    advisory_id: reference("advisories"),
    user_id: reference("accounts"),
    type: text(),
    state: oneOf(["accepted", "declined", "pending"]),
  },
  { key: ["advisory_id", "user_id", "type"] },
);
export type Credit = RowOf<typeof advisoryCredits>;

/** Replaces the credits of an advisory. */
export function setCredits(db: Database, advisoryId: number, credits: readonly Omit<Credit, "advisory_id">[]): void {
  advisoryCredits.delete(db, { advisory_id: advisoryId });
  for (const credit of credits) advisoryCredits.add(db, { ...credit, advisory_id: advisoryId });
}

type CollaboratorColumn = "user_id" | "team_id";

/** Returns the ids of the users or teams that collaborate on an advisory. */
export function collaboratorsOfAdvisory(db: Database, advisoryId: number, column: CollaboratorColumn): number[] {
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
    advisoryCollaborators.add(db, { advisory_id: advisoryId, [column]: id });
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
  return db.get(advisories, `SELECT * FROM advisories WHERE ${sql}`, ...values);
}

export function repositoriesWithAdvisories(db: Database, ownerId: number): Repository[] {
  const sql = `SELECT r.* FROM repositories r WHERE r.owner_id = ?
    AND EXISTS (SELECT 1 FROM advisories WHERE repository_id = r.id)`;
  return db.all(repositories, sql, ownerId);
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
    advisories,
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

import { randomBytes } from "node:crypto";
import * as z from "zod/mini";
import { type Database, flag, json, type PageRange, queryPage, type RowPage } from "./database.ts";
import {
  defaultRunnerGroup,
  GROUP_FOR_REPOSITORY,
  GROUP_OF_ORGANIZATION,
  OWNED_BY,
  ownerValues,
  type RunnerGroup,
  type RunnerOwner,
} from "./runner-groups.ts";

export const RUNNER_TABLES = `
CREATE TABLE runners (
  id INTEGER PRIMARY KEY AUTOINCREMENT, organization_id INTEGER REFERENCES accounts ON DELETE CASCADE,
  enterprise_id INTEGER REFERENCES enterprises ON DELETE CASCADE, group_id INTEGER NOT NULL REFERENCES runner_groups,
  name TEXT NOT NULL COLLATE NOCASE, os TEXT NOT NULL, status TEXT NOT NULL, ephemeral INTEGER NOT NULL, version TEXT,
  UNIQUE (organization_id, name), UNIQUE (enterprise_id, name)
) STRICT;
CREATE INDEX runners_by_group ON runners (group_id);
CREATE TABLE runner_labels (
  id INTEGER PRIMARY KEY AUTOINCREMENT, runner_id INTEGER NOT NULL REFERENCES runners ON DELETE CASCADE,
  name TEXT NOT NULL COLLATE NOCASE, type TEXT NOT NULL, UNIQUE (runner_id, name)
) STRICT;
CREATE TABLE runner_tokens (
  token TEXT PRIMARY KEY, organization_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE, purpose TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT;
`;

const Label = z.object({ id: z.int(), name: z.string(), type: z.enum(["read-only", "custom"]) });
export type RunnerLabel = z.output<typeof Label>;

export const Runner = z.object({
  id: z.int(),
  organization_id: z.nullable(z.int()),
  enterprise_id: z.nullable(z.int()),
  group_id: z.int(),
  name: z.string(),
  /** `unknown` until the runner has connected. */
  os: z.string(),
  status: z.enum(["online", "offline"]),
  /** Whether it runs one job and is then removed. */
  ephemeral: flag(),
  version: z.nullable(z.string()),
  /** Whether it is running a job. */
  busy: flag(),
  labels: json(z.array(Label)),
});
export type Runner = z.output<typeof Runner>;

export type RunnerAttributes = Pick<Runner, "group_id" | "name" | "os" | "status" | "ephemeral" | "version">;

/** Columns of a runner `n`, with its labels and whether it is busy. */
const RUNNER_COLUMNS = `n.*,
  EXISTS (SELECT 1 FROM workflow_jobs j WHERE j.runner_id = n.id AND j.status = 'in_progress') AS busy,
  (SELECT json_group_array(json_object('id', l.id, 'name', l.name, 'type', l.type) ORDER BY l.id)
   FROM runner_labels l WHERE l.runner_id = n.id) AS labels`;

/** Labels of the operating systems. */
export const SYSTEM_LABELS = { linux: "Linux", macos: "macOS", windows: "Windows" } as const;

/** Labels that a runner gets automatically: its system, architecture and `self-hosted`. */
const READ_ONLY_LABEL = /^(self-hosted|linux|macos|windows|x64|x86|arm|arm64)$/i;

/**
 * Adds a runner with the label `self-hosted`.
 * @param labels labels of systems and architectures become read-only
 */
export function createRunner(
  db: Database,
  owner: RunnerOwner,
  runner: RunnerAttributes,
  labels: readonly string[],
): Runner {
  return db.transaction(() => {
    const { id } = db.run(
      `INSERT INTO runners (group_id, name, os, status, ephemeral, version, organization_id, enterprise_id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[runner.group_id, runner.name, runner.os, runner.status, Number(runner.ephemeral), runner.version],
      ...ownerValues(owner),
    );
    for (const label of ["self-hosted", ...labels]) addLabel(db, id, label, READ_ONLY_LABEL.test(label));
    return getRunner(db, id);
  });
}

function addLabel(db: Database, runnerId: number, name: string, isReadOnly = false): void {
  const sql = "INSERT OR IGNORE INTO runner_labels (runner_id, name, type) VALUES (?, ?, ?)";
  db.run(sql, runnerId, name, isReadOnly ? "read-only" : "custom");
}

function getRunner(db: Database, id: number): Runner {
  const runner = findRunnerById(db, id);
  if (!runner) throw new Error(`The state refers to runner ${id}, which doesn't exist.`);
  return runner;
}

export function findRunner(db: Database, owner: RunnerOwner, id: number): Runner | undefined {
  return db.get(
    Runner,
    `SELECT ${RUNNER_COLUMNS} FROM runners n WHERE ${OWNED_BY} AND n.id = ?`,
    ...ownerValues(owner),
    id,
  );
}

/** Finds a runner of any owner; undefined once it is removed. */
export function findRunnerById(db: Database, id: number): Runner | undefined {
  return db.get(Runner, `SELECT ${RUNNER_COLUMNS} FROM runners n WHERE n.id = ?`, id);
}

export function findRunnerByName(db: Database, owner: RunnerOwner, name: string): Runner | undefined {
  return db.get(
    Runner,
    `SELECT ${RUNNER_COLUMNS} FROM runners n WHERE ${OWNED_BY} AND n.name = ?`,
    ...ownerValues(owner),
    name,
  );
}

/**
 * Returns an owner's runners.
 * @param name returns only the runner with this name
 */
export function runnersOf(
  db: Database,
  owner: RunnerOwner,
  name: string | undefined,
  pageRange: PageRange,
): RowPage<Runner> {
  const query = `${RUNNER_COLUMNS} FROM runners n WHERE ${OWNED_BY}${name === undefined ? "" : " AND n.name = ?"} ORDER BY n.id`;
  const values = [...ownerValues(owner), ...(name === undefined ? [] : [name])];
  return queryPage(db, Runner, query, values, pageRange);
}

export function runnersIn(db: Database, groupId: number, pageRange: PageRange): RowPage<Runner> {
  return queryPage(
    db,
    Runner,
    `${RUNNER_COLUMNS} FROM runners n WHERE n.group_id = ? ORDER BY n.id`,
    [groupId],
    pageRange,
  );
}

export function deleteRunner(db: Database, runnerId: number): void {
  db.run("DELETE FROM runners WHERE id = ?", runnerId);
}

/** Marks a runner as online and stores its system and version. */
export function connectRunner(db: Database, runnerId: number, os: string, version: string): void {
  db.run("UPDATE runners SET status = 'online', os = ?, version = ? WHERE id = ?", os, version, runnerId);
}

/** Marks a runner as offline. */
export function disconnectRunner(db: Database, runnerId: number): void {
  db.run("UPDATE runners SET status = 'offline' WHERE id = ?", runnerId);
}

export function moveRunner(db: Database, runnerId: number, groupId: number): void {
  db.run("UPDATE runners SET group_id = ? WHERE id = ?", groupId, runnerId);
}

/** Moves these runners into a group; the group's other runners move to the default group. */
export function setRunnersOfGroup(db: Database, group: RunnerGroup, runnerIds: Iterable<number>): void {
  db.transaction(() => {
    db.run("UPDATE runners SET group_id = ? WHERE group_id = ?", defaultRunnerGroup(db, group).id, group.id);
    for (const id of runnerIds) moveRunner(db, id, group.id);
  });
}

/** Adds custom labels; existing labels are unchanged. */
export function addLabels(db: Database, runnerId: number, names: readonly string[]): Runner {
  return db.transaction(() => {
    for (const name of names) addLabel(db, runnerId, name);
    return getRunner(db, runnerId);
  });
}

/** Replaces the custom labels. */
export function setLabels(db: Database, runnerId: number, names: readonly string[]): Runner {
  return db.transaction(() => {
    const kept = "SELECT value FROM json_each(?)";
    db.run(
      `DELETE FROM runner_labels WHERE runner_id = ? AND type = 'custom' AND name NOT IN (${kept})`,
      ...[runnerId, JSON.stringify(names)],
    );
    return addLabels(db, runnerId, names);
  });
}

export function removeLabel(db: Database, runnerId: number, labelId: number): Runner {
  db.run("DELETE FROM runner_labels WHERE id = ?", labelId);
  return getRunner(db, runnerId);
}

/** Lifetime in seconds of tokens that register or remove runners. */
export const RUNNER_TOKEN_LIFETIME = 3600;

export type RunnerTokenPurpose = "registration" | "removal";

/** Creates a token that registers or removes runners until it expires. */
export function createRunnerToken(
  db: Database,
  organizationId: number,
  purpose: RunnerTokenPurpose,
  expiresAt: string,
): string {
  // 29 letters and digits, as in GitHub's tokens.
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const token = Array.from(randomBytes(29), (byte) => letters[byte % letters.length]).join("");
  db.run("INSERT INTO runner_tokens VALUES (?, ?, ?, ?)", token, organizationId, purpose, expiresAt);
  return token;
}

const TokenOwner = z.object({ organization_id: z.int() });

/** Returns the organization that a valid token with this purpose belongs to. */
export function organizationOfRunnerToken(
  db: Database,
  purpose: RunnerTokenPurpose,
  token: string,
  now: string,
): number | undefined {
  const sql = "SELECT organization_id FROM runner_tokens WHERE token = ? AND purpose = ? AND expires_at > ?";
  return db.get(TokenOwner, sql, token, purpose, now)?.organization_id;
}

const IdleRunner = z.object({
  id: z.int(),
  name: z.string(),
  group_id: z.int(),
  group_name: z.string(),
  restricted_to_workflows: flag(),
  selected_workflows: json(z.array(z.string())),
});
export type IdleRunner = z.output<typeof IdleRunner>;

/** Returns the idle runners that can run a job of a repository, with the rules of their groups; oldest first. */
export function idleRunnersFor(db: Database, repositoryId: number, labels: readonly string[]): IdleRunner[] {
  return db.all(
    IdleRunner,
    `SELECT n.id, n.name, g.id AS group_id, g.name AS group_name, g.restricted_to_workflows, g.selected_workflows
     FROM repositories r JOIN accounts a ON a.id = r.owner_id JOIN runner_groups g ON ${GROUP_OF_ORGANIZATION}
       JOIN runners n ON n.group_id = g.id
     WHERE r.id = ? AND ${GROUP_FOR_REPOSITORY} AND n.status = 'online'
       AND NOT EXISTS (SELECT 1 FROM workflow_jobs j WHERE j.runner_id = n.id AND j.status = 'in_progress')
       AND NOT EXISTS (SELECT 1 FROM json_each(?) w WHERE NOT EXISTS
         (SELECT 1 FROM runner_labels l WHERE l.runner_id = n.id AND l.name = w.value))
     ORDER BY n.id`,
    ...[repositoryId, JSON.stringify(labels)],
  );
}

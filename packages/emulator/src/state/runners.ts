import { randomBytes } from "node:crypto";
import * as z from "zod/mini";
import {
  flag,
  integer,
  json,
  key,
  nullable,
  oneOf,
  type RowOf,
  reference,
  row,
  rowId,
  text,
  typedName,
} from "./columns.ts";
import { type Database, type PageRange, queryPage, type RowPage } from "./database.ts";
import {
  defaultRunnerGroup,
  GROUP_FOR_REPOSITORY,
  GROUP_OF_ORGANIZATION,
  ownerOf,
  type RunnerGroup,
  type RunnerOwner,
} from "./runner-groups.ts";
import { table } from "./table.ts";

export const runners = table(
  "runners",
  {
    id: rowId(),
    organization_id: nullable(reference("accounts")),
    enterprise_id: nullable(reference("enterprises")),
    group_id: reference("runner_groups", "NO ACTION"),
    name: typedName(),
    /** `unknown` until the runner has connected. */
    os: text(),
    status: oneOf(["online", "offline"]),
    /** Whether it runs one job and is then removed. */
    ephemeral: flag(),
    version: nullable(text()),
  },
  {
    unique: [
      ["organization_id", "name"],
      ["enterprise_id", "name"],
    ],
    indexes: { runners_by_group: "group_id" },
  },
);

const LABEL_TYPES = ["read-only", "custom"] as const;

export const runnerLabels = table(
  "runner_labels",
  {
    id: rowId(),
    runner_id: reference("runners"),
    name: typedName(),
    type: oneOf(LABEL_TYPES),
  },
  { unique: [["runner_id", "name"]] },
);

export const runnerTokens = table("runner_tokens", {
  token: key(text()),
  organization_id: reference("accounts"),
  purpose: oneOf(["registration", "removal"]),
  expires_at: text(),
});

const Label = z.object({ id: z.int(), name: z.string(), type: z.enum(LABEL_TYPES) });
export type RunnerLabel = z.output<typeof Label>;

export const Runner = row({
  ...runners.columns,
  /** Whether it is running a job. */
  busy: flag(),
  labels: json(z.array(Label)),
});
export type Runner = RowOf<typeof Runner>;

export type RunnerAttributes = Pick<Runner, "group_id" | "name" | "os" | "status" | "ephemeral" | "version">;

/** SQL condition that a row belongs to an owner. */
const OWNED_BY = "organization_id IS ? AND enterprise_id IS ?";

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
    const { id } = runners.insert(db, { ...runner, ...ownerOf(owner) });
    for (const label of ["self-hosted", ...labels]) addLabel(db, id, label, READ_ONLY_LABEL.test(label));
    return getRunner(db, id);
  });
}

function addLabel(db: Database, runnerId: number, name: string, isReadOnly = false): void {
  runnerLabels.add(db, { runner_id: runnerId, name, type: isReadOnly ? "read-only" : "custom" });
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
    ...[owner.organization_id, owner.enterprise_id, id],
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
    ...[owner.organization_id, owner.enterprise_id, name],
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
  const values = [owner.organization_id, owner.enterprise_id, ...(name === undefined ? [] : [name])];
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

/** Moves these runners into a group; the group's other runners move to the default group. */
export function setRunnersOfGroup(db: Database, group: RunnerGroup, runnerIds: Iterable<number>): void {
  db.transaction(() => {
    runners.update(db, { group_id: group.id }, { group_id: defaultRunnerGroup(db, group).id });
    for (const id of runnerIds) runners.update(db, { id }, { group_id: group.id });
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
  runnerLabels.delete(db, { id: labelId });
  return getRunner(db, runnerId);
}

/** Lifetime in seconds of tokens that register or remove runners. */
export const RUNNER_TOKEN_LIFETIME = 3600;

export type RunnerTokenPurpose = RowOf<typeof runnerTokens>["purpose"];

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
  runnerTokens.insert(db, { token, organization_id: organizationId, purpose, expires_at: expiresAt });
  return token;
}

/** Returns the organization that a valid token with this purpose belongs to. */
export function organizationOfRunnerToken(
  db: Database,
  purpose: RunnerTokenPurpose,
  token: string,
  now: string,
): number | undefined {
  const found = runnerTokens.find(db, { token, purpose });
  return found && found.expires_at > now ? found.organization_id : undefined;
}

const IdleRunner = row({
  id: integer(),
  name: text(),
  group_id: integer(),
  group_name: text(),
  restricted_to_workflows: flag(),
  selected_workflows: json(z.array(z.string())),
});
export type IdleRunner = RowOf<typeof IdleRunner>;

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

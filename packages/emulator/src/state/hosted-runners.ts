import * as z from "zod/mini";
import { type Database, flag, json, type PageRange, queryCount, queryPage, type RowPage } from "./database.ts";
import { GROUP_FOR_REPOSITORY, GROUP_OF_ORGANIZATION } from "./runner-groups.ts";
import { addSeconds } from "./time-arithmetic.ts";

// GitHub-hosted runners of organizations. Each scales to a maximum number of machines of one size.

export const HOSTED_RUNNER_TABLES = `
CREATE TABLE hosted_runners (
  id INTEGER PRIMARY KEY AUTOINCREMENT, organization_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
  group_id INTEGER NOT NULL REFERENCES runner_groups, name TEXT NOT NULL COLLATE NOCASE, image TEXT NOT NULL,
  size TEXT NOT NULL, maximum INTEGER NOT NULL, public_ip INTEGER NOT NULL, image_gen INTEGER NOT NULL,
  condition TEXT NOT NULL, ready_at TEXT NOT NULL, last_active_on TEXT, gone_at TEXT, UNIQUE (organization_id, name)
) STRICT;
CREATE INDEX hosted_runners_by_group ON hosted_runners (group_id);
`;

/** The condition of a runner that has been set up. */
export const HostedRunnerCondition = z.enum(["Ready", "Shutdown", "Stuck"]);

export const HostedRunner = z.object({
  id: z.int(),
  organization_id: z.int(),
  group_id: z.int(),
  name: z.string(),
  /** The id of one of GitHub's images. */
  image: z.string(),
  /** The id of one of GitHub's machine sizes. */
  size: z.string(),
  /** The maximum number of machines. */
  maximum: z.int(),
  public_ip: flag(),
  /** Whether it builds images instead of running jobs. */
  image_gen: flag(),
  condition: HostedRunnerCondition,
  /** The end of its setup. */
  ready_at: z.string(),
  last_active_on: z.nullable(z.string()),
  /** The end of its shutdown, once it has been deleted. */
  gone_at: z.nullable(z.string()),
});
export type HostedRunner = z.output<typeof HostedRunner>;

/** The fields of a runner that can be set. */
export type HostedRunnerAttributes = Pick<
  HostedRunner,
  "group_id" | "name" | "image" | "size" | "maximum" | "public_ip" | "image_gen"
>;

/** Seconds that machines take to start, and to shut down. */
const TRANSITION_SECONDS = 60;

const columns = (attributes: HostedRunnerAttributes) => [
  attributes.group_id,
  attributes.name,
  attributes.image,
  attributes.size,
  attributes.maximum,
  Number(attributes.public_ip),
  Number(attributes.image_gen),
];

/** Removes the runners whose shutdown has ended. */
export function removeDeletedHostedRunners(db: Database, now: string): void {
  db.run("DELETE FROM hosted_runners WHERE gone_at <= ?", now);
}

/** Adds a runner and starts its setup. */
export function createHostedRunner(
  db: Database,
  organizationId: number,
  attributes: HostedRunnerAttributes,
  now: string,
): HostedRunner {
  return insertHostedRunner(db, organizationId, attributes, {
    condition: "Ready",
    last_active_on: null,
    ready_at: addSeconds(now, TRANSITION_SECONDS),
  });
}

/** Adds a runner in a given state. */
export function insertHostedRunner(
  db: Database,
  organizationId: number,
  attributes: HostedRunnerAttributes,
  state: Pick<HostedRunner, "condition" | "ready_at" | "last_active_on">,
): HostedRunner {
  const { id } = db.run(
    `INSERT INTO hosted_runners (group_id, name, image, size, maximum, public_ip, image_gen, organization_id, condition,
       ready_at, last_active_on) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...columns(attributes),
    ...[organizationId, state.condition, state.ready_at, state.last_active_on],
  );
  return { id, organization_id: organizationId, ...attributes, ...state, gone_at: null };
}

/** Changes a runner. Another image or machine size starts a new setup. */
export function updateHostedRunner(
  db: Database,
  before: HostedRunner,
  attributes: HostedRunnerAttributes,
  now: string,
): HostedRunner {
  const needsSetup = attributes.image !== before.image || attributes.size !== before.size;
  const ready_at = needsSetup ? addSeconds(now, TRANSITION_SECONDS) : before.ready_at;
  db.run(
    `UPDATE hosted_runners SET group_id = ?, name = ?, image = ?, size = ?, maximum = ?, public_ip = ?, image_gen = ?,
       ready_at = ? WHERE id = ?`,
    ...columns(attributes),
    ...[ready_at, before.id],
  );
  return { ...before, ...attributes, ready_at };
}

/** Starts a runner's shutdown, after which it is removed. */
export function deleteHostedRunner(db: Database, runner: HostedRunner, now: string): HostedRunner {
  const gone_at = runner.gone_at ?? addSeconds(now, TRANSITION_SECONDS);
  db.run("UPDATE hosted_runners SET gone_at = ? WHERE id = ?", gone_at, runner.id);
  return { ...runner, gone_at };
}

export function findHostedRunner(db: Database, organizationId: number, id: number): HostedRunner | undefined {
  const sql = "SELECT * FROM hosted_runners WHERE organization_id = ? AND id = ?";
  return db.get(HostedRunner, sql, organizationId, id);
}

export function findHostedRunnerByName(db: Database, organizationId: number, name: string): HostedRunner | undefined {
  const sql = "SELECT * FROM hosted_runners WHERE organization_id = ? AND name = ?";
  return db.get(HostedRunner, sql, organizationId, name);
}

/** Returns an organization's runners, or those of one of its groups. */
export function hostedRunnersOf(
  db: Database,
  organizationId: number,
  groupId: number | undefined,
  pageRange: PageRange,
): RowPage<HostedRunner> {
  const group = groupId === undefined ? "" : "AND group_id = ?";
  const query = `* FROM hosted_runners WHERE organization_id = ? ${group} ORDER BY id`;
  return queryPage(
    db,
    HostedRunner,
    query,
    groupId === undefined ? [organizationId] : [organizationId, groupId],
    pageRange,
  );
}

/** Counts an organization's runners with public addresses. */
export function countPublicIps(db: Database, organizationId: number): number {
  const sql = "SELECT count(*) AS count FROM hosted_runners WHERE organization_id = ? AND public_ip = 1";
  return queryCount(db, sql, organizationId);
}

const UsableHostedRunner = z.object({
  name: z.string(),
  ready_at: z.string(),
  group_id: z.int(),
  group_name: z.string(),
  restricted_to_workflows: flag(),
  selected_workflows: json(z.array(z.string())),
});
export type UsableHostedRunner = z.output<typeof UsableHostedRunner>;

/**
 * Returns the runners that can run a job of a repository, including those that are still being set up, with the rules
 * of their groups. Jobs select them by name.
 */
export function hostedRunnersFor(db: Database, repositoryId: number, labels: readonly string[]): UsableHostedRunner[] {
  return db.all(
    UsableHostedRunner,
    `SELECT h.name, h.ready_at, g.id AS group_id, g.name AS group_name, g.restricted_to_workflows, g.selected_workflows
     FROM repositories r JOIN accounts a ON a.id = r.owner_id JOIN runner_groups g ON ${GROUP_OF_ORGANIZATION}
       JOIN hosted_runners h ON h.group_id = g.id
     WHERE r.id = ? AND ${GROUP_FOR_REPOSITORY} AND h.condition = 'Ready' AND h.gone_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM json_each(?) w WHERE w.value <> h.name COLLATE NOCASE)
       AND h.maximum > (SELECT count(*) FROM workflow_jobs j WHERE j.status = 'in_progress' AND j.runner_id IS NULL
         AND j.runner_group_id = g.id AND j.runner_name = h.name)
     ORDER BY h.id`,
    ...[repositoryId, JSON.stringify(labels)],
  );
}

/** Records that a job has started on a machine of this runner. */
export function recordHostedRunnerUse(db: Database, groupId: number, name: string, now: string): void {
  db.run("UPDATE hosted_runners SET last_active_on = ? WHERE group_id = ? AND name = ?", now, groupId, name);
}

import * as z from "zod/mini";
import { countOf, type Database, flag, json, type Part, readPart, type Window } from "./database.ts";
import { later } from "./moments.ts";
import { GROUP_FOR_REPOSITORY, GROUP_OF_ORGANIZATION } from "./runner-groups.ts";

// Runners that the service hosts for organizations: each is as many machines of one kind as jobs need, up to a number.

export const HOSTED_RUNNER_TABLES = `
CREATE TABLE hosted_runners (
  id INTEGER PRIMARY KEY AUTOINCREMENT, organization_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
  group_id INTEGER NOT NULL REFERENCES runner_groups, name TEXT NOT NULL COLLATE NOCASE, image TEXT NOT NULL,
  size TEXT NOT NULL, maximum INTEGER NOT NULL, public_ip INTEGER NOT NULL, image_gen INTEGER NOT NULL,
  condition TEXT NOT NULL, ready_at TEXT NOT NULL, last_active_on TEXT, gone_at TEXT, UNIQUE (organization_id, name)
) STRICT;
CREATE INDEX hosted_runners_by_group ON hosted_runners (group_id);
`;

/** How a runner is that has been set up. */
export const HostedRunnerCondition = z.enum(["Ready", "Shutdown", "Stuck"]);

export const HostedRunner = z.object({
  id: z.int(),
  organization_id: z.int(),
  group_id: z.int(),
  name: z.string(),
  /** The id of one of the service's images. */
  image: z.string(),
  /** The id of one of its machines. */
  size: z.string(),
  /** So many machines at most. */
  maximum: z.int(),
  public_ip: flag(),
  /** It makes images rather than to run jobs. */
  image_gen: flag(),
  condition: HostedRunnerCondition,
  /** Until then it is being set up. */
  ready_at: z.string(),
  last_active_on: z.nullable(z.string()),
  /** Somebody deleted it: until then it still goes down. */
  gone_at: z.nullable(z.string()),
});
export type HostedRunner = z.output<typeof HostedRunner>;

/** What may be said of a runner when it is created or changed. */
export type HostedRunnerTerms = Pick<
  HostedRunner,
  "group_id" | "name" | "image" | "size" | "maximum" | "public_ip" | "image_gen"
>;

/** How long machines take to come up, and to go down. */
const SECONDS_TO_CHANGE = 60;

const columns = (terms: HostedRunnerTerms) => [
  ...[terms.group_id, terms.name, terms.image, terms.size, terms.maximum],
  ...[Number(terms.public_ip), Number(terms.image_gen)],
];

/** Those whose machines have gone down are gone. */
export function settleHostedRunners(db: Database, now: string): void {
  db.run("DELETE FROM hosted_runners WHERE gone_at <= ?", now);
}

/** Adds a runner, which is being set up from now on. */
export function createHostedRunner(
  db: Database,
  organizationId: number,
  terms: HostedRunnerTerms,
  now: string,
): HostedRunner {
  return plantHostedRunner(db, organizationId, terms, {
    ...{ condition: "Ready", last_active_on: null },
    ready_at: later(now, SECONDS_TO_CHANGE),
  });
}

/** Adds a runner that stands like this already. */
export function plantHostedRunner(
  db: Database,
  organizationId: number,
  terms: HostedRunnerTerms,
  standing: Pick<HostedRunner, "condition" | "ready_at" | "last_active_on">,
): HostedRunner {
  const { id } = db.run(
    `INSERT INTO hosted_runners (group_id, name, image, size, maximum, public_ip, image_gen, organization_id, condition,
       ready_at, last_active_on) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...columns(terms),
    ...[organizationId, standing.condition, standing.ready_at, standing.last_active_on],
  );
  return { id, organization_id: organizationId, ...terms, ...standing, gone_at: null };
}

/** Changes a runner; other machines, or another image, are set up anew. */
export function updateHostedRunner(
  db: Database,
  before: HostedRunner,
  terms: HostedRunnerTerms,
  now: string,
): HostedRunner {
  const isOther = terms.image !== before.image || terms.size !== before.size;
  const ready_at = isOther ? later(now, SECONDS_TO_CHANGE) : before.ready_at;
  db.run(
    `UPDATE hosted_runners SET group_id = ?, name = ?, image = ?, size = ?, maximum = ?, public_ip = ?, image_gen = ?,
       ready_at = ? WHERE id = ?`,
    ...columns(terms),
    ...[ready_at, before.id],
  );
  return { ...before, ...terms, ready_at };
}

/** A runner goes down from now on, and is gone after that. */
export function deleteHostedRunner(db: Database, runner: HostedRunner, now: string): HostedRunner {
  const gone_at = runner.gone_at ?? later(now, SECONDS_TO_CHANGE);
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

export function hostedRunnersOf(db: Database, organizationId: number, window: Window): Part<HostedRunner> {
  const query = "* FROM hosted_runners WHERE organization_id = ? ORDER BY id";
  return readPart(db, HostedRunner, query, [organizationId], window);
}

/** How many of an organization's runners have public addresses. */
export function countPublicIps(db: Database, organizationId: number): number {
  const sql = "SELECT count(*) AS count FROM hosted_runners WHERE organization_id = ? AND public_ip = 1";
  return countOf(db, sql, organizationId);
}

const UsableRunner = z.object({
  name: z.string(),
  ready_at: z.string(),
  group_id: z.int(),
  group_name: z.string(),
  restricted_to_workflows: flag(),
  selected_workflows: json(z.array(z.string())),
});
export type UsableRunner = z.output<typeof UsableRunner>;

/**
 * The runners that have a machine for a job of a repository, or will have once they are set up, with what their groups
 * say. Jobs ask for them by name.
 */
export function hostedRunnersFor(db: Database, repositoryId: number, labels: readonly string[]): UsableRunner[] {
  return db.all(
    UsableRunner,
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

/** A job begins on one of the machines of a group's runner. */
export function useHostedRunner(db: Database, groupId: number, name: string, now: string): void {
  db.run("UPDATE hosted_runners SET last_active_on = ? WHERE group_id = ? AND name = ?", now, groupId, name);
}

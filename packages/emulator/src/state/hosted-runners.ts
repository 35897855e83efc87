import * as z from "zod/mini";
import { flag, integer, json, nullable, type RowOf, reference, row, rowId, text, typedName } from "./columns.ts";
import type { Database } from "./database.ts";
import { GROUP_FOR_REPOSITORY, GROUP_OF_ORGANIZATION } from "./runner-groups.ts";
import { table } from "./table.ts";
import { addSeconds } from "./time-arithmetic.ts";

// GitHub-hosted runners of organizations. Each scales to a maximum number of machines of one size.

/** The condition of a runner that has been set up. */
export const HostedRunnerCondition = z.enum(["Ready", "Shutdown", "Stuck"]);

export const hostedRunners = table(
  "hosted_runners",
  {
    id: rowId(),
    organization_id: reference("accounts"),
    group_id: reference("runner_groups", "NO ACTION"),
    name: typedName(),
    /** The id of one of GitHub's images. */
    image: text(),
    /** The id of one of GitHub's machine sizes. */
    size: text(),
    /** The maximum number of machines. */
    maximum: integer(),
    public_ip: flag(),
    /** Whether it builds images instead of running jobs. */
    image_gen: flag(),
    condition: text(HostedRunnerCondition),
    /** The end of its setup. */
    ready_at: text(),
    last_active_on: nullable(text()),
    /** The end of its shutdown, once it has been deleted. */
    gone_at: nullable(text()),
  },
  { unique: [["organization_id", "name"]], indexes: { hosted_runners_by_group: "group_id" } },
);
export type HostedRunner = RowOf<typeof hostedRunners>;

/** The fields of a runner that can be set. */
export type HostedRunnerAttributes = Pick<
  HostedRunner,
  "group_id" | "name" | "image" | "size" | "maximum" | "public_ip" | "image_gen"
>;

/** Seconds that machines take to start, and to shut down. */
const TRANSITION_SECONDS = 60;

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
  return hostedRunners.insert(db, { ...attributes, ...state, organization_id: organizationId });
}

/** Changes a runner. Another image or machine size starts a new setup. */
export function updateHostedRunner(
  db: Database,
  before: HostedRunner,
  attributes: HostedRunnerAttributes,
  now: string,
): HostedRunner {
  const needsSetup = attributes.image !== before.image || attributes.size !== before.size;
  const changes = { ...attributes, ready_at: needsSetup ? addSeconds(now, TRANSITION_SECONDS) : before.ready_at };
  hostedRunners.update(db, { id: before.id }, changes);
  return { ...before, ...changes };
}

/** Starts a runner's shutdown, after which it is removed. */
export function deleteHostedRunner(db: Database, runner: HostedRunner, now: string): HostedRunner {
  const gone_at = runner.gone_at ?? addSeconds(now, TRANSITION_SECONDS);
  hostedRunners.update(db, { id: runner.id }, { gone_at });
  return { ...runner, gone_at };
}

const UsableHostedRunner = row({
  name: text(),
  ready_at: text(),
  group_id: integer(),
  group_name: text(),
  restricted_to_workflows: flag(),
  selected_workflows: json(z.array(z.string())),
});
export type UsableHostedRunner = RowOf<typeof UsableHostedRunner>;

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

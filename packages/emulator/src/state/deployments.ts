import * as z from "zod/mini";
import { flag, json, nullable, oneOf, type RowOf, reference, rowId, text } from "./columns.ts";
import type { Database } from "./database.ts";
import { table } from "./table.ts";

export const deployments = table(
  "deployments",
  {
    id: rowId(),
    repository_id: reference("repositories"),
    sha: text(),
    ref: text(),
    task: text(),
    environment: text(),
    /** The environment that it was created for. */
    original_environment: text(),
    description: nullable(text()),
    payload: json(z.union([z.record(z.string(), z.unknown()), z.string()])),
    /** Whether the environment will no longer exist at some time. */
    transient_environment: flag(),
    production_environment: flag(),
    creator_id: nullable(reference("accounts", "SET NULL")),
    created_at: text(),
    updated_at: text(),
  },
  { indexes: { deployments_by_environment: "repository_id, environment, id" } },
);
export type Deployment = RowOf<typeof deployments>;

export const DEPLOYMENT_STATES = [
  "error",
  "failure",
  "inactive",
  "in_progress",
  "queued",
  "pending",
  "success",
] as const;

export const deploymentStatuses = table(
  "deployment_statuses",
  {
    id: rowId(),
    deployment_id: reference("deployments"),
    state: oneOf(DEPLOYMENT_STATES),
    environment: text(),
    description: text(),
    log_url: text(),
    environment_url: text(),
    creator_id: nullable(reference("accounts", "SET NULL")),
    created_at: text(),
  },
  { indexes: { deployment_statuses_by_deployment: "deployment_id, id" } },
);
export type DeploymentStatus = RowOf<typeof deploymentStatuses>;

/**
 * Returns the older deployments of the same environment that a successful one replaces: those whose latest status is a
 * success, unless their environment is transient or for production.
 */
export function replacedDeployments(db: Database, { id, repository_id, environment }: Deployment): Deployment[] {
  return db.all(
    deployments,
    `SELECT * FROM deployments d WHERE d.repository_id = ? AND d.environment = ? AND d.id < ?
       AND d.transient_environment = 0 AND d.production_environment = 0
       AND (SELECT s.state FROM deployment_statuses s WHERE s.deployment_id = d.id ORDER BY s.id DESC LIMIT 1) = 'success'
     ORDER BY d.id`,
    ...[repository_id, environment, id],
  );
}

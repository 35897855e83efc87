import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ShardRow } from "../../../action/src/fleet/create-shards.ts";
import type { Report } from "../../../packages/tasks/src/report/report.ts";
import {
  type ActionBench,
  type ActionRun,
  type MeasuredStep,
  type StartEmulator,
  type StepInputs,
  startActionBench,
} from "./action-bench.ts";

/** Result of running a fleet. */
export interface FleetRun {
  /** The job that divides the fleet into shards. */
  readonly matrix: MeasuredStep;
  readonly rows: readonly ShardRow[];
  readonly shards: readonly ActionRun[];
  /** The merged report of all shards. */
  readonly merged: Report;
  /** Expected number of changes, each in a repository of its own. */
  readonly changes: number;
  /** Number of successful writes per secret path. */
  readonly writes: ReadonlyMap<string, number>;
}

const SECRET = "DEPLOY_KEY";
const APP = "fleet-keeper";
const CLIENT_ID = "Iv1.fleet-keeper";

/**
 * Hourly rate limit of an installation, which grows with its number of repositories (see GitHub's documentation of rate
 * limits for GitHub Apps).
 */
function hourlyLimit(repositories: number): number {
  return Math.min(12_500, 5000 + 50 * Math.max(0, repositories - 20));
}

/**
 * Rotates a secret in every repository of many organizations with an app's credentials, like the example workflow: one
 * job for the matrix, concurrent jobs for the shards, and one that merges their reports.
 */
export async function runFleet(start: StartEmulator, organizations: number, repositories: number): Promise<FleetRun> {
  const logins = Array.from({ length: organizations }, (_, index) => `org-${index}`);
  const context = await startActionBench(start, createFleetSeed(logins, repositories));
  try {
    const inputs: StepInputs = {
      "app-id": CLIENT_ID,
      "private-key": await context.emulator.control.createAppKey(APP),
      task: "rotate-secrets",
      kind: "actions",
      secret: SECRET,
      value: "new",
      repositories: logins.map((login) => `${login}/*`).join(", "),
      since: new Date(context.clock.now()).toISOString(),
    };
    const { rows, matrix } = await context.createShards(inputs);
    const shards = await context.runConcurrently(
      rows.map(({ shard, share = "", installation }) => ({ ...inputs, mode: "apply", shard, share, installation })),
      hourlyLimit(repositories),
    );
    const rotated = context.emulator.control.secrets().filter(({ value }) => value === "new").length;
    const changes = organizations * repositories;
    if (rotated !== changes) throw new Error(`${rotated} secrets of ${changes} were rotated`);
    const writes = new Map<string, number>();
    for (const { method, path, status } of shards.flatMap(({ calls }) => calls)) {
      if (method === "PUT" && status < 300) writes.set(path, (writes.get(path) ?? 0) + 1);
    }
    return { matrix, rows, shards, merged: mergeShardReports(context, shards, rows), changes, writes };
  } finally {
    await context.stop();
  }
}

/** Merges the shards' reports from files, as the last job does. */
function mergeShardReports(context: ActionBench, shards: readonly ActionRun[], rows: readonly ShardRow[]): Report {
  const folder = mkdtempSync(join(tmpdir(), "forgehand-fleet-"));
  try {
    for (const { report } of shards) writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(report));
    return context.merge({ mode: "merge", reports: `${folder}/*.json`, shards: JSON.stringify({ include: rows }) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function createFleetSeed(logins: readonly string[], repositories: number): object {
  const names = Array.from({ length: repositories }, (_, index) => `widgets-${index}`);
  const old = { [SECRET]: { value: "old", created: "-400d", updated: "-100d" } };
  const all = logins.flatMap((login) => names.map((name) => [`${login}/${name}`, { actions_secrets: old }]));
  return {
    users: { alice: {} },
    organizations: Object.fromEntries(logins.map((login) => [login, { members: { alice: "owner" } }])),
    repositories: Object.fromEntries(all),
    apps: {
      [APP]: {
        owner: logins[0],
        client_id: CLIENT_ID,
        permissions: { metadata: "read", secrets: "write" },
        installations: Object.fromEntries(logins.map((login) => [login, {}])),
      },
    },
  };
}

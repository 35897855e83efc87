import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ShardRow } from "../../../action/src/fleet/create-shards.ts";
import type { Report } from "../../../action/src/report/report.ts";
import { type Measured, missing } from "./workloads.ts";
import { type Inputs, type Ran, type Start, startWorld, type World } from "./world.ts";

/** What a fleet came to. */
export interface FleetRun {
  /** The job that cuts the fleet into shards. */
  readonly matrix: Ran;
  readonly rows: readonly ShardRow[];
  readonly shards: readonly Ran[];
  /** The shards' reports as one. */
  readonly merged: Report;
  /** Changes that were to be made, each in a repository of its own. */
  readonly changes: number;
  /** How often each repository's secret was written. */
  readonly writes: ReadonlyMap<string, number>;
}

const SECRET = "DEPLOY_KEY";
const APP = "fleet-keeper";
const CLIENT_ID = "Iv1.fleet-keeper";

/** What an installation may call in an hour: it grows with its repositories and members (public documents). */
function hourlyOf(repositories: number): number {
  return Math.min(12_500, 5000 + 50 * Math.max(0, repositories - 20));
}

/**
 * Rotates a secret in every repository of many organizations that an app is installed for, as the example workflow does: a
 * job for the matrix, a job for each shard, all at the same time, and one that merges their reports.
 */
export async function runFleet(start: Start, organizations: number, repositories: number): Promise<FleetRun> {
  const logins = Array.from({ length: organizations }, (_, index) => `org-${index}`);
  const context = await startWorld(start, fleetOf(logins, repositories));
  try {
    const key = await context.emulator.control.createAppKey(APP);
    const inputs: Inputs = {
      ...{
        "app-id": CLIENT_ID,
        "private-key": key,
        task: "rotate-secrets",
        kind: "actions",
        secret: SECRET,
        value: "new",
      },
      ...{
        repositories: logins.map((login) => `${login}/*`).join(", "),
        since: new Date(context.time.now()).toISOString(),
      },
    };
    const { rows, ran: matrix } = await context.cut(inputs);
    const shards = await context.runTogether(
      rows.map(({ shard, share, installation }) => ({ ...inputs, mode: "apply", shard, share, installation })),
      hourlyOf(repositories),
    );
    const rotated = context.emulator.control.secrets().filter(({ value }) => value === "new").length;
    const changes = organizations * repositories;
    if (rotated !== changes) throw new Error(`${rotated} secrets of ${changes} were rotated`);
    return { matrix, rows, shards, merged: mergeIn(context, shards, rows), changes, writes: writesOf(shards) };
  } finally {
    await context.stop();
  }
}

/** Puts the shards' reports together as the last job does: from files. */
function mergeIn(context: World, shards: readonly Ran[], rows: readonly ShardRow[]): Report {
  const folder = mkdtempSync(join(tmpdir(), "forgehand-fleet-"));
  try {
    for (const { report } of shards) writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(report));
    return context.merge({
      ...{ mode: "merge", reports: `${folder}/*.json`, shards: JSON.stringify({ include: rows }) },
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writesOf(shards: readonly Ran[]): ReadonlyMap<string, number> {
  const writes = new Map<string, number>();
  for (const { method, path, status } of shards.flatMap(({ calls }) => calls)) {
    if (method === "PUT" && status < 300) writes.set(path, (writes.get(path) ?? 0) + 1);
  }
  return writes;
}

function fleetOf(logins: readonly string[], repositories: number): object {
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

/** Ten thousand repositories over forty organizations. */
export async function measureFleet(start: Start, organizations = 40, repositories = 250): Promise<readonly Measured[]> {
  const { matrix, shards, merged, changes } = await runFleet(start, organizations, repositories);
  const undone = shards.find((shard) => missing(shard, repositories) > 0);
  if (undone) throw new Error(`A shard did not do all that it was to do: ${undone.lines.at(-1)}`);
  const slowest = shards.reduce((a, b) => (b.seconds > a.seconds ? b : a));
  const name = `${changes.toLocaleString("en")} repositories of ${organizations} organizations`;
  const all: Ran = {
    ...slowest,
    report: merged,
    calls: shards.flatMap(({ calls }) => calls),
    refused: shards.reduce((sum, { refused }) => sum + refused, 0),
    memory: Math.max(...shards.map(({ memory }) => memory)),
  };
  return [
    { name: `${name}: the matrix`, ran: matrix, changes: 0 },
    { name, ran: all, changes },
  ];
}

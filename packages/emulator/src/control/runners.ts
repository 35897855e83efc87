import { stageOf } from "../deliveries/events/workflows.ts";
import type { NewRunner, RunnerControl } from "../public.ts";
import { RUNNER_VERSION } from "../runners/packages.ts";
import { findAccount } from "../state/accounts.ts";
import type { Database } from "../state/database.ts";
import { findRunnerGroupByName, organizationOwner } from "../state/runner-groups.ts";
import * as state from "../state/runners.ts";
import { lookForRunners, settleRuns } from "../state/workflow-machine.ts";
import { timestamp } from "../timestamp.ts";
import type { World } from "../world.ts";

/** What self-hosted runners do by themselves: the API only hears of it. */
export function createRunnerControl(world: World): RunnerControl {
  const { db, now } = world;
  const stage = stageOf(world);
  /** Runs stand where they are by now, and jobs that wait find what was changed. */
  function change<T>(work: () => T): T {
    settleRuns(stage, now());
    const result = db.transaction(work);
    lookForRunners(stage, now());
    return result;
  }

  const find = (organization: string, name: string): state.Runner => {
    const account = findAccount(db, organization);
    const runner = account && state.findRunnerByName(db, organizationOwner(account), name);
    if (!runner) throw new RangeError(`${organization} has no runner ${JSON.stringify(name)}.`);
    return runner;
  };

  return {
    register: (token, told) => change(() => register(db, token, told, timestamp(now()))),
    remove: (token, name) =>
      change(() => {
        const owner = organizationOwner({ id: redeem(db, token, "removal", timestamp(now())) });
        const runner = state.findRunnerByName(db, owner, name);
        if (!runner) throw new RangeError(`There is no runner ${JSON.stringify(name)}.`);
        if (runner.busy) throw new RangeError(`The runner ${JSON.stringify(name)} is at work.`);
        state.deleteRunner(db, runner.id);
      }),
    connect: (organization, name) =>
      change(() => {
        const runner = find(organization, name);
        state.connectRunner(db, runner.id, systemOf(runner), runner.version ?? RUNNER_VERSION);
      }),
    disconnect: (organization, name) => change(() => state.disconnectRunner(db, find(organization, name).id)),
  };
}

function register(db: Database, token: string, told: NewRunner, now: string): void {
  const { name, os = "linux", architecture = "x64", labels = [], group = "Default", ephemeral = false } = told;
  const owner = organizationOwner({ id: redeem(db, token, "registration", now) });
  const { id } = findRunnerGroupByName(db, owner, group) ?? {};
  if (id === undefined) throw new RangeError(`There is no runner group ${JSON.stringify(group)}.`);
  if (state.findRunnerByName(db, owner, name))
    throw new RangeError(`There is a runner ${JSON.stringify(name)} already.`);
  const runner = { group_id: id, name, os, status: "offline", ephemeral, version: RUNNER_VERSION } as const;
  state.createRunner(db, owner, runner, [state.SYSTEM_LABELS[os], architecture.toUpperCase(), ...labels]);
}

/** @returns the number of the organization that a token was made for */
function redeem(db: Database, token: string, purpose: state.RunnerTokenPurpose, now: string): number {
  const organization = state.redeemRunnerToken(db, purpose, token, now);
  if (organization === undefined) throw new RangeError(`That is no token for ${purpose}, or it has expired.`);
  return organization;
}

/** Where a runner turns out to run: what its labels say, if it was not known before. */
function systemOf({ os, labels }: state.Runner): string {
  if (os !== "unknown") return os;
  const said = labels.map(({ name }) => name.toLowerCase());
  return ["linux", "macos", "windows"].find((system) => said.includes(system)) ?? "linux";
}

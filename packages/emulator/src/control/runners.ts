import { engineContextFor } from "../deliveries/events/workflows.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import type { RunnerControl, RunnerToRegister } from "../public.ts";
import { RUNNER_VERSION } from "../runners/runner-packages.ts";
import { accounts } from "../state/accounts.ts";
import type { Database } from "../state/database.ts";
import { organizationOwner, runnerGroups } from "../state/runner-groups.ts";
import * as state from "../state/runners.ts";
import { advanceRuns, retryQueuedJobs } from "../state/workflow-engine.ts";
import { timestamp } from "../timestamp.ts";

/** Creates the controls of self-hosted runners. */
export function createRunnerControl(context: EmulatorContext): RunnerControl {
  const { db, now } = context;
  const engineContext = engineContextFor(context);
  /** Brings runs up to date before the change, and assigns waiting jobs after it. */
  function change<T>(work: () => T): T {
    advanceRuns(engineContext, now());
    const result = db.transaction(work);
    retryQueuedJobs(engineContext, now());
    return result;
  }

  const requireRunner = (organization: string, name: string): state.Runner => {
    const account = accounts.find(db, { login: organization });
    const runner = account && state.findRunnerByName(db, organizationOwner(account), name);
    if (!runner) throw new RangeError(`${organization} has no runner ${JSON.stringify(name)}.`);
    return runner;
  };

  return {
    register: (token, runnerToRegister) => change(() => register(db, token, runnerToRegister, timestamp(now()))),
    remove: (token, name) =>
      change(() => {
        const owner = organizationOwner({ id: redeem(db, token, "removal", timestamp(now())) });
        const runner = state.findRunnerByName(db, owner, name);
        if (!runner) throw new RangeError(`There is no runner ${JSON.stringify(name)}.`);
        if (runner.busy) throw new RangeError(`The runner ${JSON.stringify(name)} is busy.`);
        state.runners.delete(db, { id: runner.id });
      }),
    connect: (organization, name) =>
      change(() => {
        const runner = requireRunner(organization, name);
        state.runners.update(
          db,
          { id: runner.id },
          { status: "online", os: systemOf(runner), version: runner.version ?? RUNNER_VERSION },
        );
      }),
    disconnect: (organization, name) =>
      change(() => state.runners.update(db, { id: requireRunner(organization, name).id }, { status: "offline" })),
  };
}

function register(db: Database, token: string, runnerToRegister: RunnerToRegister, now: string): void {
  const {
    name,
    os = "linux",
    architecture = "x64",
    labels = [],
    group = "Default",
    ephemeral = false,
  } = runnerToRegister;
  const owner = organizationOwner({ id: redeem(db, token, "registration", now) });
  const { id } = runnerGroups.find(db, { ...owner, name: group }) ?? {};
  if (id === undefined) throw new RangeError(`There is no runner group ${JSON.stringify(group)}.`);
  if (state.findRunnerByName(db, owner, name))
    throw new RangeError(`The runner ${JSON.stringify(name)} already exists.`);
  const runner = { group_id: id, name, os, status: "offline", ephemeral, version: RUNNER_VERSION } as const;
  state.createRunner(db, owner, runner, [state.SYSTEM_LABELS[os], architecture.toUpperCase(), ...labels]);
}

/** @returns the ID of the organization that the token was created for */
function redeem(db: Database, token: string, purpose: state.RunnerTokenPurpose, now: string): number {
  const organization = state.organizationOfRunnerToken(db, purpose, token, now);
  if (organization === undefined) throw new RangeError(`The token must be a ${purpose} token that has not expired.`);
  return organization;
}

/** Returns the runner's operating system, taken from its labels if it isn't known yet. */
function systemOf({ os, labels }: state.Runner): string {
  if (os !== "unknown") return os;
  const labelNames = labels.map(({ name }) => name.toLowerCase());
  return ["linux", "macos", "windows"].find((system) => labelNames.includes(system)) ?? "linux";
}

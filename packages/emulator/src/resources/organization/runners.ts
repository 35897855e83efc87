import {
  addRunnerLabels,
  createJitRunner,
  createRunnerRegistrationToken,
  createRunnerRemoveToken,
  deleteRunner,
  getRunner,
  listRunnerDownloads,
  listRunnerLabels,
  listRunners,
  removeRunnerLabel,
  removeRunnerLabels,
  setRunnerLabels,
} from "@forgehand/core/operations";
import { listed, onOrganization } from "../../http/call.ts";
import { conflict, invalid, notFound, Refusal } from "../../http/refusal.ts";
import { renderLabels, renderRunner } from "../../objects/runner.ts";
import { createKey, jitConfig } from "../../runners/jit-config.ts";
import { RUNNER_PACKAGES, renderPackage } from "../../runners/packages.ts";
import type { Account } from "../../state/accounts.ts";
import type { Database } from "../../state/database.ts";
import { findRunnerGroupOf, organizationOwner } from "../../state/runner-groups.ts";
import * as state from "../../state/runners.ts";
import { timestamp } from "../../timestamp.ts";
import type { World } from "../../world.ts";
import { settled } from "../families/settled.ts";

const LONGEST_NAME = 64;
const LONGEST_LABEL = 256;

export const runners = settled([
  onOrganization(listRunners, ({ name }, call) => {
    const { world, organization, window } = call;
    const part = state.runnersOf(world.db, organizationOwner(organization), name, window);
    return { total_count: part.total, runners: listed(call, part, renderRunner) };
  }),

  onOrganization(listRunnerDownloads, (_input, { world }) => RUNNER_PACKAGES.map((told) => renderPackage(world, told))),

  onOrganization(createJitRunner, async (input, { world, organization }) => {
    const { name } = input;
    if (name.trim() === "" || name.length > LONGEST_NAME) {
      throw invalid("name", `a name has 1 to ${LONGEST_NAME} characters`);
    }
    checkLabels(input.labels);
    const { db } = world;
    const owner = organizationOwner(organization);
    // It takes its time: whatever is looked at before may be another by then, and a runner without one is nobody's.
    const key = await createKey();
    const group = findRunnerGroupOf(db, organization, input.runner_group_id);
    if (!group) throw notFound();
    if (group.enterprise_id !== null) {
      throw invalid("runner_group_id", "the group is inherited from the enterprise, which puts runners into it");
    }
    if (state.findRunnerByName(db, owner, name)) {
      throw conflict(`Already exists - A runner with the name ${name} already exists.`);
    }
    const told = {
      group_id: group.id,
      name,
      os: "unknown",
      status: "offline",
      ephemeral: true,
      version: null,
    } as const;
    const runner = db.transaction(() => state.createRunner(db, owner, told, input.labels));
    const workFolder = input.work_folder ?? "_work";
    const config = jitConfig(world, { organization, runner, group, workFolder, key });
    return { runner: renderRunner(runner), encoded_jit_config: config };
  }),

  onOrganization(createRunnerRegistrationToken, (_input, { world, organization }) =>
    giveToken(world, organization, "registration"),
  ),

  onOrganization(createRunnerRemoveToken, (_input, { world, organization }) =>
    giveToken(world, organization, "removal"),
  ),

  onOrganization(getRunner, ({ runner_id }, { world, organization }) =>
    renderRunner(ownRunner(world.db, organization, runner_id)),
  ),

  onOrganization(deleteRunner, ({ runner_id }, { world, organization }) => {
    const runner = ownRunner(world.db, organization, runner_id);
    if (runner.busy)
      throw new Refusal(422, `Runner "${runner.name}" is currently running a job and cannot be deleted.`);
    state.deleteRunner(world.db, runner.id);
    return undefined;
  }),

  onOrganization(listRunnerLabels, ({ runner_id }, { world, organization }) =>
    renderLabels(ownRunner(world.db, organization, runner_id)),
  ),

  onOrganization(addRunnerLabels, ({ runner_id, labels }, { world, organization }) => {
    const runner = ownRunner(world.db, organization, runner_id);
    checkLabels(labels);
    return renderLabels(state.addLabels(world.db, runner.id, labels));
  }),

  onOrganization(setRunnerLabels, ({ runner_id, labels }, { world, organization }) => {
    const runner = ownRunner(world.db, organization, runner_id);
    checkLabels(labels);
    return renderLabels(state.setLabels(world.db, runner.id, labels));
  }),

  onOrganization(removeRunnerLabels, ({ runner_id }, { world, organization }) =>
    renderLabels(state.setLabels(world.db, ownRunner(world.db, organization, runner_id).id, [])),
  ),

  onOrganization(removeRunnerLabel, ({ runner_id, name }, { world, organization }) => {
    const runner = ownRunner(world.db, organization, runner_id);
    const label = runner.labels.find((own) => own.name.toLowerCase() === name.toLowerCase());
    if (!label) throw notFound();
    if (label.type === "read-only") throw invalid("name", `the label ${label.name} is read-only`);
    return renderLabels(state.removeLabel(world.db, runner.id, label.id));
  }),
]);

/** @throws Refusal 404 where the organization has no such runner of its own */
function ownRunner(db: Database, organization: Account, id: number): state.Runner {
  const runner = state.findRunner(db, organizationOwner(organization), id);
  if (!runner) throw notFound();
  return runner;
}

function checkLabels(labels: readonly string[]): void {
  for (const label of labels) {
    if (label.trim() === "" || label.length > LONGEST_LABEL) {
      throw invalid("labels", `a label has 1 to ${LONGEST_LABEL} characters`);
    }
  }
}

/** A token that adds runners or removes them, for an hour (document 2). */
function giveToken({ db, now }: World, organization: Account, purpose: state.RunnerTokenPurpose) {
  const expires_at = timestamp(new Date(now().getTime() + state.RUNNER_TOKEN_LIFETIME * 1000));
  return { token: state.createRunnerToken(db, organization.id, purpose, expires_at), expires_at };
}

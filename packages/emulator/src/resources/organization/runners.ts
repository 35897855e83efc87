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
import type { EmulatorContext } from "../../emulator-context.ts";
import { organizationHandler, renderPage } from "../../http/handler.ts";
import { conflict, HttpError, invalid, requireFound } from "../../http-error.ts";
import { renderLabels, renderRunner } from "../../objects/runner.ts";
import { createRunnerKey, encodeJitConfig } from "../../runners/jit-config.ts";
import { RUNNER_PACKAGES, renderRunnerPackage } from "../../runners/runner-packages.ts";
import type { Account } from "../../state/accounts.ts";
import type { Database } from "../../state/database.ts";
import { findAvailableRunnerGroup, organizationOwner } from "../../state/runner-groups.ts";
import * as state from "../../state/runners.ts";
import { timestamp } from "../../timestamp.ts";
import { withSettledRuns } from "../shared/with-settled-runs.ts";

const MAX_NAME_LENGTH = 64;
const MAX_LABEL_LENGTH = 256;

export const runners = withSettledRuns([
  organizationHandler(listRunners, ({ name }, call) => {
    const { context, organization, page } = call;
    const rowPage = state.runnersOf(context.db, organizationOwner(organization), name, page);
    return { total_count: rowPage.total, runners: renderPage(call, rowPage, renderRunner) };
  }),

  organizationHandler(listRunnerDownloads, (_input, { context }) =>
    RUNNER_PACKAGES.map((details) => renderRunnerPackage(context, details)),
  ),

  organizationHandler(createJitRunner, async (input, { context, organization }) => {
    const { name } = input;
    if (name.trim() === "" || name.length > MAX_NAME_LENGTH) {
      throw invalid("name", `name must have 1 to ${MAX_NAME_LENGTH} characters`);
    }
    checkLabels(input.labels);
    const { db } = context;
    const owner = organizationOwner(organization);
    // Creating the key is asynchronous, so the group and the name are only checked afterwards.
    const key = await createRunnerKey();
    const group = requireFound(findAvailableRunnerGroup(db, organization, input.runner_group_id));
    if (group.enterprise_id !== null) {
      throw invalid("runner_group_id", "runners can't be added to a group that is inherited from the enterprise");
    }
    if (state.findRunnerByName(db, owner, name)) {
      throw conflict(`Already exists - A runner with the name ${name} already exists.`);
    }
    const details = {
      group_id: group.id,
      name,
      os: "unknown",
      status: "offline",
      ephemeral: true,
      version: null,
    } as const;
    const runner = db.transaction(() => state.createRunner(db, owner, details, input.labels));
    const workFolder = input.work_folder ?? "_work";
    const config = encodeJitConfig(context, { organization, runner, group, workFolder, key });
    return { runner: renderRunner(runner), encoded_jit_config: config };
  }),

  organizationHandler(createRunnerRegistrationToken, (_input, { context, organization }) =>
    issueToken(context, organization, "registration"),
  ),

  organizationHandler(createRunnerRemoveToken, (_input, { context, organization }) =>
    issueToken(context, organization, "removal"),
  ),

  organizationHandler(getRunner, ({ runner_id }, { context, organization }) =>
    renderRunner(requireRunner(context.db, organization, runner_id)),
  ),

  organizationHandler(deleteRunner, ({ runner_id }, { context, organization }) => {
    const runner = requireRunner(context.db, organization, runner_id);
    if (runner.busy)
      throw new HttpError(422, `Runner "${runner.name}" is currently running a job and cannot be deleted.`);
    state.runners.delete(context.db, { id: runner.id });
  }),

  organizationHandler(listRunnerLabels, ({ runner_id }, { context, organization }) =>
    renderLabels(requireRunner(context.db, organization, runner_id)),
  ),

  organizationHandler(addRunnerLabels, ({ runner_id, labels }, { context, organization }) => {
    const runner = requireRunner(context.db, organization, runner_id);
    checkLabels(labels);
    return renderLabels(state.addLabels(context.db, runner.id, labels));
  }),

  organizationHandler(setRunnerLabels, ({ runner_id, labels }, { context, organization }) => {
    const runner = requireRunner(context.db, organization, runner_id);
    checkLabels(labels);
    return renderLabels(state.setLabels(context.db, runner.id, labels));
  }),

  organizationHandler(removeRunnerLabels, ({ runner_id }, { context, organization }) =>
    renderLabels(state.setLabels(context.db, requireRunner(context.db, organization, runner_id).id, [])),
  ),

  organizationHandler(removeRunnerLabel, ({ runner_id, name }, { context, organization }) => {
    const runner = requireRunner(context.db, organization, runner_id);
    const label = requireFound(runner.labels.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase()));
    if (label.type === "read-only") throw invalid("name", `the label ${label.name} is read-only`);
    return renderLabels(state.removeLabel(context.db, runner.id, label.id));
  }),
]);

/** @throws HttpError 404 if the organization doesn't own the runner */
function requireRunner(db: Database, organization: Account, id: number): state.Runner {
  return requireFound(state.findRunner(db, organizationOwner(organization), id));
}

function checkLabels(labels: readonly string[]): void {
  for (const label of labels) {
    if (label.trim() === "" || label.length > MAX_LABEL_LENGTH) {
      throw invalid("labels", `each label must have 1 to ${MAX_LABEL_LENGTH} characters`);
    }
  }
}

/** Issues a token that registers or removes runners and is valid for an hour. */
function issueToken({ db, now }: EmulatorContext, organization: Account, purpose: state.RunnerTokenPurpose) {
  const expires_at = timestamp(new Date(now().getTime() + state.RUNNER_TOKEN_LIFETIME * 1000));
  return { token: state.createRunnerToken(db, organization.id, purpose, expires_at), expires_at };
}

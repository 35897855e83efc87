import * as z from "zod/mini";
import { RUNNER_VERSION } from "../../runners/runner-packages.ts";
import type { Account } from "../../state/accounts.ts";
import { type Enterprise, organizationIdsOf } from "../../state/enterprises.ts";
import * as groups from "../../state/runner-groups.ts";
import { createRunner, SYSTEM_LABELS } from "../../state/runners.ts";
import { assignRunner } from "../../state/workflow-jobs.ts";
import { recordSection } from "../define-section.ts";
import { names } from "../fields.ts";
import type { SeedContext } from "../seed-context.ts";
import { SeedError } from "../seed-error.ts";

const Runner = z.strictObject({
  os: z._default(z.enum(["linux", "macos", "windows"]), "linux"),
  architecture: z._default(z.enum(["x64", "arm", "arm64"]), "x64"),
  status: z._default(z.enum(["online", "offline"]), "online"),
  /** Name of its group; `Default` if omitted. */
  group: z.optional(z.string()),
  labels: names(),
  ephemeral: z._default(z.boolean(), false),
  version: z._default(z.string(), RUNNER_VERSION),
});

/** Inserts a runner, which gets the jobs that its name has in runs of these accounts' repositories. */
function insertRunner(
  { db }: SeedContext,
  owner: groups.RunnerOwner,
  name: string,
  { group: groupName, architecture, labels, ...input }: z.output<typeof Runner>,
  accountIds: readonly number[],
): void {
  const group = groups.runnerGroups.find(db, { ...owner, name: groupName ?? "Default" });
  if (!group) throw new SeedError(["group"], `must name an existing runner group, got ${JSON.stringify(groupName)}`);
  const allLabels = [SYSTEM_LABELS[input.os], architecture.toUpperCase(), ...labels];
  const { id } = createRunner(db, owner, { ...input, name, group_id: group.id }, allLabels);
  const runner = { runner_id: id, runner_name: name, runner_group_id: group.id, runner_group_name: group.name };
  for (const accountId of accountIds) assignRunner(db, accountId, runner);
}

/** Inserts an organization's self-hosted runners, by name. */
export const organizationRunners = recordSection(Runner, (context, organization: Account, name, input) =>
  insertRunner(context, groups.organizationOwner(organization), name, input, [organization.id]),
);

/** Inserts an enterprise's self-hosted runners, by name. */
export const enterpriseRunners = recordSection(Runner, (context, enterprise: Enterprise, name, input) => {
  const organizations = organizationIdsOf(context.db, enterprise.id);
  insertRunner(context, groups.enterpriseOwner(enterprise), name, input, organizations);
});

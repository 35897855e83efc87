import * as z from "zod/mini";
import { RUNNER_VERSION } from "../../runners/packages.ts";
import type { Account } from "../../state/accounts.ts";
import { type Enterprise, organizationIdsOf } from "../../state/enterprises.ts";
import * as groups from "../../state/runner-groups.ts";
import { createRunner, SYSTEM_LABELS } from "../../state/runners.ts";
import { giveRunner } from "../../state/workflow-jobs.ts";
import { names } from "../fields.ts";
import type { Planting } from "../planting.ts";
import { type SeedPath, SeedProblem } from "../problem.ts";
import { section } from "../section.ts";

const Runner = z.strictObject({
  os: z._default(z.enum(["linux", "macos", "windows"]), "linux"),
  architecture: z._default(z.enum(["x64", "arm", "arm64"]), "x64"),
  status: z._default(z.enum(["online", "offline"]), "online"),
  /** The name of its group; `Default` where it says none. */
  group: z.optional(z.string()),
  labels: names(),
  ephemeral: z._default(z.boolean(), false),
  version: z._default(z.string(), RUNNER_VERSION),
});

function plantRunners(
  { db }: Planting,
  owner: groups.RunnerOwner,
  runners: Readonly<Record<string, z.output<typeof Runner>>>,
  path: SeedPath,
  accountIds: readonly number[],
): void {
  for (const [name, { group: groupName, architecture, labels, ...told }] of Object.entries(runners)) {
    const group = groups.findRunnerGroupByName(db, owner, groupName ?? "Default");
    if (!group)
      throw new SeedProblem([...path, name, "group"], `there is no runner group ${JSON.stringify(groupName)}`);
    const own = [SYSTEM_LABELS[told.os], architecture.toUpperCase(), ...labels];
    const { id } = createRunner(db, owner, { ...told, name, group_id: group.id }, own);
    const runner = { runner_id: id, runner_name: name, runner_group_id: group.id, runner_group_name: group.name };
    for (const accountId of accountIds) giveRunner(db, accountId, runner);
  }
}

/** An organization's self-hosted runners, by their names. */
export const organizationRunners = section(
  z.record(z.string(), Runner),
  (planting, organization: Account, runners, path) => {
    plantRunners(planting, groups.organizationOwner(organization), runners, path, [organization.id]);
  },
);

/** An enterprise's self-hosted runners, by their names. */
export const enterpriseRunners = section(
  z.record(z.string(), Runner),
  (planting, enterprise: Enterprise, runners, path) => {
    const organizations = organizationIdsOf(planting.db, enterprise.id);
    plantRunners(planting, groups.enterpriseOwner(enterprise), runners, path, organizations);
  },
);

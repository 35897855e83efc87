import * as z from "zod/mini";
import { MACHINE_SIZES, MAX_PUBLIC_IPS, RUNNER_IMAGES } from "../../runners/hosted-runner-options.ts";
import type { Account } from "../../state/accounts.ts";
import * as state from "../../state/hosted-runners.ts";
import { organizationOwner, runnerGroups } from "../../state/runner-groups.ts";
import { recordSection } from "../define-section.ts";
import { SeedError } from "../seed-error.ts";
import { SeedTime } from "../time.ts";

const HostedRunner = z.strictObject({
  /** Ids of an offered image and machine size. */
  image: z._default(z.enum(RUNNER_IMAGES.map(({ id }) => id)), "ubuntu-latest"),
  size: z._default(z.enum(MACHINE_SIZES.map(({ id }) => id)), "4-core"),
  /** Name of its group; `Default` if omitted. */
  group: z.optional(z.string()),
  maximum_runners: z._default(z.int().check(z.gte(1), z.lte(1000)), 10),
  public_ip: z._default(z.boolean(), false),
  image_gen: z._default(z.boolean(), false),
  status: z._default(state.HostedRunnerCondition, "Ready"),
  last_active: z.optional(SeedTime),
});

/** Inserts an organization's GitHub-hosted runners, by name. */
export const hostedRunners = recordSection(
  HostedRunner,
  ({ db, ...context }, organization: Account, name, input) => {
    const organization_id = organization.id;
    const group = runnerGroups.find(db, { ...organizationOwner(organization), name: input.group ?? "Default" });
    if (!group) throw new SeedError(["group"], `must name an existing runner group, got ${input.group}`);
    context.assertUnused(state.hostedRunners.find(db, { organization_id, name }));
    const { image, size, maximum_runners: maximum, public_ip, image_gen } = input;
    if (public_ip && state.hostedRunners.count(db, { organization_id, public_ip }) >= MAX_PUBLIC_IPS) {
      const limit = `${MAX_PUBLIC_IPS} public IPs per organization`;
      throw new SeedError(["public_ip"], `must not exceed the limit of ${limit}`);
    }
    const settings = { name, group_id: group.id, image, size, maximum, public_ip, image_gen };
    state.insertHostedRunner(db, organization_id, settings, {
      condition: input.status,
      ready_at: context.toTimestamp(undefined),
      last_active_on: context.timeOrNull(input.last_active),
    });
  },
  z.string().check(z.regex(/^[A-Za-z0-9._-]{1,64}$/, "must have 1 to 64 letters, digits, '.', '-' and '_'")),
);

import * as z from "zod/mini";
import { MACHINE_SIZES, MAX_PUBLIC_IPS, RUNNER_IMAGES } from "../../runners/hosted-runner-options.ts";
import type { Account } from "../../state/accounts.ts";
import * as state from "../../state/hosted-runners.ts";
import { organizationOwner, runnerGroups } from "../../state/runner-groups.ts";
import { defineSection } from "../define-section.ts";
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
export const hostedRunners = defineSection(
  z.record(
    z.string().check(z.regex(/^[A-Za-z0-9._-]{1,64}$/, "must have 1 to 64 letters, digits, '.', '-' and '_'")),
    HostedRunner,
  ),
  (context, organization: Account, runners, path) => {
    const owner = organizationOwner(organization);
    for (const [name, input] of Object.entries(runners)) {
      const group = runnerGroups.find(context.db, { ...owner, name: input.group ?? "Default" });
      if (!group)
        throw new SeedError([...path, name, "group"], `must name an existing runner group, got ${input.group}`);
      context.assertUnused(state.hostedRunners.find(context.db, { organization_id: organization.id, name }), [
        ...path,
        name,
      ]);
      if (
        input.public_ip &&
        state.hostedRunners.count(context.db, { organization_id: organization.id, public_ip: true }) >= MAX_PUBLIC_IPS
      ) {
        throw new SeedError(
          [...path, name, "public_ip"],
          `must not exceed the limit of ${MAX_PUBLIC_IPS} public IPs per organization`,
        );
      }
      const { image, size, maximum_runners: maximum, public_ip, image_gen } = input;
      const settings = { name, group_id: group.id, image, size, maximum, public_ip, image_gen };
      state.insertHostedRunner(context.db, organization.id, settings, {
        condition: input.status,
        ready_at: context.toTimestamp(undefined),
        last_active_on: input.last_active === undefined ? null : context.toTimestamp(input.last_active),
      });
    }
  },
);

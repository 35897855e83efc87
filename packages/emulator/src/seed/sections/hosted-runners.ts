import * as z from "zod/mini";
import { IMAGES, MACHINES, MOST_PUBLIC_IPS } from "../../runners/hosted.ts";
import type { Account } from "../../state/accounts.ts";
import {
  countPublicIps,
  findHostedRunnerByName,
  HostedRunnerCondition,
  plantHostedRunner,
} from "../../state/hosted-runners.ts";
import { findRunnerGroupByName, organizationOwner } from "../../state/runner-groups.ts";
import { SeedProblem } from "../problem.ts";
import { section } from "../section.ts";
import { SeedTime } from "../time.ts";

const HostedRunner = z.strictObject({
  /** The ids of an image and of a machine that the service offers. */
  image: z._default(z.enum(IMAGES.map(({ id }) => id)), "ubuntu-latest"),
  size: z._default(z.enum(MACHINES.map(({ id }) => id)), "4-core"),
  /** The name of its group; `Default` where it says none. */
  group: z.optional(z.string()),
  maximum_runners: z._default(z.int().check(z.gte(1), z.lte(1000)), 10),
  public_ip: z._default(z.boolean(), false),
  image_gen: z._default(z.boolean(), false),
  status: z._default(HostedRunnerCondition, "Ready"),
  last_active: z.optional(SeedTime),
});

/** The runners that the service hosts for an organization, by their names. */
export const hostedRunners = section(
  z.record(
    z
      .string()
      .check(
        z.regex(
          /^[A-Za-z0-9._-]{1,64}$/,
          "no name of a hosted runner: it has 1 to 64 letters, digits, '.', '-' and '_'",
        ),
      ),
    HostedRunner,
  ),
  (planting, organization: Account, runners, path) => {
    const owner = organizationOwner(organization);
    for (const [name, told] of Object.entries(runners)) {
      const group = findRunnerGroupByName(planting.db, owner, told.group ?? "Default");
      if (!group) throw new SeedProblem([...path, name, "group"], `there is no runner group ${told.group}`);
      planting.free(findHostedRunnerByName(planting.db, organization.id, name), [...path, name]);
      if (told.public_ip && countPublicIps(planting.db, organization.id) >= MOST_PUBLIC_IPS) {
        throw new SeedProblem(
          [...path, name, "public_ip"],
          `an organization has ${MOST_PUBLIC_IPS} public IPs at most`,
        );
      }
      const { image, size, maximum_runners: maximum, public_ip, image_gen } = told;
      const terms = { name, group_id: group.id, image, size, maximum, public_ip, image_gen };
      plantHostedRunner(planting.db, organization.id, terms, {
        condition: told.status,
        ready_at: planting.at(undefined),
        last_active_on: told.last_active === undefined ? null : planting.at(told.last_active),
      });
    }
  },
);

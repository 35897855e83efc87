import { renderAdvisory } from "../../objects/advisory.ts";
import type { Account } from "../../state/accounts.ts";
import type { Advisory } from "../../state/advisories.ts";
import type { Repository } from "../../state/repositories.ts";
import type { Event, World } from "../../world.ts";
import { commonPayload } from "./payload.ts";

/** A security advisory of a repository was published (public description: repository_advisory). */
export function advisoryPublishedEvent(
  world: World,
  repository: Repository,
  advisory: Advisory,
  sender: Account,
): Event {
  const action = "published";
  return {
    ...{ name: "repository_advisory", action },
    get payload() {
      const told = { action, repository_advisory: renderAdvisory(world, advisory) };
      return { ...told, ...commonPayload(world, repository, sender) };
    },
  };
}

import type { Account } from "../../state/accounts.ts";
import type { Repository } from "../../state/repositories.ts";
import { timestamp } from "../../timestamp.ts";
import type { Event, World } from "../../world.ts";
import { commonPayload } from "./payload.ts";

/** A star was given or taken back. */
export function starEvent(world: World, repository: Repository, sender: Account, action: "created" | "deleted"): Event {
  const starred_at = action === "created" ? timestamp(world.now()) : null;
  return {
    ...{ name: "star", action },
    // Put together where a webhook listens, and nowhere else.
    get payload() {
      return { action, starred_at, ...commonPayload(world, repository, sender) };
    },
  };
}

/** Sent beside the star event for every new star (public documents: `watch` means starring). */
export function watchEvent(world: World, repository: Repository, sender: Account): Event {
  const action = "started";
  return {
    ...{ name: "watch", action },
    get payload() {
      return { action, ...commonPayload(world, repository, sender) };
    },
  };
}

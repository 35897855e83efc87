import type { Account } from "../../state/accounts.ts";
import type { Repository } from "../../state/repositories.ts";
import type { Event, World } from "../../world.ts";
import { commonPayload } from "./payload.ts";

/** A source import ended (document 1, Event catalogue; its name and its words: public description). */
export function importEvent(
  world: World,
  repository: Repository,
  sender: Account,
  status: "success" | "failure" | "cancelled",
): Event {
  return {
    ...{ name: "repository_import", action: null },
    get payload() {
      return { status, ...commonPayload(world, repository, sender) };
    },
  };
}

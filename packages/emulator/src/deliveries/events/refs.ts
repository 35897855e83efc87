import type { Account } from "../../state/accounts.ts";
import type { Repository } from "../../state/repositories.ts";
import type { Event, World } from "../../world.ts";
import { commonPayload } from "./payload.ts";
import { type Push, pushEvent } from "./push.ts";

/** Of more of them, pushed at once, nothing is told (public documents: push, create). */
const MOST_BRANCHES = 5000;
const MOST_TAGS = 3;

/** Branches and tags were pushed, all at once: those that are new have come to be, too. */
export function refEvents(world: World, repository: Repository, sender: Account, pushes: readonly Push[]): Event[] {
  const branches = pushes.filter(({ ref }) => ref.startsWith("refs/heads/"));
  const tags = pushes.filter(({ ref }) => ref.startsWith("refs/tags/"));
  const told = [...(branches.length > MOST_BRANCHES ? [] : branches), ...(tags.length > MOST_TAGS ? [] : tags)];
  return told.flatMap((push) => [
    ...(push.before === undefined ? [createEvent(world, repository, sender, push.ref)] : []),
    pushEvent(world, repository, sender, push),
  ]);
}

/** A branch or a tag has come to be (public description: create). */
function createEvent(world: World, repository: Repository, sender: Account, fullRef: string): Event {
  const [, kind, ref = ""] = /^refs\/(heads|tags)\/(.*)$/.exec(fullRef) ?? [];
  return {
    ...{ name: "create", action: null },
    get payload() {
      const { default_branch: master_branch, description } = repository;
      return {
        ...{ ref, ref_type: kind === "tags" ? "tag" : "branch", master_branch, description, pusher_type: "user" },
        ...commonPayload(world, repository, sender),
      };
    },
  };
}

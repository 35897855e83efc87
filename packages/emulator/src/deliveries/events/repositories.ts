import { isDeepStrictEqual } from "node:util";
import { NOBODY } from "../../callers/caller.ts";
import { renderFullRepository, securityOf } from "../../objects/repository.ts";
import type { Account } from "../../state/accounts.ts";
import type { Repository } from "../../state/repositories.ts";
import type { Event, World } from "../../world.ts";
import { commonPayload } from "./payload.ts";

/** A repository's owner or people with rights to it changed what it is (public description: repository). */
function repositoryEvent(
  world: World,
  repository: Repository,
  sender: Account,
  action: string,
  changes?: object,
): Event {
  const told = changes ? { changes } : {};
  return {
    ...{ name: "repository", action },
    get payload() {
      return { action, ...told, ...commonPayload(world, repository, sender) };
    },
  };
}

/** What a change of a repository's settings tells, each kind of change by itself. */
export function changeEvents(world: World, before: Repository, after: Repository, sender: Account): Event[] {
  const event = (action: string, changes?: object) => repositoryEvent(world, after, sender, action, changes);
  const edited = Object.fromEntries(
    (["description", "homepage", "default_branch"] as const)
      .filter((field) => before[field] !== after[field])
      .map((field) => [field, { from: before[field] }]),
  );
  return [
    ...(before.name === after.name ? [] : [event("renamed", { repository: { name: { from: before.name } } })]),
    ...(Object.keys(edited).length > 0 ? [event("edited", edited)] : []),
    ...(before.archived === after.archived ? [] : [event(after.archived ? "archived" : "unarchived")]),
    ...(before.private === after.private ? [] : [event(after.private ? "privatized" : "publicized")]),
    ...(before.private && !after.private ? [publicEvent(world, after, sender)] : []),
    ...securityEvents(world, before, after, sender),
  ];
}

/** Sent beside, when everybody may see it from now on (public description: public). */
function publicEvent(world: World, repository: Repository, sender: Account): Event {
  return { name: "public", action: null, payload: commonPayload(world, repository, sender) };
}

/** Security features were switched (public description: security_and_analysis). */
function securityEvents(world: World, before: Repository, after: Repository, sender: Account): Event[] {
  const [old, now] = [securityOf(before), securityOf(after)];
  if (isDeepStrictEqual(old, now)) return [];
  return [
    {
      ...{ name: "security_and_analysis", action: null },
      get payload() {
        const repository = renderFullRepository(world, after, NOBODY);
        return {
          changes: { from: { security_and_analysis: old } },
          ...commonPayload(world, after, sender),
          repository,
        };
      },
    },
  ];
}

/** Tells that a repository goes, while it is still there to be described. */
export function deletionEvent(world: World, repository: Repository, sender: Account): Event {
  return repositoryEvent(world, repository, sender, "deleted");
}

import { NOBODY } from "../../callers/caller.ts";
import { renderIssue } from "../../objects/issue.ts";
import { renderRepository } from "../../objects/repository.ts";
import type { Account } from "../../state/accounts.ts";
import type { Issue } from "../../state/issues.ts";
import type { Repository } from "../../state/repositories.ts";
import type { Event, World } from "../../world.ts";
import { commonPayload } from "./payload.ts";

/** An issue, and where it is. */
export interface PlacedIssue {
  readonly repository: Repository;
  readonly issue: Issue;
}

/** Whoever sets up webhooks is an insider, and told what members may see. */
export const INSIDER = { isMember: true };

/** Something happened to an issue (public description). @param beside what the action has beside what every event has */
export function issueEvent(
  world: World,
  { repository, issue }: PlacedIssue,
  sender: Account,
  action: string,
  beside: () => object = () => ({}),
): Event {
  return {
    ...{ name: "issues", action },
    get payload() {
      const told = renderIssue(world, repository, issue, INSIDER);
      return { action, issue: told, ...beside(), ...commonPayload(world, repository, sender) };
    },
  };
}

/** An issue was transferred: what its old repository is told, and its new one (public description: transferred, opened). */
export function transferEvents(world: World, from: PlacedIssue, to: PlacedIssue, sender: Account) {
  const parts = (place: PlacedIssue) => ({
    issue: renderIssue(world, place.repository, place.issue, INSIDER),
    repository: renderRepository(world, place.repository, NOBODY),
  });
  return {
    from: issueEvent(world, from, sender, "transferred", () => {
      const { issue, repository } = parts(to);
      return { changes: { new_issue: issue, new_repository: repository } };
    }),
    to: issueEvent(world, to, sender, "opened", () => {
      const { issue, repository } = parts(from);
      return { changes: { old_issue: issue, old_repository: repository } };
    }),
  };
}

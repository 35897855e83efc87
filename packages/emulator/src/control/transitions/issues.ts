import { issueEvent, transferEvents } from "../../deliveries/events/issues.ts";
import type { IssueTransition } from "../../public.ts";
import type { Account } from "../../state/accounts.ts";
import * as states from "../../state/issue-states.ts";
import { findIssue, type Issue, isPullRequest } from "../../state/issues.ts";
import { fullNameOf, type Repository } from "../../state/repositories.ts";
import { timestamp } from "../../timestamp.ts";
import type { World } from "../../world.ts";
import { doerAt, livelyRepository } from "../named.ts";

/** An issue is closed, opened again, deleted, or moves to another repository. @throws RangeError on what may not be */
export function changeIssue(world: World, told: IssueTransition): void {
  const { db, deliveries } = world;
  const repository = livelyRepository(db, told.repository);
  const issue = issueNamed(world, repository, told.issue);
  const by = doerAt(db, repository.owner_id, told.by);
  const what = `Issue ${issue.number} of ${told.repository}`;
  const now = timestamp(world.now());
  if (told.target !== undefined && told.to !== "transferred") {
    throw new RangeError(`"target" says where an issue is transferred to: it is no use where it is to be ${told.to}.`);
  }
  const tell = (action: string) => {
    const after = findIssue(db, repository.id, issue.number) ?? issue;
    deliveries.emit(repository.id, issueEvent(world, { repository, issue: after }, by, action));
  };
  switch (told.to) {
    case "closed":
      if (issue.state === "closed") throw new RangeError(`${what} is closed already.`);
      states.closeIssue(db, issue, told.reason ?? "completed", now);
      tell("closed");
      return;
    case "open":
      if (issue.state === "open") throw new RangeError(`${what} is open already.`);
      states.reopenIssue(db, issue, now);
      tell("reopened");
      return;
    case "deleted":
      states.deleteIssue(db, issue, now);
      tell("deleted");
      return;
    case "transferred":
      transfer(world, { repository, issue }, targetOf(world, repository, told, what), by);
  }
}

/** An issue that is there still. */
function issueNamed({ db }: World, repository: Repository, number: number): Issue {
  const issue = findIssue(db, repository.id, number);
  const name = fullNameOf(db, repository);
  if (!issue) throw new RangeError(`${name} has no issue ${number}.`);
  if (isPullRequest(db, issue.id)) throw new RangeError(`${number} is a pull request of ${name}: name it by "pull".`);
  if (issue.deleted_at !== null) throw new RangeError(`Issue ${number} of ${name} was deleted.`);
  if (issue.moved_number !== null) throw new RangeError(`Issue ${number} of ${name} was transferred.`);
  return issue;
}

/** Where an issue may go: to a repository of the same owner, and to none that more people see (public documents). */
function targetOf({ db }: World, repository: Repository, { target }: IssueTransition, what: string): Repository {
  if (target === undefined) throw new RangeError(`Where is it transferred to? Say it by "target": acme/gears.`);
  const found = livelyRepository(db, target);
  if (found.id === repository.id) throw new RangeError(`${what} is in ${target} already.`);
  if (found.owner_id !== repository.owner_id) {
    throw new RangeError(`${what} can't go to ${target}: that has another owner.`);
  }
  if (!found.settings.has_issues) throw new RangeError(`${what} can't go to ${target}: that has no issues.`);
  if (repository.private && !found.private) {
    throw new RangeError(`${what} can't go to ${target}: that is public, and it was private.`);
  }
  return found;
}

function transfer(world: World, from: { repository: Repository; issue: Issue }, target: Repository, by: Account): void {
  const { db, deliveries } = world;
  // What it was is told as it was.
  const there = states.transferIssue(db, from.issue, target, timestamp(world.now()));
  const to = { repository: target, issue: findIssue(db, target.id, there.number) ?? there };
  const events = transferEvents(world, from, to, by);
  deliveries.emit(from.repository.id, events.from);
  deliveries.emit(target.id, events.to);
}

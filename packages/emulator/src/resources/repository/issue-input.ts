import { effectivePermission } from "../../callers/permission.ts";
import { createLabel } from "../../effects/labels.ts";
import { type RepositoryCall, requireActor } from "../../http/handler.ts";
import { customFieldError, HttpError } from "../../http-error.ts";
import { type Account, accounts } from "../../state/accounts.ts";
import { isAssignable } from "../../state/assignees.ts";
import { type Issue, issueComments } from "../../state/issues.ts";
import { type Label, labels } from "../../state/labels.ts";
import { type Milestone, milestones } from "../../state/milestones.ts";
import { includesPermission } from "../../state/repositories.ts";

/** Maximum lengths in characters. */
const MAX_TITLE_LENGTH = 256;
const MAX_BODY_LENGTH = 65_536;
const MAX_LABEL_LENGTH = 50;

/** Whether the caller can manage issues: label, assign, close. */
export function canManageIssues({ context, caller, repository }: RepositoryCall): boolean {
  return includesPermission(effectivePermission(context, caller, repository), "triage");
}

/** 422 for an invalid field of a resource. */
export function fieldError(resource: string, field: string, code: "invalid" | "missing_field" | "already_exists") {
  return new HttpError(422, "Validation Failed", [{ resource, field, code }]);
}

/**
 * Reads the title of an issue.
 * @throws HttpError 422
 */
export function readTitle(given: string | number): string {
  const title = String(given).trim();
  if (title === "") throw fieldError("Issue", "title", "missing_field");
  if (title.length <= MAX_TITLE_LENGTH) return title;
  throw customFieldError("Issue", "title", `title is too long (maximum is ${MAX_TITLE_LENGTH} characters)`);
}

/**
 * Checks the length of a body.
 * @throws HttpError 422
 */
export function checkBody(resource: string, body: string): string {
  if (body.length <= MAX_BODY_LENGTH) return body;
  throw customFieldError(resource, "body", `body is too long (maximum is ${MAX_BODY_LENGTH} characters)`);
}

/** A label as it is given in a request. */
type GivenLabel = string | { readonly id?: number | undefined; readonly name?: string | undefined };

/**
 * Returns the labels that a request names, and creates those that don't exist.
 * @throws HttpError 422 on an invalid name
 */
export function resolveLabels(call: RepositoryCall, given: readonly GivenLabel[]): Label[] {
  const { context, repository } = call;
  return given.map((entry) => {
    const { id, name } = typeof entry === "string" ? { id: undefined, name: entry } : entry;
    const repository_id = repository.id;
    if (name === undefined) {
      const found = id === undefined ? undefined : labels.find(context.db, { repository_id, id });
      if (found) return found;
      throw fieldError("Label", "name", "missing_field");
    }
    const checked = checkLabelName(name);
    const found = labels.find(context.db, { repository_id, name: checked });
    return found ?? createLabel(context, { repository, sender: requireActor(call) }, { name: checked });
  });
}

/**
 * Checks the name of a label.
 * @throws HttpError 422
 */
export function checkLabelName(given: string): string {
  const name = given.trim();
  if (name === "") throw fieldError("Label", "name", "missing_field");
  if (name.length <= MAX_LABEL_LENGTH) return name;
  throw customFieldError("Label", "name", `name is too long (maximum is ${MAX_LABEL_LENGTH} characters)`);
}

/** Returns the users of logins; undefined for those that an issue can't be assigned to. */
export function findAssignees(call: RepositoryCall, logins: readonly string[], issue?: Issue): (Account | undefined)[] {
  return logins.map((login) => {
    const user = accounts.find(call.context.db, { login });
    return user && canBeAssigned(call, user, issue) ? user : undefined;
  });
}

/** Whether an issue can be assigned to a user: also to the caller, and to users who have commented on it. */
function canBeAssigned(call: RepositoryCall, user: Account, issue: Issue | undefined): boolean {
  const { context, repository, caller } = call;
  if (user.type !== "User") return false;
  if (user.id === caller.user?.id || isAssignable(context.db, repository, user.id)) return true;
  return issue !== undefined && issueComments.has(context.db, { issue_id: issue.id, user_id: user.id });
}

/**
 * Returns the users of logins.
 * @throws HttpError 422 if an issue can't be assigned to one of them
 */
export function requireAssignees(call: RepositoryCall, logins: readonly string[], issue?: Issue): Account[] {
  return findAssignees(call, logins, issue).map((user) => {
    if (user) return user;
    throw fieldError("Issue", "assignees", "invalid");
  });
}

/**
 * Returns the milestone with a number.
 * @throws HttpError 422
 */
export function resolveMilestone({ context, repository }: RepositoryCall, given: string | number | null) {
  if (given === null || given === "") return null;
  const milestone = findMilestone(context.db, repository.id, Number(given));
  if (milestone) return milestone;
  throw fieldError("Issue", "milestone", "invalid");
}

/** Returns a repository's milestone with a number. Numbers in requests can be anything. */
export function findMilestone(
  db: RepositoryCall["context"]["db"],
  repositoryId: number,
  number: number,
): Milestone | undefined {
  return Number.isSafeInteger(number) ? milestones.find(db, { repository_id: repositoryId, number }) : undefined;
}

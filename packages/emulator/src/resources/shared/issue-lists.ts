import { visibleRepositories } from "../../callers/visible.ts";
import { type ApiCall, renderPage } from "../../http/handler.ts";
import { renderCallersIssue } from "../../objects/issue.ts";
import { renderRepository } from "../../objects/repository.ts";
import { permittedByToken } from "../../search/find-issues.ts";
import { ALWAYS, anyOf, assignedTo, commentedBy, condition, mentioning } from "../../search/qualifier-conditions.ts";
import { allOf, type Condition } from "../../state/condition.ts";
import { type IssueFilter, listIssues } from "../../state/issue-lists.ts";
import { repositoryOf } from "../../state/repositories.ts";
import { timestamp } from "../../timestamp.ts";

/** Filters as in the query of every list of issues. */
interface IssueListQuery {
  readonly state?: IssueFilter["state"] | undefined;
  readonly labels?: string | undefined;
  readonly sort?: IssueFilter["sort"] | undefined;
  readonly direction?: IssueFilter["direction"] | undefined;
  readonly since?: string | undefined;
}

export function readIssueFilter({
  state = "open",
  labels = "",
  sort = "created",
  direction = "desc",
  since,
}: IssueListQuery): IssueFilter {
  return {
    state,
    labels: splitList(labels),
    sort,
    direction,
    since: since && timestamp(new Date(since)),
  };
}

/** Splits a list whose entries are separated by commas. */
export function splitList(list: string): string[] {
  return list
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

/** Filters as in the query of lists for a user. */
interface CallersListQuery extends IssueListQuery {
  readonly filter?: "assigned" | "created" | "mentioned" | "subscribed" | "repos" | "all" | undefined;
}

/**
 * Lists issues of all repositories that the caller can see.
 * @param scope further condition on the issues `i`, their repositories `r` and pull requests `p`
 */
export function listCallersIssues(call: ApiCall, userId: number, query: CallersListQuery, scope: Condition) {
  const { context, caller, page } = call;
  const matches = allOf([
    scope,
    visibleRepositories(caller),
    permittedByToken(caller),
    participation(userId, query.filter ?? "assigned"),
  ]);
  const rowPage = listIssues(context.db, matches, readIssueFilter(query), page);
  return renderPage(call, rowPage, (issue) => {
    const repository = repositoryOf(context.db, issue.repository_id);
    return {
      ...renderCallersIssue(context, repository, issue, caller),
      repository: renderRepository(context, repository, caller),
    };
  });
}

function participation(userId: number, filter: NonNullable<CallersListQuery["filter"]>): Condition {
  const created = condition("i.user_id = ?", userId);
  switch (filter) {
    case "assigned":
      return assignedTo(userId);
    case "created":
      return created;
    case "mentioned":
      return mentioning(userId);
    case "subscribed":
      return anyOf([
        created,
        assignedTo(userId),
        commentedBy(userId),
        mentioning(userId),
        condition("r.id IN (SELECT repository_id FROM subscriptions WHERE user_id = ? AND ignored = 0)", userId),
      ]);
    case "repos":
    case "all":
      return ALWAYS;
  }
}

import type { EmulatorContext } from "../../emulator-context.ts";
import { authorAssociation } from "../../objects/author-association.ts";
import { renderIssue, renderNoReactions } from "../../objects/issue.ts";
import { renderLabel } from "../../objects/label.ts";
import { renderMilestone } from "../../objects/milestone.ts";
import { renderSimpleRepository } from "../../objects/repository.ts";
import { renderUser } from "../../objects/user.ts";
import { getAccount } from "../../state/accounts.ts";
import { type Issue, issueComments, issues } from "../../state/issues.ts";
import { labels } from "../../state/labels.ts";
import { milestones } from "../../state/milestones.ts";
import { pullRequests } from "../../state/pull-requests.ts";
import type { Repository } from "../../state/repositories.ts";
import { MEMBER_VIEW } from "../events/issues.ts";
import type { JsonFields } from "./fake.ts";
import { numbered, numberIn, textIn } from "./state-function.ts";

// Fields of events about issues, and about what the issues of a repository have in common.

/** Creates the fields of the given issue, otherwise of the newest one. */
export function issueFields(context: EmulatorContext, repository: Repository, given: JsonFields): JsonFields {
  return { issue: issueIn(context, repository, given, { name: "issue" }) };
}

/** Creates the fields of the given comment on an issue or a pull request, otherwise of the newest one. */
export function issueCommentFields(context: EmulatorContext, repository: Repository, given: JsonFields): JsonFields {
  const issue = issueIn(context, repository, given, { name: "issue", acceptsPulls: true });
  const givenId = numberIn(given, "comment", "id");
  const sql = "SELECT * FROM issue_comments WHERE issue_id = ? AND (?2 IS NULL OR id = ?2) ORDER BY id DESC LIMIT 1";
  const comment = context.db.get(issueComments, sql, issue.id, givenId ?? null);
  const id = comment?.id ?? givenId ?? 1;
  const url = `${renderSimpleRepository(context, repository).url}/issues/comments/${id}`;
  return {
    issue,
    comment: {
      id,
      url,
      html_url: `${issue.html_url}#issuecomment-${id}`,
      issue_url: issue.url,
      reactions: renderNoReactions(url),
      ...(comment
        ? {
            user: renderUser(context, getAccount(context.db, comment.user_id)),
            author_association: authorAssociation(context, repository, comment.user_id),
            body: comment.body,
            created_at: comment.created_at,
            updated_at: comment.updated_at,
          }
        : { user: {} }),
    },
  };
}

/** Returns a function that creates the fields of two related issues: the newest two, unless others are given. */
export function relatedIssueFields(one: string, other: string) {
  return (context: EmulatorContext, repository: Repository, given: JsonFields): JsonFields => {
    const first = issueIn(context, repository, given, { name: one });
    const second = issueIn(context, repository, given, { name: other, otherThan: first.number });
    return { [one]: first, [`${one}_id`]: first.id, [other]: second, [`${other}_id`]: second.id };
  };
}

interface IssueSelection {
  /** Name of the field in the payload. */
  readonly name: string;
  readonly acceptsPulls?: boolean;
  /** Number of the issue that this one must differ from. */
  readonly otherThan?: number;
}

/** Renders the given issue, otherwise the newest one. */
function issueIn(
  context: EmulatorContext,
  repository: Repository,
  given: JsonFields,
  { name, acceptsPulls = false, otherThan = 0 }: IssueSelection,
) {
  const number = numberIn(given, name, "number");
  const found =
    number === undefined
      ? newestIssue(context, repository, otherThan)
      : issues.find(context.db, { repository_id: repository.id, number });
  if (found && (acceptsPulls || !pullRequests.has(context.db, { issue_id: found.id })))
    return renderIssue(context, repository, found, MEMBER_VIEW);
  const { url, html_url } = renderSimpleRepository(context, repository);
  const fakeNumber = number ?? otherThan + 1;
  const fields = numbered(`${url}/issues/${fakeNumber}`, `${html_url}/issues/${fakeNumber}`, fakeNumber);
  return { id: numberIn(given, name, "id") ?? fakeNumber, ...fields, user: {} };
}

function newestIssue({ db }: EmulatorContext, { id }: Repository, otherThan: number): Issue | undefined {
  const sql = `SELECT * FROM issues i WHERE repository_id = ? AND number <> ? AND deleted_at IS NULL
    AND moved_number IS NULL AND NOT EXISTS (SELECT 1 FROM pull_requests p WHERE p.issue_id = i.id)
    ORDER BY number DESC LIMIT 1`;
  return db.get(issues, sql, id, otherThan);
}

/** Creates the fields of the given label, otherwise of the first one. */
export function labelFields(context: EmulatorContext, repository: Repository, given: JsonFields): JsonFields {
  const name = textIn(given, "label", "name");
  const label = labels.first(context.db, { repository_id: repository.id, name }, "id");
  return { label: label ? renderLabel(context, repository, label) : { name: name ?? "sample" } };
}

/** Creates the fields of the given milestone, otherwise of the first one. */
export function milestoneFields(context: EmulatorContext, repository: Repository, given: JsonFields): JsonFields {
  const number = numberIn(given, "milestone", "number");
  const milestone = milestones.first(context.db, { repository_id: repository.id, number }, "id");
  const rendered = renderMilestone(context, repository, milestone?.id ?? null);
  return { milestone: rendered ?? { number: number ?? 1, title: "sample", state: "open", creator: {} } };
}

import * as z from "zod/mini";
import { RelatedIssue } from "../objects/issue.ts";
import { Organization } from "../objects/organization.ts";
import { Repository } from "../objects/repository.ts";
import { User } from "../objects/user.ts";
import { anyEventFields, repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";

// Relations between two issues. Each change is sent twice: to the repository of either issue, with the other's.

/** An issue became blocked by another one, or is not anymore. */
export const issueDependencies = event("issue_dependencies", allHooks("issues"), () => {
  const blockedBy = { blocking_issue_repo: Repository.schema() };
  const blocking = { blocked_issue_repo: Repository.schema() };
  return {
    payload: {
      ...repositoryEventFields(),
      organization: Organization.schema(),
      blocked_issue_id: z.number(),
      blocked_issue: RelatedIssue.schema(),
      blocking_issue_id: z.number(),
      blocking_issue: RelatedIssue.schema(),
    },
    actions: {
      blocked_by_added: blockedBy,
      blocked_by_removed: blockedBy,
      blocking_added: blocking,
      blocking_removed: blocking,
    },
  };
});

/** A sub-issue was added to or removed from an issue. */
export const subIssues = event("sub_issues", allHooks("issues"), () => {
  const parent = { parent_issue_repo: Repository.schema() };
  const subIssue = { sub_issue_repo: Repository.schema() };
  return {
    payload: {
      ...anyEventFields(),
      sender: z.optional(User.schema()),
      parent_issue_id: z.number(),
      parent_issue: RelatedIssue.schema(),
      sub_issue_id: z.number(),
      sub_issue: RelatedIssue.schema(),
    },
    actions: {
      parent_issue_added: parent,
      parent_issue_removed: parent,
      sub_issue_added: subIssue,
      sub_issue_removed: subIssue,
    },
  };
});

import * as z from "zod/mini";
import { IssueType } from "../objects/issue.ts";
import { EventMilestone } from "../objects/milestone.ts";
import { EventLabel } from "../objects/pull-request.ts";
import { PushedRepository } from "../objects/repository.ts";
import { EventUser } from "../objects/user.ts";
import { repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";
import { EventIssue, FormerIssue } from "./parts/issue.ts";
import { EventIssueField, EventIssueFieldValue } from "./parts/issue-field-value.ts";
import { PreviousText } from "./parts/previous-text.ts";

/** An issue changed: opened, edited, labeled, closed, transferred and so on. */
export const issues = event("issues", allHooks("issues"), () => {
  const assignee = { assignee: z.optional(z.nullable(EventUser.schema())) };
  const label = { label: z.optional(EventLabel.schema()) };
  // Older self-hosted versions omit it; the issue itself has the milestone.
  const milestone = { milestone: z.optional(EventMilestone.schema()) };
  const field = {
    issue_field: z.optional(EventIssueField.schema()),
    issue_field_value: z.optional(EventIssueFieldValue.schema()),
  };
  const type = { type: z.nullable(IssueType.schema()) };
  return {
    payload: { ...repositoryEventFields(), issue: EventIssue.schema() },
    actions: {
      assigned: assignee,
      closed: {},
      deleted: {},
      demilestoned: milestone,
      edited: {
        changes: z.looseObject({ title: z.optional(PreviousText.schema()), body: z.optional(PreviousText.schema()) }),
        ...label,
      },
      /** A field was set; `changes` has the previous value, if any. */
      field_added: {
        ...field,
        changes: z.optional(
          z.looseObject({ issue_field_value: z.optional(z.looseObject({ from: EventIssueFieldValue.schema() })) }),
        ),
      },
      field_removed: field,
      labeled: label,
      locked: {},
      milestoned: milestone,
      /** `changes` is set for an issue transferred from another repository. */
      opened: {
        changes: z.optional(
          z.looseObject({ old_issue: z.nullable(FormerIssue.schema()), old_repository: PushedRepository.schema() }),
        ),
      },
      pinned: {},
      reopened: {},
      transferred: {
        changes: z.looseObject({ new_issue: EventIssue.schema(), new_repository: PushedRepository.schema() }),
      },
      typed: type,
      unassigned: assignee,
      unlabeled: label,
      unlocked: {},
      unpinned: {},
      untyped: type,
    },
  };
});

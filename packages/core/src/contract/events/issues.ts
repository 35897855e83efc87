import * as z from "zod/mini";
import { IssueType } from "../objects/issue.ts";
import { EventMilestone } from "../objects/milestone.ts";
import { EventLabel } from "../objects/pull-request.ts";
import { PushedRepository } from "../objects/repository.ts";
import { EventUser } from "../objects/user.ts";
import { event } from "./event.ts";
import { Changed } from "./parts/changed.ts";
import { GivenField, GivenFieldValue } from "./parts/field-value.ts";
import { EventIssue, FormerIssue } from "./parts/issue.ts";
import { inRepository } from "./payload.ts";
import { everywhere } from "./rules.ts";

/** Something happened to an issue (document 1, Events). */
export const issues = /* @__PURE__ */ event("issues", everywhere("issues"), () => {
  const assignee = { assignee: z.optional(z.nullable(EventUser())) };
  const label = { label: z.optional(EventLabel()) };
  // Older releases of the self-hosted edition leave it to the issue to tell.
  const milestone = { milestone: z.optional(EventMilestone()) };
  const field = { issue_field: z.optional(GivenField()), issue_field_value: z.optional(GivenFieldValue()) };
  const type = { type: z.nullable(IssueType()) };
  return {
    payload: { ...inRepository(), issue: EventIssue() },
    actions: {
      assigned: assignee,
      closed: {},
      deleted: {},
      demilestoned: milestone,
      edited: {
        changes: z.looseObject({ title: z.optional(Changed()), body: z.optional(Changed()) }),
        ...label,
      },
      /** It has a value of a field, in the place of another one or of none. */
      field_added: {
        ...field,
        changes: z.optional(
          z.looseObject({ issue_field_value: z.optional(z.looseObject({ from: GivenFieldValue() })) }),
        ),
      },
      field_removed: field,
      labeled: label,
      locked: {},
      milestoned: milestone,
      /** It may have come from another repository. */
      opened: {
        changes: z.optional(
          z.looseObject({ old_issue: z.nullable(FormerIssue()), old_repository: PushedRepository() }),
        ),
      },
      pinned: {},
      reopened: {},
      transferred: { changes: z.looseObject({ new_issue: EventIssue(), new_repository: PushedRepository() }) },
      typed: type,
      unassigned: assignee,
      unlabeled: label,
      unlocked: {},
      unpinned: {},
      untyped: type,
    },
  };
});

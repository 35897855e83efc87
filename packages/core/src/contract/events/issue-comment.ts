import * as z from "zod/mini";
import { repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";
import { EventIssue } from "./parts/issue.ts";
import { EventIssueComment } from "./parts/issue-comment.ts";
import { PreviousText } from "./parts/previous-text.ts";

/** A comment on an issue or a pull request was created, edited, deleted, pinned or unpinned. */
export const issueComment = event("issue_comment", allHooks("issues"), () => ({
  payload: { ...repositoryEventFields(), issue: EventIssue.schema(), comment: EventIssueComment.schema() },
  actions: {
    created: {},
    deleted: {},
    edited: { changes: z.looseObject({ body: z.optional(PreviousText.schema()) }) },
    pinned: {},
    unpinned: {},
  },
}));

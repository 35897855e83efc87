import * as z from "zod/mini";
import { EventLabel } from "../objects/pull-request.ts";
import { EventRepository } from "../objects/repository.ts";
import { User } from "../objects/user.ts";
import { fieldsWith } from "../schema.ts";
import { repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";
import { Discussion, DiscussionCategory, DiscussionComment } from "./parts/discussion.ts";
import { PreviousText } from "./parts/previous-text.ts";

/** A discussion changed: created, edited, answered, labeled, closed, transferred and so on. */
export const discussion = /* @__PURE__ */ event("discussion", allHooks("discussions"), () => {
  const label = { label: EventLabel() };
  // The sender is not guaranteed when an answer is unmarked.
  const unanswered = { old_answer: DiscussionComment(), sender: z.optional(User()) };
  return {
    payload: { ...repositoryEventFields(), discussion: Discussion() },
    actions: {
      answered: { answer: DiscussionComment() },
      category_changed: {
        changes: z.looseObject({ category: z.looseObject({ from: DiscussionCategory() }) }),
      },
      closed: {},
      created: {},
      deleted: {},
      edited: { changes: z.optional(z.looseObject(fieldsWith(z.optional(PreviousText()), "title", "body"))) },
      labeled: label,
      locked: {},
      pinned: {},
      reopened: {},
      transferred: { changes: z.looseObject({ new_discussion: Discussion(), new_repository: EventRepository() }) },
      unanswered,
      unlabeled: label,
      unlocked: {},
      unpinned: {},
    },
  };
});

/** A comment on a discussion was created, edited or deleted. */
export const discussionComment = /* @__PURE__ */ event("discussion_comment", allHooks("discussions"), () => ({
  payload: { ...repositoryEventFields(), discussion: Discussion(), comment: DiscussionComment() },
  actions: { created: {}, deleted: {}, edited: { changes: z.looseObject({ body: PreviousText() }) } },
}));

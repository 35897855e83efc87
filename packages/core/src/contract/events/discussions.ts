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
export const discussion = event("discussion", allHooks("discussions"), () => {
  const label = { label: EventLabel.schema() };
  // The sender is not guaranteed when an answer is unmarked.
  const unanswered = { old_answer: DiscussionComment.schema(), sender: z.optional(User.schema()) };
  return {
    payload: { ...repositoryEventFields(), discussion: Discussion.schema() },
    actions: {
      answered: { answer: DiscussionComment.schema() },
      category_changed: {
        changes: z.looseObject({ category: z.looseObject({ from: DiscussionCategory.schema() }) }),
      },
      closed: {},
      created: {},
      deleted: {},
      edited: { changes: z.optional(z.looseObject(fieldsWith(z.optional(PreviousText.schema()), "title", "body"))) },
      labeled: label,
      locked: {},
      pinned: {},
      reopened: {},
      transferred: {
        changes: z.looseObject({ new_discussion: Discussion.schema(), new_repository: EventRepository.schema() }),
      },
      unanswered,
      unlabeled: label,
      unlocked: {},
      unpinned: {},
    },
  };
});

/** A comment on a discussion was created, edited or deleted. */
export const discussionComment = event("discussion_comment", allHooks("discussions"), () => ({
  payload: { ...repositoryEventFields(), discussion: Discussion.schema(), comment: DiscussionComment.schema() },
  actions: { created: {}, deleted: {}, edited: { changes: z.looseObject({ body: PreviousText.schema() }) } },
}));

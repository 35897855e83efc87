import { EventCommitComment } from "../objects/commit-comment.ts";
import { repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";

/** A comment was created on a commit. */
export const commitComment = event("commit_comment", allHooks("contents"), () => ({
  payload: { ...repositoryEventFields(), comment: EventCommitComment.schema() },
  actions: { created: {} },
}));

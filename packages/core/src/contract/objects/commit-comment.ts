import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { commentFields } from "../events/parts/comment-fields.ts";
import { fieldsWith, namedObject } from "../schema.ts";
import { User } from "./user.ts";

const commitCommentFields = lazy(() => ({
  ...commentFields(),
  ...fieldsWith(z.string(), "url", "commit_id"),
  path: z.nullable(z.string()),
  ...fieldsWith(z.nullable(z.int()), "line", "position"),
}));

/** A comment on a commit, or on a line that it changed. */
export class CommitComment extends namedObject(() => ({
  ...commitCommentFields(),
  user: z.nullable(User.schema()),
})) {}

/** A comment on a commit in event payloads. */
export class EventCommitComment extends namedObject(commitCommentFields) {}

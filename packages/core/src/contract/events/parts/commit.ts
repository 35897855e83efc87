import * as z from "zod/mini";
import { lazy } from "../../../internal/lazy.ts";
import { fieldsWith, namedObject } from "../../schema.ts";

const personFields = lazy(() => ({
  name: z.string(),
  email: z.nullable(z.string()),
  ...fieldsWith(z.optional(z.string()), "username", "date"),
}));

/** Author or committer as recorded in the commit; the login is set if the service knows it. */
export class CommitPerson extends namedObject(personFields) {}

/** User who pushed; the email address can be absent. */
export class Pusher extends namedObject(() => ({ ...personFields(), email: z.optional(z.nullable(z.string())) })) {}

const commitFields = lazy(() => ({
  ...fieldsWith(z.string(), "id", "tree_id", "message", "timestamp"),
  ...fieldsWith(CommitPerson.schema(), "author", "committer"),
}));

/** Head commit of a check suite or workflow run, in event payloads. */
export class EventHeadCommit extends namedObject(commitFields) {}

/** A pushed commit and the paths that it changed. */
export class PushedCommit extends namedObject(() => ({
  ...commitFields(),
  url: z.string(),
  /** Whether the commit is new to the repository. */
  distinct: z.boolean(),
  ...fieldsWith(z.optional(z.array(z.string())), "added", "modified", "removed"),
})) {}

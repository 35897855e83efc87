import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { extensibleEnum, fieldsWith, namedObject } from "../schema.ts";
import { User } from "./user.ts";

const statusFields = lazy(() => ({
  id: z.int(),
  ...fieldsWith(z.string(), "url", "node_id", "context", "created_at", "updated_at"),
  state: extensibleEnum("error", "failure", "pending", "success"),
  ...fieldsWith(z.nullable(z.string()), "avatar_url", "description", "target_url"),
}));

/** A status that was set for a commit. Its `context` names the check. */
export class CommitStatus extends namedObject(() => ({ ...statusFields(), creator: z.nullable(User.schema()) })) {}

/** The latest status of a context, in the combined status of a commit. */
export class LatestStatus extends namedObject(() => ({
  ...statusFields(),
  required: z.optional(z.nullable(z.boolean())),
})) {}

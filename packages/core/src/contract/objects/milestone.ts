import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { extensibleEnum, fieldsWith, namedObject } from "../schema.ts";
import { EventUser, User } from "./user.ts";

const milestoneFields = lazy(() => ({
  ...fieldsWith(z.string(), "url", "html_url", "labels_url", "node_id", "title", "created_at", "updated_at"),
  ...fieldsWith(z.int(), "id", "number", "open_issues", "closed_issues"),
  state: extensibleEnum("open", "closed"),
  description: z.nullable(z.string()),
  creator: z.nullable(User.schema()),
  closed_at: z.nullable(z.string()),
  due_on: z.nullable(z.string()),
}));

/** A milestone of issues and pull requests. */
export class Milestone extends namedObject(milestoneFields) {}

/** A milestone in event payloads. */
export class EventMilestone extends namedObject(() => ({
  ...milestoneFields(),
  creator: z.nullable(EventUser.schema()),
})) {}

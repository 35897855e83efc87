import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import type { NamedSchema, SchemaOutput } from "../named-schema.ts";
import { extensibleEnum, fieldsWith, namedSchema } from "../schema.ts";
import { EventUser, User } from "./user.ts";

/** A milestone of issues and pull requests. */
export interface Milestone extends SchemaOutput<typeof milestoneSchema> {}
const milestoneObject = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    ...fieldsWith(z.string(), "url", "html_url", "labels_url", "node_id", "title", "created_at", "updated_at"),
    ...fieldsWith(z.int(), "id", "number", "open_issues", "closed_issues"),
    state: extensibleEnum("open", "closed"),
    description: z.nullable(z.string()),
    creator: z.nullable(User()),
    closed_at: z.nullable(z.string()),
    due_on: z.nullable(z.string()),
  }),
);
const milestoneSchema = /* @__PURE__ */ namedSchema(milestoneObject);
export const Milestone: NamedSchema<Milestone> = milestoneSchema;

/** A milestone in event payloads. */
export interface EventMilestone extends SchemaOutput<typeof eventMilestoneSchema> {}
const eventMilestoneSchema = /* @__PURE__ */ namedSchema(() =>
  z.extend(milestoneObject(), { creator: z.nullable(EventUser()) }),
);
export const EventMilestone: NamedSchema<EventMilestone> = eventMilestoneSchema;

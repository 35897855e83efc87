import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import type { Named, OutputOf } from "../named.ts";
import { alike, named, open } from "../schema.ts";
import { EventUser, User } from "./user.ts";

/** What a pull request or an issue is planned for (public description). */
export interface Milestone extends OutputOf<typeof milestoneSchema> {}
const milestoneObject = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    ...alike(z.string(), "url", "html_url", "labels_url", "node_id", "title", "created_at", "updated_at"),
    ...alike(z.int(), "id", "number", "open_issues", "closed_issues"),
    state: open("open", "closed"),
    description: z.nullable(z.string()),
    creator: z.nullable(User()),
    closed_at: z.nullable(z.string()),
    due_on: z.nullable(z.string()),
  }),
);
const milestoneSchema = /* @__PURE__ */ named(milestoneObject);
export const Milestone: Named<Milestone> = milestoneSchema;

/** A milestone as events carry it (public description). */
export interface EventMilestone extends OutputOf<typeof eventMilestoneSchema> {}
const eventMilestoneSchema = /* @__PURE__ */ named(() =>
  z.extend(milestoneObject(), { creator: z.nullable(EventUser()) }),
);
export const EventMilestone: Named<EventMilestone> = eventMilestoneSchema;

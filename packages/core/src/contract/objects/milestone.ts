import * as z from "zod/mini";
import type { Named, OutputOf } from "../named.ts";
import { alike, named, open } from "../schema.ts";
import { User } from "./user.ts";

/** What a pull request or an issue is planned for (public description). */
export interface Milestone extends OutputOf<typeof milestoneSchema> {}
const milestoneSchema = /* @__PURE__ */ named(() =>
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
export const Milestone: Named<Milestone> = milestoneSchema;

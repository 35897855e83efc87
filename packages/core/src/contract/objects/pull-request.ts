import * as z from "zod/mini";
import { once } from "../once.ts";
import { Team } from "./team.ts";
import { User } from "./user.ts";

/** A pull request (document 3, Review requests; the fields beyond are from the public description). */
export interface PullRequest extends z.output<ReturnType<typeof PullRequest>> {}
export const PullRequest = /* @__PURE__ */ once(() =>
  z.looseObject({
    id: z.int(),
    node_id: z.string(),
    url: z.string(),
    html_url: z.string(),
    number: z.int(),
    state: z.string(),
    locked: z.boolean(),
    title: z.string(),
    user: z.nullable(User()),
    body: z.nullable(z.string()),
    created_at: z.string(),
    updated_at: z.string(),
    closed_at: z.nullable(z.string()),
    merged_at: z.nullable(z.string()),
    requested_reviewers: z.optional(z.array(User())),
    requested_teams: z.optional(z.array(Team())),
  }),
);

import * as z from "zod/mini";
import { once } from "../once.ts";
import { User } from "./user.ts";

const identity = /* @__PURE__ */ once(() => ({
  id: z.int(),
  node_id: z.string(),
  name: z.string(),
  full_name: z.string(),
  owner: User(),
  private: z.boolean(),
  html_url: z.string(),
  description: z.nullable(z.string()),
  fork: z.boolean(),
  url: z.string(),
}));

/** A repository as lists carry it (document 3, Repository object). */
export interface MinimalRepository extends z.output<ReturnType<typeof MinimalRepository>> {}
export const MinimalRepository = /* @__PURE__ */ once(() => z.looseObject(identity()));

/**
 * A repository by itself (document 3, Repository object). `stargazers_count` and `watchers_count` both count stars;
 * `subscribers_count` counts watchers.
 */
export interface Repository extends z.output<ReturnType<typeof Repository>> {}
export const Repository = /* @__PURE__ */ once(() =>
  z.looseObject({
    ...identity(),
    default_branch: z.string(),
    language: z.nullable(z.string()),
    visibility: z.optional(z.string()),
    archived: z.boolean(),
    stargazers_count: z.int(),
    watchers_count: z.int(),
    subscribers_count: z.int(),
    forks_count: z.int(),
    open_issues_count: z.int(),
    created_at: z.string(),
    updated_at: z.string(),
    pushed_at: z.string(),
    permissions: z.optional(z.looseObject({ admin: z.boolean(), push: z.boolean(), pull: z.boolean() })),
  }),
);

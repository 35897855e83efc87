import * as z from "zod/mini";
import { type Access, SCOPED_TOKENS } from "../access.ts";
import { once } from "../once.ts";
import { operation } from "../operation.ts";

/** Whether and how the caller watches a repository (document 3, Repository subscription). */
export interface RepositorySubscription extends z.output<ReturnType<typeof RepositorySubscription>> {}
export const RepositorySubscription = /* @__PURE__ */ once(() =>
  z.looseObject({
    subscribed: z.boolean(),
    ignored: z.boolean(),
    reason: z.nullable(z.string()),
    created_at: z.string(),
    url: z.string(),
    repository_url: z.string(),
  }),
);

const access: Access = { tokens: SCOPED_TOKENS, needs: [[{ scope: "repo" }]] };

/** The caller's subscription to a repository, or null where there is none (document 3, Watching). */
export const getSubscription = /* @__PURE__ */ operation("GET /repos/{owner}/{repo}/subscription", () => ({
  success: { 200: RepositorySubscription() },
  absent: { 404: null },
  errors: [403],
  access,
  retry: "safe",
}));

/** Watch or ignore a repository; `ignored` wins where both are true (document 3, Watching). */
export const setSubscription = /* @__PURE__ */ operation("PUT /repos/{owner}/{repo}/subscription", () => ({
  body: z.object({ subscribed: z.optional(z.boolean()), ignored: z.optional(z.boolean()) }),
  success: { 200: RepositorySubscription() },
  errors: [403, 404],
  access,
  retry: "idempotent",
}));

/** Stop watching or ignoring a repository (document 3, Watching). */
export const deleteSubscription = /* @__PURE__ */ operation("DELETE /repos/{owner}/{repo}/subscription", () => ({
  success: { 204: undefined },
  errors: [403, 404],
  access,
  retry: "idempotent",
}));

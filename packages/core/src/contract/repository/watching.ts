import * as z from "zod/mini";
import type { Access } from "../access.ts";
import { allowPublic } from "../allow.ts";
import { RepositorySubscription } from "../objects/subscription.ts";
import { User } from "../objects/user.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";

// Fine-grained and app tokens don't work here (document 3, Watching).
const access: Access = { tokens: ["classic", "oauth"], needs: [[{ scope: "repo" }]] };

/** Who watches a repository (document 3, Watching). */
export const listWatchers = /* @__PURE__ */ operation("GET /repos/{owner}/{repo}/subscribers", () => ({
  ...list(User()),
  access: allowPublic("metadata", { needs: [[{ permission: "contents", level: "write" }]] }),
  restricted: { from: "2026-07-01", roles: ["repository-admin", "collaborator"] },
}));

/** Whether and how the caller watches a repository; null where not at all (document 3, Watching). */
export const getSubscription = /* @__PURE__ */ operation("GET /repos/{owner}/{repo}/subscription", () => ({
  success: { 200: RepositorySubscription() },
  absent: { 404: null },
  otherStatuses: [403],
  access,
  retry: "safe",
}));

/** Watch or ignore a repository (document 3, Watching). */
export const setSubscription = /* @__PURE__ */ operation("PUT /repos/{owner}/{repo}/subscription", () => ({
  body: z.object({ subscribed: z.optional(z.boolean()), ignored: z.optional(z.boolean()) }),
  success: { 200: RepositorySubscription() },
  access,
  retry: "idempotent",
}));

/** Stop watching or ignoring a repository (document 3, Watching). */
export const deleteSubscription = /* @__PURE__ */ operation("DELETE /repos/{owner}/{repo}/subscription", () => ({
  success: { 204: undefined },
  access,
  retry: "idempotent",
}));

import { allow, allowPublic, PRIVATE_REPO } from "../allow.ts";
import { MinimalRepository } from "../objects/repository.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";

/** Lists of what somebody watches are on their way out (document 1, Versioning). */
const deprecated = { from: "2026-07-01", note: "It answers empty lists, and will be removed." };

/**
 * The repositories that the caller watches (document 3, Watching).
 * @deprecated Since July 2026 it answers empty lists, and it will be removed.
 */
export const listWatchedRepositories = /* @__PURE__ */ operation("GET /user/subscriptions", () => ({
  ...list(MinimalRepository()),
  otherStatuses: [304, 401, 403],
  access: allow("watching", "read", [PRIVATE_REPO]),
  deprecated,
}));

/**
 * The repositories that somebody watches, as far as the caller may see them (public description).
 * @deprecated Since July 2026 it answers empty lists, and it will be removed.
 */
export const listRepositoriesWatchedByUser = /* @__PURE__ */ operation("GET /users/{username}/subscriptions", () => ({
  ...list(MinimalRepository()),
  access: allowPublic("watching"),
  deprecated,
}));

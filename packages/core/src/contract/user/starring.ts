import type { Access, Level, Need } from "../access.ts";
import { allow, allowPublic, PRIVATE_REPO, WRITE_REPO } from "../allow.ts";
import { listStarred } from "../families/stars.ts";
import { operation } from "../operation.ts";

/** Both permission sets are needed (public documentation). */
const both = (level: Level, scopes: readonly Need[]): Access => ({
  tokens: ["classic", "oauth", "fine-grained", "user-access"],
  needs: [
    [
      { permission: "starring", level },
      { permission: "metadata", level: "read" },
    ],
    scopes,
  ],
});

/** The repositories that the caller starred (document 3, Starring); without a token: 401. */
export const listStarredRepositories = /* @__PURE__ */ operation("GET /user/starred", () =>
  listStarred(allow("starring", "read", [PRIVATE_REPO]), [304, 401, 403]),
);

/** The repositories that somebody starred, as far as the caller may see them (public description). */
export const listRepositoriesStarredByUser = /* @__PURE__ */ operation("GET /users/{username}/starred", () =>
  listStarred(allowPublic("starring"), []),
);

// Document 3 names the next three without showing them: the shapes are the public description's.

/** Has the caller starred a repository? Also false where the repository can't be seen. */
export const checkStar = /* @__PURE__ */ operation("GET /user/starred/{owner}/{repo}", () => ({
  success: { 204: true },
  absent: { 404: false },
  otherStatuses: [304, 401, 403],
  access: both("read", PRIVATE_REPO),
  retry: "safe",
}));

/** Star a repository. */
export const starRepository = /* @__PURE__ */ operation("PUT /user/starred/{owner}/{repo}", () => ({
  success: { 204: undefined },
  otherStatuses: [304, 401, 403, 404],
  access: both("write", WRITE_REPO),
  retry: "idempotent",
}));

/** Take the star back. */
export const unstarRepository = /* @__PURE__ */ operation("DELETE /user/starred/{owner}/{repo}", () => ({
  success: { 204: undefined },
  otherStatuses: [304, 401, 403, 404],
  access: both("write", WRITE_REPO),
  retry: "idempotent",
}));

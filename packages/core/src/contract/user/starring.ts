import { type Access, type Level, USER_TOKENS } from "../access.ts";
import { operation } from "../operation.ts";

// Document 3 names these three without showing them: the shapes are the public description's.

const access = (level: Level): Access => ({
  tokens: USER_TOKENS,
  needs: [
    [
      { permission: "starring", level },
      { permission: "metadata", level: "read" },
    ],
    level === "read"
      ? [{ scope: "repo", when: "private" }]
      : [{ scope: "public_repo" }, { scope: "repo", when: "private" }],
  ],
});

/** Has the caller starred a repository? Also false where the repository can't be seen. */
export const checkStar = /* @__PURE__ */ operation("GET /user/starred/{owner}/{repo}", () => ({
  success: { 204: true },
  absent: { 404: false },
  errors: [401, 403],
  access: access("read"),
  retry: "safe",
}));

/** Star a repository. */
export const starRepository = /* @__PURE__ */ operation("PUT /user/starred/{owner}/{repo}", () => ({
  success: { 204: undefined },
  errors: [401, 403, 404],
  access: access("write"),
  retry: "idempotent",
}));

/** Take the star back. */
export const unstarRepository = /* @__PURE__ */ operation("DELETE /user/starred/{owner}/{repo}", () => ({
  success: { 204: undefined },
  errors: [401, 403, 404],
  access: access("write"),
  retry: "idempotent",
}));

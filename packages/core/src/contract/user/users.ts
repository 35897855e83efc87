import { OPEN, USER_TOKENS } from "../allow.ts";
import { UserProfile } from "../objects/user.ts";
import { operation } from "../operation.ts";

/** Whose token this is (public description). */
export const getAuthenticatedUser = /* @__PURE__ */ operation("GET /user", () => ({
  success: { 200: UserProfile() },
  otherStatuses: [304, 401, 403],
  access: { tokens: USER_TOKENS, needs: [[]] },
  retry: "safe",
}));

/** One user (public description). */
export const getUser = /* @__PURE__ */ operation("GET /users/{username}", () => ({
  success: { 200: UserProfile() },
  otherStatuses: [404],
  access: OPEN,
  retry: "safe",
}));

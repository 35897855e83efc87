import * as z from "zod/mini";
import { USER_TOKENS } from "../access.ts";
import { User } from "../objects/user.ts";
import { once } from "../once.ts";
import { operation } from "../operation.ts";

/** The signed-in user (public description). */
export interface AuthenticatedUser extends z.output<ReturnType<typeof AuthenticatedUser>> {}
export const AuthenticatedUser = /* @__PURE__ */ once(() =>
  z.extend(User(), {
    name: z.nullable(z.string()),
    email: z.nullable(z.string()),
    bio: z.nullable(z.string()),
    public_repos: z.int(),
    followers: z.int(),
    following: z.int(),
    created_at: z.string(),
    updated_at: z.string(),
  }),
);

/** Whose token this is. */
export const getAuthenticatedUser = /* @__PURE__ */ operation("GET /user", () => ({
  success: { 200: AuthenticatedUser() },
  errors: [401, 403],
  access: { tokens: USER_TOKENS, needs: [] },
  retry: "safe",
}));

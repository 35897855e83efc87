import { UserProfile } from "../objects/user.ts";
import { operation } from "../operation.ts";
import { PUBLIC_ACCESS, USER_TOKENS } from "../permission-access.ts";

/**
 * Gets the user that the token belongs to.
 * @see https://docs.github.com/rest/users/users#get-the-authenticated-user
 */
export const getAuthenticatedUser = operation("GET /user", () => ({
  success: { 200: UserProfile.schema() },
  otherStatuses: [304, 401, 403],
  access: { tokens: USER_TOKENS, requirements: [[]] },
  retry: "safe",
}));

/**
 * Gets a user.
 * @see https://docs.github.com/rest/users/users#get-a-user
 */
export const getUser = operation("GET /users/{username}", () => ({
  success: { 200: UserProfile.schema() },
  otherStatuses: [404],
  access: PUBLIC_ACCESS,
  retry: "safe",
}));

import { UserProfile } from "../objects/user.ts";
import { operation } from "../operation.ts";
import { PUBLIC_ACCESS, USER_TOKENS } from "../permission-access.ts";
import { get } from "../reads-and-writes.ts";

/**
 * Gets the user that the token belongs to.
 * @see https://docs.github.com/rest/users/users#get-the-authenticated-user
 */
export const getAuthenticatedUser = operation("GET /user", () =>
  get({ access: { tokens: USER_TOKENS, requirements: [[]] } }, UserProfile.schema(), [304, 401, 403]),
);

/**
 * Gets a user.
 * @see https://docs.github.com/rest/users/users#get-a-user
 */
export const getUser = operation("GET /users/{username}", () =>
  get({ access: PUBLIC_ACCESS }, UserProfile.schema(), [404]),
);

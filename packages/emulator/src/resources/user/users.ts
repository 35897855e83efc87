import { getAuthenticatedUser, getUser } from "@forgehand/core/operations";
import { accountHandler, userHandler } from "../../http/handler.ts";
import { renderOwnProfile, renderUserProfile } from "../../objects/user-profile.ts";

export const users = [
  userHandler(getAuthenticatedUser, (_input, { context, caller, user }) =>
    // Private fields require the scope `user`, the address for notifications doesn't (source: recorded).
    caller.token?.scopes.includes("user")
      ? renderOwnProfile(context, user)
      : { ...renderUserProfile(context, user), notification_email: user.email },
  ),

  accountHandler(getUser, (_input, { context, caller, subject }) => {
    const profile = renderUserProfile(context, subject);
    // Email addresses require authentication.
    return caller.token || caller.app ? profile : { ...profile, email: null };
  }),
];

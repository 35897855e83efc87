import { getAuthenticatedUser, getUser } from "@forgehand/core/operations";
import { asUser, onAccount } from "../../http/call.ts";
import { renderOwnProfile, renderUserProfile } from "../../objects/user-profile.ts";

export const users = [
  asUser(getAuthenticatedUser, (_input, { world, caller, user }) =>
    // What is private shows only with the scope for it.
    caller.token?.scopes.includes("user") ? renderOwnProfile(world, user) : renderUserProfile(world, user),
  ),

  onAccount(getUser, (_input, { world, caller, subject }) => {
    const profile = renderUserProfile(world, subject);
    // Addresses are shown to who is signed in.
    return caller.token || caller.app ? profile : { ...profile, email: null };
  }),
];

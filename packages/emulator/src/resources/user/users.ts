import { getAuthenticatedUser } from "@forgehand/core/operations";
import { asUser } from "../../http/call.ts";
import { renderUserProfile } from "../../objects/user-profile.ts";

export const users = [asUser(getAuthenticatedUser, (_input, { world, user }) => renderUserProfile(world, user))];

import { getAuthenticatedUser } from "@forgehand/core/operations";
import { handle, userOf } from "../../http/call.ts";
import { renderAuthenticatedUser } from "../../objects/user.ts";

export const users = [
  handle(getAuthenticatedUser, (_input, call) => renderAuthenticatedUser(call.world, userOf(call))),
];

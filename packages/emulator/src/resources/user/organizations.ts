import { listOrganizations } from "@forgehand/core/operations";
import { asUser, listed } from "../../http/call.ts";
import { renderOrganization } from "../../objects/organization.ts";
import { organizationsOf } from "../../state/memberships.ts";

export const organizations = [
  asUser(listOrganizations, (_input, call) => {
    const { world, caller, user, window } = call;
    const { token } = caller;
    // A token that was made for one account, or by an app, sees those places alone.
    const places = {
      only: token?.resource_owner_id ?? undefined,
      installed: token?.kind === "user-access" ? (token.app_id ?? undefined) : undefined,
    };
    return listed(call, organizationsOf(world.db, user.id, places, window), (organization) =>
      renderOrganization(world, organization),
    );
  }),
];

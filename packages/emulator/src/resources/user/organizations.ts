import { listOrganizations } from "@forgehand/core/operations";
import { renderPage, userHandler } from "../../http/handler.ts";
import { renderOrganization } from "../../objects/organization.ts";
import { organizationsOf } from "../../state/memberships.ts";

export const organizations = [
  userHandler(listOrganizations, (_input, call) => {
    const { context, caller, user, page } = call;
    const { token } = caller;
    // A token with a resource owner sees only that organization, and an app's token only those that installed the app.
    const restriction = {
      organizationId: token?.resource_owner_id ?? undefined,
      installedAppId: token?.kind === "user-access" ? (token.app_id ?? undefined) : undefined,
    };
    return renderPage(call, organizationsOf(context.db, user.id, restriction, page), (organization) =>
      renderOrganization(context, organization),
    );
  }),
];

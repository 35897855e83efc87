import { listOrganizationMemberships, listOrganizations, listOrganizationsOfUser } from "@forgehand/core/operations";
import { accountHandler, renderPage, type UserCall, userHandler } from "../../http/handler.ts";
import { renderOrganization } from "../../objects/organization.ts";
import { renderMembership } from "../../objects/organization-membership.ts";
import {
  membershipsOf,
  type OrganizationFilter,
  organizationsOf,
  publicOrganizationsOf,
} from "../../state/memberships.ts";

export const organizations = [
  userHandler(listOrganizations, (_input, call) => {
    const { context, user, page } = call;
    return renderPage(call, organizationsOf(context.db, user.id, visibleToToken(call), page), (organization) =>
      renderOrganization(context, organization),
    );
  }),

  accountHandler(listOrganizationsOfUser, (_input, call) => {
    const { context, subject, page } = call;
    return renderPage(call, publicOrganizationsOf(context.db, subject.id, page), (organization) =>
      renderOrganization(context, organization),
    );
  }),

  userHandler(listOrganizationMemberships, ({ state }, call) => {
    const { context, user, page } = call;
    return renderPage(call, membershipsOf(context.db, user.id, state, visibleToToken(call), page), (membership) =>
      renderMembership(context, membership),
    );
  }),
];

/** A token with a resource owner sees only that organization, and an app's token only those that installed the app. */
function visibleToToken({ caller: { token } }: UserCall): OrganizationFilter {
  return {
    organizationId: token?.resource_owner_id ?? undefined,
    installedAppId: token?.kind === "user-access" ? (token.app_id ?? undefined) : undefined,
  };
}

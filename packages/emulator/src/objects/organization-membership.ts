import type { EmulatorContext } from "../emulator-context.ts";
import { getAccount } from "../state/accounts.ts";
import type { OrganizationMembership } from "../state/memberships.ts";
import { renderOrganization } from "./organization.ts";
import { renderUser } from "./user.ts";

/** Renders a membership in the events of its organization. */
export function renderEventMembership(context: EmulatorContext, membership: OrganizationMembership) {
  const user = renderUser(context, getAccount(context.db, membership.user_id));
  const { url } = renderOrganization(context, getAccount(context.db, membership.organization_id));
  return {
    url: `${url}/memberships/${user.login}`,
    state: membership.state,
    role: membership.role,
    organization_url: url,
    user,
    direct_membership: true,
  };
}

/** Renders a membership with its organization. */
export function renderMembership(context: EmulatorContext, membership: OrganizationMembership) {
  return {
    ...renderEventMembership(context, membership),
    organization: renderOrganization(context, getAccount(context.db, membership.organization_id)),
  };
}

import { getOrganization } from "@forgehand/core/operations";
import { hasRole } from "../../callers/roles.ts";
import { type Call, onOrganization } from "../../http/call.ts";
import { renderOrganizationProfile, renderOwnOrganization } from "../../objects/organization-profile.ts";

export const organizations = [
  onOrganization(getOrganization, (_input, call) =>
    maySeeSettings(call)
      ? renderOwnOrganization(call.world, call.organization)
      : renderOrganizationProfile(call.world, call.organization),
  ),
];

/** Its owners see how it is set up, with a token that may (public description of the operation). */
function maySeeSettings(call: Call): boolean {
  const { token } = call.caller;
  if (!token || !hasRole(call.world, "organization-owner", call.caller, call)) return false;
  return token.scopes.includes("admin:org") || token.permissions["organization_administration"] !== undefined;
}

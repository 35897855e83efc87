import { deleteOrganization, getOrganization, updateOrganization } from "@forgehand/core/operations";
import { hasRole } from "../../callers/roles.ts";
import { type Call, onOrganization } from "../../http/call.ts";
import { renderOrganizationProfile, renderOwnOrganization } from "../../objects/organization-profile.ts";
import { firstOwnerOf } from "../../state/account-deletion.ts";
import { getAccount, updateAccount } from "../../state/accounts.ts";
import { organizationSettings, setOrganizationSettings } from "../../state/organization-settings.ts";
import { timestamp } from "../../timestamp.ts";
import { removeAccountWithAll } from "../families/account-deletion.ts";
import { readProfile, readSettings } from "./organization-changes.ts";

export const organizations = [
  onOrganization(getOrganization, (_input, call) =>
    maySeeSettings(call)
      ? renderOwnOrganization(call.world, call.organization)
      : renderOrganizationProfile(call.world, call.organization),
  ),

  onOrganization(updateOrganization, (input, { world, organization }) => {
    const { db, now } = world;
    const profile = readProfile(input);
    const settings = readSettings(organizationSettings(db, organization.id), organization, input);
    db.transaction(() => {
      updateAccount(db, organization, profile, timestamp(now()));
      setOrganizationSettings(db, organization.id, settings);
    });
    return renderOwnOrganization(world, getAccount(db, organization.id));
  }),

  onOrganization(deleteOrganization, (_input, { world, organization, caller }) => {
    const sender = caller.user ?? firstOwnerOf(world.db, organization) ?? organization;
    removeAccountWithAll(world, organization, sender);
    return {};
  }),
];

/** Its owners see how it is set up, with a token that may (public description of the operation). */
function maySeeSettings(call: Call): boolean {
  const { token } = call.caller;
  if (!token || !hasRole(call.world, "organization-owner", call.caller, call)) return false;
  return token.scopes.includes("admin:org") || token.permissions["organization_administration"] !== undefined;
}

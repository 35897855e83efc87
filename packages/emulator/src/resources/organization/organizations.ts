import { deleteOrganization, getOrganization, updateOrganization } from "@forgehand/core/operations";
import { hasRole } from "../../callers/roles.ts";
import { type ApiCall, organizationHandler, requireActor } from "../../http/handler.ts";
import { renderOrganizationProfile, renderOwnOrganization } from "../../objects/organization-profile.ts";
import { getAccount, updateAccount } from "../../state/accounts.ts";
import { organizationSettings, setOrganizationSettings } from "../../state/organization-settings.ts";
import { timestamp } from "../../timestamp.ts";
import { removeAccountAndContents } from "../shared/account-deletion.ts";
import { mergeSettings, readProfileChanges } from "./organization-changes.ts";

export const organizations = [
  organizationHandler(getOrganization, (_input, call) =>
    canSeeSettings(call)
      ? renderOwnOrganization(call.context, call.organization)
      : renderOrganizationProfile(call.context, call.organization),
  ),

  organizationHandler(updateOrganization, (input, { context, organization }) => {
    const { db, now } = context;
    const profile = readProfileChanges(input);
    const settings = mergeSettings(organizationSettings(db, organization.id), organization, input);
    db.transaction(() => {
      updateAccount(db, organization, profile, timestamp(now()));
      setOrganizationSettings(db, organization.id, settings);
    });
    return renderOwnOrganization(context, getAccount(db, organization.id));
  }),

  organizationHandler(deleteOrganization, (_input, call) => {
    removeAccountAndContents(call.context, call.organization, requireActor(call));
    return {};
  }),
];

/** Owners see the settings if their token has permission (public API description of the operation). */
function canSeeSettings(call: ApiCall): boolean {
  const { token } = call.caller;
  if (!token || !hasRole(call.context, "organization-owner", call.caller, call)) return false;
  return token.scopes.includes("admin:org") || token.permissions["organization_administration"] !== undefined;
}

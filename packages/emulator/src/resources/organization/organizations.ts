import { hasScope, type Role, type Scope } from "@forgehand/core/contract";
import { deleteOrganization, getOrganization, updateOrganization } from "@forgehand/core/operations";
import { hasRole } from "../../callers/roles.ts";
import { type ApiCall, organizationHandler, requireActor } from "../../http/handler.ts";
import {
  renderMemberOrganization,
  renderOrganizationProfile,
  renderOwnOrganization,
} from "../../objects/organization-profile.ts";
import { getAccount, updateAccount } from "../../state/accounts.ts";
import { organizationSettings, setOrganizationSettings } from "../../state/organization-settings.ts";
import { timestamp } from "../../timestamp.ts";
import { removeAccountAndContents } from "../shared/account-deletion.ts";
import { mergeSettings, readProfileChanges } from "./organization-changes.ts";

export const organizations = [
  organizationHandler(getOrganization, (_input, call) => viewOf(call)(call.context, call.organization)),

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

/** Scopes of which one shows a member more than the public profile (source: recorded). */
const MEMBER_SCOPES: readonly Scope[] = ["repo", "user", "read:org"];

/** Owners see the settings if their token has permission (public API description of the operation), members a part. */
function viewOf(call: ApiCall) {
  const { token } = call.caller;
  const has = (role: Role) => hasRole(call.context, role, call.caller, call);
  if (!token) return renderOrganizationProfile;
  const canSeeSettings = token.scopes.includes("admin:org") || token.permissions["organization_administration"];
  if (canSeeSettings && has("organization-owner")) return renderOwnOrganization;
  const isForMembers = MEMBER_SCOPES.some((scope) => hasScope(token.scopes, scope));
  return isForMembers && has("organization-member") ? renderMemberOrganization : renderOrganizationProfile;
}

import { definitionOf, missingRequirements } from "@forgehand/core/contract";
import { getOrganizationMembership } from "@forgehand/core/operations";
import type { EmulatorContext } from "../emulator-context.ts";
import type { Account } from "../state/accounts.ts";
import type { Caller } from "./caller.ts";
import { hasRole } from "./roles.ts";

/** Whether the caller can see all members of an organization; others see those whose membership is public. */
export function canSeeMembers(context: EmulatorContext, caller: Caller, organization: Account): boolean {
  const { token } = caller;
  if (!token) return false;
  const resources = { organization, repository: undefined, enterprise: undefined, subject: undefined };
  const { access } = definitionOf(getOrganizationMembership);
  return (
    hasRole(context, "organization-member", caller, resources) &&
    missingRequirements(access, token, { private: false }).length === 0
  );
}

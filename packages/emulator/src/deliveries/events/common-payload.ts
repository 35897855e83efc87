import { ANONYMOUS } from "../../callers/caller.ts";
import type { EmulatorContext } from "../../emulator-context.ts";
import { renderEnterprise } from "../../objects/enterprise.ts";
import { renderOrganization } from "../../objects/organization.ts";
import { renderRepository } from "../../objects/repository.ts";
import { renderUser } from "../../objects/user.ts";
import { type Account, getAccount } from "../../state/accounts.ts";
import { enterprises } from "../../state/enterprises.ts";
import type { Repository } from "../../state/repositories.ts";

/** Returns the fields of every repository event. */
export function commonPayload(context: EmulatorContext, repository: Repository, sender: Account) {
  const owner = getAccount(context.db, repository.owner_id);
  return {
    repository: renderRepository(context, repository, ANONYMOUS),
    ...(owner.type === "Organization"
      ? organizationPayload(context, owner, sender)
      : { sender: renderUser(context, sender) }),
  };
}

/** Returns the fields of every organization event that concerns none of its repositories. */
export function organizationPayload(context: EmulatorContext, organization: Account, sender: Account) {
  const { enterprise_id } = organization;
  const enterprise = enterprise_id === null ? undefined : enterprises.find(context.db, { id: enterprise_id });
  return {
    organization: renderOrganization(context, organization),
    ...(enterprise ? { enterprise: renderEnterprise(context, enterprise) } : {}),
    sender: renderUser(context, sender),
  };
}

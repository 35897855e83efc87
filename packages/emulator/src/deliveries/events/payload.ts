import { NOBODY } from "../../callers/caller.ts";
import { renderEnterprise } from "../../objects/enterprise.ts";
import { renderOrganization } from "../../objects/organization.ts";
import { renderRepository } from "../../objects/repository.ts";
import { renderUser } from "../../objects/user.ts";
import { type Account, getAccount } from "../../state/accounts.ts";
import { getEnterprise } from "../../state/enterprises.ts";
import type { Repository } from "../../state/repositories.ts";
import type { World } from "../../world.ts";

/** What every event of a repository carries (document 1, Event catalogue). */
export function commonPayload(world: World, repository: Repository, sender: Account) {
  const owner = getAccount(world.db, repository.owner_id);
  return {
    repository: renderRepository(world, repository, NOBODY),
    ...(owner.type === "Organization"
      ? organizationPayload(world, owner, sender)
      : { sender: renderUser(world, sender) }),
  };
}

/** What every event of an organization carries that is about none of its repositories. */
export function organizationPayload(world: World, organization: Account, sender: Account) {
  const { enterprise_id } = organization;
  const enterprise = enterprise_id === null ? undefined : getEnterprise(world.db, enterprise_id);
  return {
    organization: renderOrganization(world, organization),
    ...(enterprise ? { enterprise: renderEnterprise(world, enterprise) } : {}),
    sender: renderUser(world, sender),
  };
}

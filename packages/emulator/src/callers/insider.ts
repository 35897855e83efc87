import { getAccount } from "../state/accounts.ts";
import { getRepository } from "../state/repositories.ts";
import type { World } from "../world.ts";
import type { Caller } from "./caller.ts";
import { hasRole } from "./roles.ts";

/** May the caller see fields that an organization keeps to its members? Its repositories' workflows may. */
export function isInsider(world: World, caller: Caller, organizationId: number): boolean {
  const home = caller.token?.kind === "workflow" ? caller.token.repository_id : null;
  if (home !== null) return getRepository(world.db, home)?.owner_id === organizationId;
  const organization = getAccount(world.db, organizationId);
  const named = { organization, repository: undefined, enterprise: undefined, subject: undefined };
  return hasRole(world, "organization-member", caller, named);
}

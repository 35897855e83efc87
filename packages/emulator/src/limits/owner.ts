import type { Caller } from "../callers/caller.ts";
import { type Account, getAccount } from "../state/accounts.ts";
import { getInstallation } from "../state/apps.ts";
import { countOf } from "../state/database.ts";
import { countMembers } from "../state/memberships.ts";
import { getRepository } from "../state/repositories.ts";
import type { World } from "../world.ts";
import type { Owner, OwnerSize } from "./settings.ts";

/** Whose quota a caller's calls count on. @param address where they come from, for who is not signed in */
export function ownerOf(world: World, { token, user, app }: Caller, address: string): Owner {
  if (user) return { kind: "user", id: user.id, name: `user ${user.login}` };
  if (app) return { kind: "app", id: app.id, name: `app ${app.slug}` };
  if (token?.kind === "installation" && token.installation_id !== null) {
    return installationOwner(world, token.installation_id);
  }
  if (token?.kind === "workflow" && token.repository_id !== null) return workflowOwner(world, token.repository_id);
  return { kind: "anonymous", id: address, name: address };
}

function installationOwner(world: World, id: number): Owner {
  const installation = getInstallation(world.db, id);
  const account = installation && getAccount(world.db, installation.account_id);
  return {
    ...{ kind: "installation", id, name: `installation ${id}${account ? ` of ${account.login}` : ""}` },
    size: () => {
      if (!account) return NOTHING;
      const sql =
        installation.repository_selection === "all"
          ? "SELECT count(*) AS count FROM repositories WHERE owner_id = ?2"
          : "SELECT count(*) AS count FROM installation_repositories WHERE installation_id = ?1 AND ?2";
      return {
        repositories: countOf(world.db, sql, id, account.id),
        users: countMembers(world.db, account.id),
        inEnterprise: isInEnterprise(world, account),
      };
    },
  };
}

function workflowOwner(world: World, id: number): Owner {
  const repository = getRepository(world.db, id);
  const account = repository && getAccount(world.db, repository.owner_id);
  return {
    ...{ kind: "workflow", id, name: `jobs of ${account?.login}/${repository?.name}` },
    size: () => ({ ...NOTHING, inEnterprise: account !== undefined && isInEnterprise(world, account) }),
  };
}

const NOTHING: OwnerSize = { repositories: 0, users: 0, inEnterprise: false };

/** On enterprise cloud everybody is; elsewhere, who belongs to one. */
function isInEnterprise({ edition }: World, { enterprise_id }: Account): boolean {
  return edition === "enterprise-cloud" || (edition !== "github.com" && enterprise_id !== null);
}

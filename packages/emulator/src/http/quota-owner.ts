import type { Caller } from "../callers/caller.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import type { OwnerSize, QuotaOwner } from "../limits/settings.ts";
import { type Account, getAccount } from "../state/accounts.ts";
import { installations } from "../state/apps.ts";
import { queryCount } from "../state/database.ts";
import { countMembers } from "../state/memberships.ts";
import { getRepository } from "../state/repositories.ts";

/**
 * Returns the owner of the quota that a caller's calls count towards.
 * @param address remote address, for unauthenticated callers
 */
export function quotaOwnerOf(context: EmulatorContext, { token, user, app }: Caller, address: string): QuotaOwner {
  if (user) return { kind: "user", id: user.id, name: `user ${user.login}` };
  if (app) return { kind: "app", id: app.id, name: `app ${app.slug}` };
  if (token?.kind === "installation" && token.installation_id !== null) {
    return installationOwner(context, token.installation_id);
  }
  if (token?.kind === "workflow" && token.repository_id !== null) return workflowOwner(context, token.repository_id);
  return { kind: "anonymous", id: address, name: address };
}

function installationOwner(context: EmulatorContext, id: number): QuotaOwner {
  const installation = installations.find(context.db, { id });
  const account = installation && getAccount(context.db, installation.account_id);
  return {
    kind: "installation",
    id,
    name: `installation ${id}${account ? ` of ${account.login}` : ""}`,
    size: () => {
      if (!account) return EMPTY_SIZE;
      const sql =
        installation.repository_selection === "all"
          ? "SELECT count(*) AS count FROM repositories WHERE owner_id = ?2"
          : "SELECT count(*) AS count FROM installation_repositories WHERE installation_id = ?1 AND ?2";
      return {
        repositories: queryCount(context.db, sql, id, account.id),
        users: countMembers(context.db, account.id),
        inEnterprise: isInEnterprise(context, account),
      };
    },
  };
}

function workflowOwner(context: EmulatorContext, id: number): QuotaOwner {
  const repository = getRepository(context.db, id);
  const account = repository && getAccount(context.db, repository.owner_id);
  return {
    kind: "workflow",
    id,
    name: `jobs of ${account?.login}/${repository?.name}`,
    size: () => ({ ...EMPTY_SIZE, inEnterprise: account !== undefined && isInEnterprise(context, account) }),
  };
}

const EMPTY_SIZE: OwnerSize = { repositories: 0, users: 0, inEnterprise: false };

/** On Enterprise Cloud every account counts as part of an enterprise, on github.com none does. */
function isInEnterprise({ edition }: EmulatorContext, { enterprise_id }: Account): boolean {
  return edition === "enterprise-cloud" || (edition !== "github.com" && enterprise_id !== null);
}

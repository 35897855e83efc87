import { renderInstallation } from "../../objects/installation.ts";
import { renderOrganization } from "../../objects/organization.ts";
import { nodeId, renderUser } from "../../objects/user.ts";
import { type Account, getAccount } from "../../state/accounts.ts";
import { type Installation, installationReaches } from "../../state/apps.ts";
import { EVERY } from "../../state/database.ts";
import { findAppHook } from "../../state/hooks.ts";
import { activeInstallationsFor, repositoriesReachedBy } from "../../state/installations.ts";
import { fullNameOf, type Repository } from "../../state/repositories.ts";
import type { Event, World } from "../../world.ts";

/** Tells an app, and no other one, what became of one of its installations (public description: installation). */
export function announceInstallation(
  world: World,
  installation: Installation,
  sender: Account,
  action: "suspend" | "unsuspend" | "deleted",
): void {
  const reached = () => repositoriesReachedBy(world.db, installation, null, EVERY).rows;
  tellApp(world, installation, {
    ...{ name: "installation", action },
    get payload() {
      const repositories = reached().map((repository) => referTo(world, repository));
      return { action, ...about(world, installation, sender), repositories, requester: null };
    },
  });
}

/**
 * Tells the apps that reached a repository that they no longer do (public description: installation_repositories), while it
 * is still there to be named.
 */
export function announceLostRepository(world: World, repository: Repository, sender: Account): void {
  const action = "removed";
  for (const installation of activeInstallationsFor(world.db, repository.owner_id)) {
    if (!installationReaches(world.db, installation, repository)) continue;
    tellApp(world, installation, {
      ...{ name: "installation_repositories", action },
      get payload() {
        return {
          ...{ action, ...about(world, installation, sender) },
          repository_selection: installation.repository_selection,
          ...{ repositories_added: [], repositories_removed: [referTo(world, repository)], requester: null },
        };
      },
    });
  }
}

/** Other events refer an app to its installation; these carry it whole, and no other app is to have them. */
function tellApp({ db, deliveries }: World, { app_id }: Installation, event: Event): void {
  const hook = findAppHook(db, app_id);
  if (hook?.active) deliveries.emitTo(hook, event);
}

function about(world: World, installation: Installation, sender: Account) {
  const account = getAccount(world.db, installation.account_id);
  return {
    installation: renderInstallation(world, installation),
    ...(account.type === "Organization" ? { organization: renderOrganization(world, account) } : {}),
    sender: renderUser(world, sender),
  };
}

const referTo = ({ db }: World, repository: Repository) => ({
  ...{ id: repository.id, node_id: nodeId("Repository", repository.id), name: repository.name },
  ...{ full_name: fullNameOf(db, repository), private: repository.private },
});

import type { EmulatorContext, WebhookEvent } from "../../emulator-context.ts";
import { renderInstallation } from "../../objects/installation.ts";
import { renderOrganization } from "../../objects/organization.ts";
import { nodeId, renderUser } from "../../objects/user.ts";
import { type Account, getAccount } from "../../state/accounts.ts";
import { type Installation, isInInstallation } from "../../state/apps.ts";
import { ALL_ROWS } from "../../state/database.ts";
import { hooks } from "../../state/hooks.ts";
import { activeInstallationsFor, repositoriesOfInstallation } from "../../state/installations.ts";
import { fullNameOf, type Repository } from "../../state/repositories.ts";

/** Emits the event for a changed installation to its own app only (`installation`). */
export function emitInstallation(
  context: EmulatorContext,
  installation: Installation,
  sender: Account,
  action: "suspend" | "unsuspend" | "deleted",
): void {
  const accessibleRepositories = () => repositoriesOfInstallation(context.db, installation, null, ALL_ROWS).rows;
  emitToApp(context, installation, {
    name: "installation",
    action,
    get payload() {
      const repositories = accessibleRepositories().map((repository) => repositoryReference(context, repository));
      return { action, ...commonFields(context, installation, sender), repositories, requester: null };
    },
  });
}

/**
 * Emits the event to the apps that lose access to a repository, while the repository still exists
 * (`installation_repositories`).
 */
export function emitRepositoryRemoved(context: EmulatorContext, repository: Repository, sender: Account): void {
  const action = "removed";
  for (const installation of activeInstallationsFor(context.db, repository.owner_id)) {
    if (!isInInstallation(context.db, installation, repository)) continue;
    emitToApp(context, installation, {
      name: "installation_repositories",
      action,
      get payload() {
        return {
          action,
          ...commonFields(context, installation, sender),
          repository_selection: installation.repository_selection,
          repositories_added: [],
          repositories_removed: [repositoryReference(context, repository)],
          requester: null,
        };
      },
    });
  }
}

/** Emits an event that contains a complete installation, which only its own app may receive. */
function emitToApp({ db, deliveries }: EmulatorContext, { app_id }: Installation, event: WebhookEvent): void {
  const hook = hooks.find(db, { app_id });
  if (hook?.active) deliveries.emitToHook(hook, event);
}

function commonFields(context: EmulatorContext, installation: Installation, sender: Account) {
  const account = getAccount(context.db, installation.account_id);
  return {
    installation: renderInstallation(context, installation),
    ...(account.type === "Organization" ? { organization: renderOrganization(context, account) } : {}),
    sender: renderUser(context, sender),
  };
}

const repositoryReference = ({ db }: EmulatorContext, repository: Repository) => ({
  id: repository.id,
  node_id: nodeId("Repository", repository.id),
  name: repository.name,
  full_name: fullNameOf(db, repository),
  private: repository.private,
});

import { announceInstallation } from "../../deliveries/events/installations.ts";
import { organizationDeletedEvent } from "../../deliveries/events/memberships.ts";
import { deleteAccount, repositoriesOwnedBy } from "../../state/account-deletion.ts";
import type { Account } from "../../state/accounts.ts";
import { EVERY } from "../../state/database.ts";
import { deleteInstallation, installationsFor } from "../../state/installations.ts";
import { getRepository } from "../../state/repositories.ts";
import { timestamp } from "../../timestamp.ts";
import type { World } from "../../world.ts";
import { removeRepository } from "../repository/repository-deletion.ts";

/** Deletes an account with all that it owns, and tells of each while it is still there to be described. */
export function removeAccountWithAll(world: World, account: Account, sender: Account): void {
  const { db } = world;
  db.transaction(() => {
    // A private repository takes its forks along.
    for (const { id } of repositoriesOwnedBy(db, account)) {
      const repository = getRepository(db, id);
      if (repository) removeRepository(world, repository, sender);
    }
    for (const installation of installationsFor(db, account.id, EVERY).rows) {
      announceInstallation(world, installation, sender, "deleted");
      deleteInstallation(db, installation.id);
    }
    if (account.type === "Organization") {
      world.deliveries.emitAtOrganization(account.id, organizationDeletedEvent(world, account, sender));
    }
    deleteAccount(db, account, timestamp(world.now()));
  });
}

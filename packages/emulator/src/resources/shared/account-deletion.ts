import { emitInstallation } from "../../deliveries/events/installations.ts";
import { organizationDeletedEvent } from "../../deliveries/events/memberships.ts";
import type { EmulatorContext } from "../../emulator-context.ts";
import { deleteAccount, repositoriesOwnedBy } from "../../state/account-deletion.ts";
import type { Account } from "../../state/accounts.ts";
import { installations } from "../../state/apps.ts";
import { ALL_ROWS } from "../../state/database.ts";
import { getRepository } from "../../state/repositories.ts";
import { timestamp } from "../../timestamp.ts";
import { removeRepository } from "../repository/repository-deletion.ts";

/**
 * Deletes an account with everything it owns. Events are sent before each deletion, while the object can still be
 * rendered.
 */
export function removeAccountAndContents(context: EmulatorContext, account: Account, sender: Account): void {
  const { db } = context;
  db.transaction(() => {
    // A private repository is deleted together with its forks.
    for (const { id } of repositoriesOwnedBy(db, account)) {
      const repository = getRepository(db, id);
      if (repository) removeRepository(context, repository, sender);
    }
    for (const installation of installations.page(db, { account_id: account.id }, "id", ALL_ROWS).rows) {
      emitInstallation(context, installation, sender, "deleted");
      installations.delete(db, { id: installation.id });
    }
    if (account.type === "Organization") {
      context.deliveries.emitInOrganization(account.id, organizationDeletedEvent(context, account, sender));
    }
    deleteAccount(db, account, timestamp(context.now()));
  });
}

import { emitInstallation } from "../../deliveries/events/installations.ts";
import { removeCollaborator } from "../../effects/collaborators.ts";
import { removeMember } from "../../effects/organization-members.ts";
import type { EmulatorContext } from "../../emulator-context.ts";
import type { InstallationTransition } from "../../public.ts";
import { removeAccountAndContents } from "../../resources/shared/account-deletion.ts";
import * as state from "../../state/account-deletion.ts";
import { type Account, accounts } from "../../state/accounts.ts";
import { installations } from "../../state/apps.ts";
import { ALL_ROWS } from "../../state/database.ts";
import { setSuspended } from "../../state/installations.ts";
import { organizationsOf } from "../../state/memberships.ts";
import { timestamp } from "../../timestamp.ts";
import { actingAccount } from "../find-by-name.ts";

/**
 * Deletes a user or organization with everything it owns.
 * @throws RangeError if that is not possible
 */
export function removeAccount(context: EmulatorContext, login: string): void {
  const { db } = context;
  const account = accounts.find(db, { login });
  if (!account || account.type === "Bot") {
    throw new RangeError(`There is no user or organization ${JSON.stringify(login)}.`);
  }
  const [soleOwnership] = account.type === "User" ? state.organizationsSolelyOwnedBy(db, account) : [];
  if (soleOwnership) {
    throw new RangeError(
      `${account.login} is the only owner of ${soleOwnership.login}: delete that organization first.`,
    );
  }
  const sender = actingAccount(db, account.id, undefined);
  if (account.type === "User") endMemberships(context, account);
  removeAccountAndContents(context, account, sender);
}

/** Ends the memberships and collaborations of a user, with their events. */
function endMemberships(context: EmulatorContext, person: Account): void {
  const { db } = context;
  for (const repository of state.repositoriesWithCollaborator(db, person)) {
    removeCollaborator({ context, repository, sender: person }, person);
  }
  for (const organization of organizationsOf(db, person.id, ALL_ORGANIZATIONS, ALL_ROWS).rows) {
    removeMember({ context, organization, sender: person }, person);
  }
}

const ALL_ORGANIZATIONS = { organizationId: undefined, installedAppId: undefined };

/**
 * Suspends, resumes or deletes an installation.
 * @throws RangeError if it already has that state
 */
export function transitionInstallation(context: EmulatorContext, transition: InstallationTransition): void {
  const { db } = context;
  const requireInstallation = () => {
    const installation = installations.find(db, { id: transition.installation });
    if (!installation) throw new RangeError(`There is no installation ${transition.installation}.`);
    return installation;
  };
  const before = requireInstallation();
  const sender = actingAccount(db, before.account_id, transition.by);
  const now = timestamp(context.now());
  const isSuspended = before.suspended_at !== null;
  if (transition.to === "deleted") {
    emitInstallation(context, before, sender, "deleted");
    installations.delete(db, { id: before.id });
    return;
  }
  if (isSuspended === (transition.to === "suspended")) {
    throw new RangeError(`Installation ${transition.installation} is already ${transition.to}.`);
  }
  setSuspended(db, before.id, isSuspended ? undefined : sender.id, now);
  emitInstallation(context, requireInstallation(), sender, isSuspended ? "unsuspend" : "suspend");
}

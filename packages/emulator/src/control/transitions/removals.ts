import { announceInstallation } from "../../deliveries/events/installations.ts";
import {
  collaboratorRemovedEvent,
  memberRemovedEvent,
  membershipRemovedEvent,
} from "../../deliveries/events/memberships.ts";
import type { InstallationTransition } from "../../public.ts";
import { removeAccountWithAll } from "../../resources/families/account-deletion.ts";
import * as state from "../../state/account-deletion.ts";
import { type Account, findAccount, getAccount } from "../../state/accounts.ts";
import { getInstallation } from "../../state/apps.ts";
import { EVERY } from "../../state/database.ts";
import { deleteInstallation, setSuspended } from "../../state/installations.ts";
import { organizationsOf } from "../../state/memberships.ts";
import { timestamp } from "../../timestamp.ts";
import type { World } from "../../world.ts";
import { doerAt } from "../named.ts";

/** Deletes a person or an organization with all that they own. @throws RangeError where that may not be */
export function removeAccount(world: World, login: string): void {
  const { db } = world;
  const account = findAccount(db, login);
  if (!account) throw new RangeError(`There is no account ${JSON.stringify(login)}.`);
  const [alone] = account.type === "User" ? state.ownedAlone(db, account) : [];
  if (alone) {
    throw new RangeError(`${account.login} is the only owner of ${alone.login}: that has to be deleted first.`);
  }
  const by = doerAt(db, account.id, undefined);
  if (account.type === "User") leave(world, account);
  removeAccountWithAll(world, account, by);
}

/** Tells where somebody is missed from now on: repositories, teams and organizations of others. */
function leave(world: World, person: Account): void {
  const { db, deliveries } = world;
  for (const repository of state.collaborationsOf(db, person)) {
    deliveries.emit(repository.id, collaboratorRemovedEvent(world, repository, person, person));
  }
  for (const team of state.teamsOf(db, person)) {
    const organization = getAccount(db, team.organization_id);
    deliveries.emitAtOrganization(organization.id, membershipRemovedEvent(world, organization, team, person, person));
  }
  for (const organization of organizationsOf(db, person.id, { only: undefined, installed: undefined }, EVERY).rows) {
    deliveries.emitAtOrganization(organization.id, memberRemovedEvent(world, organization, person, person));
  }
}

/** An installation is held back, goes on, or is no more. @throws RangeError where it is so already */
export function changeInstallation(world: World, told: InstallationTransition): void {
  const { db } = world;
  const find = () => {
    const installation = getInstallation(db, told.installation);
    if (!installation) throw new RangeError(`There is no installation ${told.installation}.`);
    return installation;
  };
  const before = find();
  const by = doerAt(db, before.account_id, told.by);
  const now = timestamp(world.now());
  const isSuspended = before.suspended_at !== null;
  if (told.to === "deleted") {
    announceInstallation(world, before, by, "deleted");
    deleteInstallation(db, before.id);
    return;
  }
  if (isSuspended === (told.to === "suspended")) {
    throw new RangeError(`Installation ${told.installation} is ${told.to} already.`);
  }
  setSuspended(db, before.id, isSuspended ? undefined : by.id, now);
  announceInstallation(world, find(), by, isSuspended ? "unsuspend" : "suspend");
}

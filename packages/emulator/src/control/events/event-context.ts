import type { FakeEventContext } from "../../deliveries/fakes/fake-context.ts";
import type { EventToSend } from "../../public.ts";
import { type Account, accounts, getAccount } from "../../state/accounts.ts";
import { type Installation, installations, isInInstallation } from "../../state/apps.ts";
import { ALL_ROWS, type Database } from "../../state/database.ts";
import { type Hook, hooks, ownerOf } from "../../state/hooks.ts";
import { activeInstallationsFor, repositoriesOfInstallation } from "../../state/installations.ts";
import { getRepository, type Repository, repositories } from "../../state/repositories.ts";
import { actingAccount, requireRepository } from "../find-by-name.ts";

/** Data that the event's payload requires. */
interface EventRequirements {
  /** Event name for error messages. */
  readonly event: string;
  readonly repository: boolean;
  readonly organization: boolean;
}

type EventLocation = Pick<EventToSend, "repository" | "organization" | "hook" | "sender">;

/**
 * Resolves where an event occurs, and who causes it.
 * @throws RangeError if a named resource doesn't exist or the event can't occur there
 */
export function resolveEventContext(
  db: Database,
  location: EventLocation,
  requirements: EventRequirements,
): FakeEventContext {
  const hook = location.hook === undefined ? undefined : requireHook(db, location.hook);
  const locationValue = location.repository ?? location.organization ?? location.hook;
  if (locationValue === undefined) {
    throw new RangeError(
      `${requirements.event} needs a "repository" (acme/widgets), an "organization" (acme) or a "hook" (1).`,
    );
  }
  const { account, repository, installation } = hook
    ? resolveHookTarget(db, hook, location, requirements)
    : { ...resolveTarget(db, location), installation: undefined };
  if (requirements.repository && !repository) {
    throw new RangeError(`${requirements.event} needs a "repository".`);
  }
  if (requirements.organization && account.type !== "Organization") {
    throw new RangeError(`${requirements.event} needs an organization, but ${account.login} is a user.`);
  }
  const sender = actingAccount(db, account.id, location.sender);
  return {
    account,
    repository,
    sender,
    otherUser: findOtherUser(db, account, sender),
    hook,
    installation: installation ?? activeInstallationsFor(db, account.id)[0],
  };
}

interface EventTarget {
  readonly account: Account;
  readonly repository: Repository | undefined;
}

function resolveTarget(db: Database, { repository: fullName, organization: login }: EventLocation): EventTarget {
  const organization = login === undefined ? undefined : accounts.find(db, { login });
  if (login !== undefined && organization?.type !== "Organization") {
    throw new RangeError(`There is no organization ${JSON.stringify(login)}.`);
  }
  if (fullName === undefined) {
    if (!organization) throw new Error("A repository or an organization must be named.");
    return { account: organization, repository: undefined };
  }
  const repository = requireRepository(db, fullName);
  if (organization && organization.id !== repository.owner_id) {
    throw new RangeError(`${fullName} is not a repository of ${organization.login}.`);
  }
  return { account: getAccount(db, repository.owner_id), repository };
}

function requireHook(db: Database, id: number): Hook {
  const hook = hooks.find(db, { id });
  if (!hook) throw new RangeError(`There is no webhook ${id}.`);
  return hook;
}

interface HookEventTarget extends EventTarget {
  readonly installation: Installation | undefined;
}

/**
 * Returns the target for a webhook's event: the named resource if the hook receives its events, otherwise the hook's
 * own.
 */
function resolveHookTarget(
  db: Database,
  hook: Hook,
  location: EventLocation,
  requirements: EventRequirements,
): HookEventTarget {
  const namedTarget =
    location.repository === undefined && location.organization === undefined ? undefined : resolveTarget(db, location);
  const unrelatedError = () =>
    new RangeError(`Webhook ${hook.id} receives no events of ${location.repository ?? location.organization}.`);
  const owner = ownerOf(hook);
  switch (owner.kind) {
    case "repository": {
      const repository = getRepository(db, owner.id);
      const account = repository && getAccount(db, repository.owner_id);
      if (!account) throw new Error(`The repository of webhook ${hook.id} does not exist.`);
      if (namedTarget && (namedTarget.repository?.id ?? repository.id) !== repository.id) throw unrelatedError();
      if (namedTarget && namedTarget.account.id !== account.id) throw unrelatedError();
      return { account, repository, installation: undefined };
    }
    case "organization": {
      const account = getAccount(db, owner.id);
      if (namedTarget && namedTarget.account.id !== account.id) throw unrelatedError();
      const repository = requirements.repository ? repositories.first(db, { owner_id: account.id }, "id") : undefined;
      return { account, repository: namedTarget?.repository ?? repository, installation: undefined };
    }
    case "app": {
      const match = { app_id: owner.id, account_id: namedTarget?.account.id };
      const installation = installations.first(db, match, "id");
      if (!installation)
        throw namedTarget ? unrelatedError() : new RangeError(`The app of webhook ${hook.id} has no installation.`);
      if (namedTarget?.repository && !isInInstallation(db, installation, namedTarget.repository))
        throw unrelatedError();
      const [first] = requirements.repository ? repositoriesOfInstallation(db, installation, null, ALL_ROWS).rows : [];
      return {
        account: getAccount(db, installation.account_id),
        repository: namedTarget?.repository ?? first,
        installation,
      };
    }
  }
}

/** Returns a user other than the sender, preferably a member of the organization. */
function findOtherUser(db: Database, account: Account, sender: Account): Account {
  const sql = `SELECT a.* FROM accounts a LEFT JOIN members m ON m.user_id = a.id AND m.organization_id = ?
    WHERE a.type = 'User' AND a.id <> ? ORDER BY m.user_id IS NULL, a.id LIMIT 1`;
  return db.get(accounts, sql, account.id, sender.id) ?? sender;
}

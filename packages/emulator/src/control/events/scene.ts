import type { SampleScene } from "../../deliveries/samples/scene.ts";
import type { EventToSend } from "../../public.ts";
import { Account, findAccount, getAccount } from "../../state/accounts.ts";
import { Installation, installationReaches } from "../../state/apps.ts";
import { type Database, EVERY } from "../../state/database.ts";
import { getHook, type Hook } from "../../state/hooks.ts";
import { activeInstallationsFor, repositoriesReachedBy } from "../../state/installations.ts";
import { getRepository, Repository } from "../../state/repositories.ts";
import { doerAt, repositoryNamed } from "../named.ts";

/** What an event must have a place in. */
interface Wanted {
  /** As it is called where something is refused. */
  readonly event: string;
  readonly repository: boolean;
  readonly organization: boolean;
}

type Told = Pick<EventToSend, "repository" | "organization" | "hook" | "sender">;

/**
 * Where somebody wants an event to happen, and by whom.
 * @throws RangeError where nothing of the kind is there, or the event can't happen there
 */
export function sceneOf(db: Database, told: Told, wanted: Wanted): SampleScene {
  const hook = told.hook === undefined ? undefined : hookOf(db, told.hook);
  const place = told.repository ?? told.organization ?? told.hook;
  if (place === undefined) {
    throw new RangeError(
      `Where does ${wanted.event} happen? Say it by "repository" (acme/widgets), "organization" (acme) or "hook" (1).`,
    );
  }
  const { account, repository, installation } = hook
    ? placeOfHook(db, hook, told, wanted)
    : { ...placeTold(db, told), installation: undefined };
  if (wanted.repository && !repository) {
    throw new RangeError(`${wanted.event} happens in a repository: say in which by "repository".`);
  }
  if (wanted.organization && account.type !== "Organization") {
    throw new RangeError(`${wanted.event} happens at an organization, and ${account.login} is none.`);
  }
  const sender = doerAt(db, account.id, told.sender);
  return {
    ...{ account, repository, sender, other: otherThan(db, account, sender), hook },
    installation: installation ?? activeInstallationsFor(db, account.id)[0],
  };
}

interface Spot {
  readonly account: Account;
  readonly repository: Repository | undefined;
}

/** The repository or organization that is named. */
function placeTold(db: Database, { repository: fullName, organization: login }: Told): Spot {
  const organization = login === undefined ? undefined : findAccount(db, login);
  if (login !== undefined && organization?.type !== "Organization") {
    throw new RangeError(`There is no organization ${JSON.stringify(login)}.`);
  }
  if (fullName === undefined) {
    if (!organization) throw new Error("Neither a repository nor an organization is named.");
    return { account: organization, repository: undefined };
  }
  const repository = repositoryNamed(db, fullName);
  if (organization && organization.id !== repository.owner_id) {
    throw new RangeError(`${fullName} is no repository of ${organization.login}.`);
  }
  return { account: getAccount(db, repository.owner_id), repository };
}

function hookOf(db: Database, id: number): Hook {
  const hook = getHook(db, id);
  if (!hook) throw new RangeError(`There is no webhook ${id}.`);
  return hook;
}

interface HookSpot extends Spot {
  readonly installation: Installation | undefined;
}

/** Where one webhook hears of: what is named, if it does, or else what it belongs to. */
function placeOfHook(db: Database, { id, owner }: Hook, told: Told, wanted: Wanted): HookSpot {
  const named = told.repository === undefined && told.organization === undefined ? undefined : placeTold(db, told);
  const unheard = () => new RangeError(`Webhook ${id} hears nothing of ${told.repository ?? told.organization}.`);
  switch (owner.kind) {
    case "repository": {
      const repository = getRepository(db, owner.id);
      const account = repository && getAccount(db, repository.owner_id);
      if (!account) throw new Error(`Webhook ${id} belongs to no repository.`);
      if (named && (named.repository?.id ?? repository.id) !== repository.id) throw unheard();
      if (named && named.account.id !== account.id) throw unheard();
      return { account, repository, installation: undefined };
    }
    case "organization": {
      const account = getAccount(db, owner.id);
      if (named && named.account.id !== account.id) throw unheard();
      const sql = "SELECT * FROM repositories WHERE owner_id = ? ORDER BY id LIMIT 1";
      const repository = wanted.repository ? db.get(Repository, sql, account.id) : undefined;
      return { account, repository: named?.repository ?? repository, installation: undefined };
    }
    case "app": {
      const sql =
        "SELECT * FROM installations WHERE app_id = ? AND (?2 IS NULL OR account_id = ?2) ORDER BY id LIMIT 1";
      const installation = db.get(Installation, sql, owner.id, named?.account.id ?? null);
      if (!installation) throw named ? unheard() : new RangeError(`The app of webhook ${id} is installed nowhere.`);
      if (named?.repository && !installationReaches(db, installation, named.repository)) throw unheard();
      const [first] = wanted.repository ? repositoriesReachedBy(db, installation, null, EVERY).rows : [];
      return { account: getAccount(db, installation.account_id), repository: named?.repository ?? first, installation };
    }
  }
}

/** A person beside the sender: a member of the organization before others. */
function otherThan(db: Database, account: Account, sender: Account): Account {
  const sql = `SELECT a.* FROM accounts a LEFT JOIN members m ON m.user_id = a.id AND m.organization_id = ?
    WHERE a.type = 'User' AND a.id <> ? ORDER BY m.user_id IS NULL, a.id LIMIT 1`;
  return db.get(Account, sql, account.id, sender.id) ?? sender;
}

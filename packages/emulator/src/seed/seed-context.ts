import type { Dialect } from "@forgehand/core/dialects";
import type { GpgKeyContent } from "../gpg/key.ts";
import { type Account, accounts } from "../state/accounts.ts";
import { type App, apps } from "../state/apps.ts";
import type { Database } from "../state/database.ts";
import type { NewDelivery } from "../state/deliveries.ts";
import { type Enterprise, enterprises } from "../state/enterprises.ts";
import { findByFullName, type Repository } from "../state/repositories.ts";
import { type Team, teams } from "../state/teams.ts";
import type { TokenValue } from "../state/tokens.ts";
import { timestamp } from "../timestamp.ts";
import { SeedError, type SeedPath } from "./seed-error.ts";
import { resolveTime, type SeedTime } from "./time.ts";

/** Parsed GPG keys by their armored text. */
export type ParsedGpgKeys = ReadonlyMap<string, GpgKeyContent>;

/**
 * Database and lookups for inserting a seed. All lookups require that the named object exists, and take the path of the
 * name in the part of the seed that is being inserted.
 */
export interface SeedContext {
  readonly db: Database;
  readonly dialect: Dialect;
  /** Start time of the emulator. */
  readonly start: Date;
  readonly gpgKeys: ParsedGpgKeys;
  readonly tokenValue: TokenValue;
  /** Declared deliveries. Recorded last, after everything that they can refer to. */
  readonly deliveries: NewDelivery[];
  /** URLs of the declared webhooks. */
  readonly hookUrls: string[];
  /** @throws SeedError if `found` is an object, so the name is already in use */
  assertUnused(found: object | undefined, ...path: SeedPath): void;
  /**
   * Converts a seed time to a stored timestamp. Defaults to a week before the start, so that later changes are newer.
   */
  toTimestamp(time: SeedTime | undefined): string;
  /** Like `toTimestamp`; null if no time is given. */
  timeOrNull(time: SeedTime | undefined): string | null;
  /** @throws SeedError if the user does not exist */
  user(login: string, ...path: SeedPath): Account;
  /**
   * Returns the author of a contribution: a user, or the bot of an app.
   * @throws SeedError if neither exists
   */
  actor(login: string, ...path: SeedPath): Account;
  /**
   * Returns the id of a user, or null if no login is given.
   * @throws SeedError if the user does not exist
   */
  userId(login: string | undefined, ...path: SeedPath): number | null;
  /** @throws SeedError if the organization does not exist */
  organization(login: string, ...path: SeedPath): Account;
  /**
   * Returns a user or an organization.
   * @throws SeedError if neither exists
   */
  account(login: string, ...path: SeedPath): Account;
  /** @throws SeedError if the enterprise does not exist */
  enterprise(slug: string, ...path: SeedPath): Enterprise;
  /**
   * Returns a repository by its full name, such as `acme/widgets`.
   * @throws SeedError if it does not exist
   */
  repository(fullName: string, ...path: SeedPath): Repository;
  /**
   * Returns an organization's repository.
   * @throws SeedError if it does not exist or has another owner
   */
  ownRepository(owner: Account, fullName: string, ...path: SeedPath): Repository;
  /**
   * Returns a team of an organization.
   * @throws SeedError if it does not exist
   */
  team(organization: Account, slug: string, ...path: SeedPath): Team;
  /** @throws SeedError if the app does not exist */
  app(slug: string, ...path: SeedPath): App;
}

/** Age of objects whose time is omitted. */
const DEFAULT_OFFSET = "-7d";

export function createSeedContext(
  db: Database,
  dialect: Dialect,
  start: Date,
  tokenValue: TokenValue,
  gpgKeys: ParsedGpgKeys = new Map(),
): SeedContext {
  function assertFound<T>(found: T | undefined, kind: string, name: string, path: SeedPath): T {
    if (found === undefined) throw new SeedError(path, `must name an existing ${kind}, got ${JSON.stringify(name)}`);
    return found;
  }
  const findOfType = (login: string, ...types: readonly Account["type"][]) => {
    const account = accounts.find(db, { login });
    return account && types.includes(account.type) ? account : undefined;
  };
  const toTimestamp = (time: SeedTime | undefined) => timestamp(resolveTime(time ?? DEFAULT_OFFSET, start));
  const user = (login: string, ...path: SeedPath) => assertFound(findOfType(login, "User"), "user", login, path);
  const repository = (fullName: string, ...path: SeedPath) =>
    assertFound(findByFullName(db, fullName), "repository", fullName, path);
  return {
    db,
    dialect,
    start,
    gpgKeys,
    tokenValue,
    deliveries: [],
    hookUrls: [],
    assertUnused: (found, ...path) => {
      if (found !== undefined) throw new SeedError(path, "must be unique: the name is already in use");
    },
    toTimestamp,
    timeOrNull: (time) => (time === undefined ? null : toTimestamp(time)),
    user,
    actor: (login, ...path) => assertFound(findOfType(login, "User", "Bot"), "user or bot", login, path),
    userId: (login, ...path) => (login === undefined ? null : user(login, ...path).id),
    organization: (login, ...path) => assertFound(findOfType(login, "Organization"), "organization", login, path),
    account: (login, ...path) => assertFound(findOfType(login, "User", "Organization"), "account", login, path),
    enterprise: (slug, ...path) => assertFound(enterprises.find(db, { slug }), "enterprise", slug, path),
    repository,
    ownRepository: (owner, fullName, ...path) => {
      const found = repository(fullName, ...path);
      if (found.owner_id === owner.id) return found;
      throw new SeedError(path, `must be a repository of ${owner.login}`);
    },
    team: (organization, slug, ...path) =>
      assertFound(teams.find(db, { organization_id: organization.id, slug }), "team", slug, path),
    app: (slug, ...path) => assertFound(apps.find(db, { slug }), "app", slug, path),
  };
}

import type { Dialect } from "@forgehand/core/dialects";
import type { GpgKeyContent } from "../gpg/key.ts";
import { type Account, findAccount } from "../state/accounts.ts";
import { type App, findApp } from "../state/apps.ts";
import type { Database } from "../state/database.ts";
import { type Enterprise, findEnterprise } from "../state/enterprises.ts";
import type { Hook } from "../state/hooks.ts";
import { findByFullName, type Repository } from "../state/repositories.ts";
import { findTeam, type Team } from "../state/teams.ts";
import { timestamp } from "../timestamp.ts";
import { type SeedPath, SeedProblem } from "./problem.ts";
import { readTime, type SeedTime } from "./time.ts";

/** The keys that people have, by their texts. */
export type KnownKeys = ReadonlyMap<string, GpgKeyContent>;

/** What a webhook is said to have been sent. */
export interface PlantedDelivery {
  readonly hook: Hook;
  readonly message: {
    readonly guid: string;
    readonly event: string;
    readonly action: string | null;
    readonly redelivery: boolean;
    readonly payload: object;
    readonly repository_id: number | null;
    readonly installation_id: number | null;
  };
  readonly delivered_at: number;
  readonly status_code: number;
  readonly response_body: string | null;
  /** Where in the seed it is. */
  readonly path: SeedPath;
}

/** What whoever puts a part of a seed into the state works with. Whatever is named must be there. */
export interface Planting {
  readonly db: Database;
  readonly dialect: Dialect;
  /** When the service starts. */
  readonly start: Date;
  readonly gpgKeys: KnownKeys;
  /** What webhooks are said to have been sent: recorded last, when all that it may name is there. */
  readonly deliveries: PlantedDelivery[];
  /** @throws SeedProblem where something has that name already */
  free(found: object | undefined, path: SeedPath): void;
  /** A time of the seed as the state keeps it; what says none is a week old, so that whatever is done next is later. */
  at(time: SeedTime | undefined): string;
  /** @throws SeedProblem where there is no such user */
  user(login: string, path: SeedPath): Account;
  /** The number of a user, if one is named. @throws SeedProblem where there is no such user */
  userId(login: string | undefined, path: SeedPath): number | null;
  /** @throws SeedProblem where there is no such organization */
  organization(login: string, path: SeedPath): Account;
  /** A user or an organization. @throws SeedProblem where there is neither */
  account(login: string, path: SeedPath): Account;
  /** @throws SeedProblem where there is no such enterprise */
  enterprise(slug: string, path: SeedPath): Enterprise;
  /** By its full name, `acme/widgets`. @throws SeedProblem where there is no such repository */
  repository(fullName: string, path: SeedPath): Repository;
  /** A team of an organization. @throws SeedProblem where there is no such team */
  team(organization: Account, slug: string, path: SeedPath): Team;
  /** @throws SeedProblem where there is no such app */
  app(slug: string, path: SeedPath): App;
}

/** How old things are that say nothing of it. */
const WEEK = "-7d";

export function createPlanting(db: Database, dialect: Dialect, start: Date, gpgKeys: KnownKeys): Planting {
  function there<T>(found: T | undefined, what: string, name: string, path: SeedPath): T {
    if (found === undefined) throw new SeedProblem(path, `there is no ${what} ${JSON.stringify(name)} in this seed`);
    return found;
  }
  const ofType = (login: string, type: Account["type"]) => {
    const account = findAccount(db, login);
    return account?.type === type ? account : undefined;
  };
  const user = (login: string, path: SeedPath) => there(ofType(login, "User"), "user", login, path);
  return {
    db,
    dialect,
    start,
    gpgKeys,
    deliveries: [],
    free: (found, path) => {
      if (found !== undefined) throw new SeedProblem(path, "is there already, by this name");
    },
    at: (time) => timestamp(readTime(time ?? WEEK, start)),
    user,
    userId: (login, path) => (login === undefined ? null : user(login, path).id),
    organization: (login, path) => there(ofType(login, "Organization"), "organization", login, path),
    account: (login, path) => there(findAccount(db, login), "account", login, path),
    enterprise: (slug, path) => there(findEnterprise(db, slug), "enterprise", slug, path),
    repository: (fullName, path) => there(findByFullName(db, fullName), "repository", fullName, path),
    team: (organization, slug, path) => there(findTeam(db, organization.id, slug), "team", slug, path),
    app: (slug, path) => there(findApp(db, slug), "app", slug, path),
  };
}

import type { Dialect } from "@forgehand/core/dialects";
import type { Database } from "../state/database.ts";
import { settleRuns, unheard } from "../state/workflow-machine.ts";
import { plantAccount, plantEnterprise, plantOrganization } from "./accounts.ts";
import { plantApp } from "./apps.ts";
import { createPlanting, type Planting } from "./planting.ts";
import type { SeedPath } from "./problem.ts";
import { readAs } from "./read-as.ts";
import { plantOrigins, plantRepository } from "./repositories.ts";
import { Seed } from "./schema.ts";
import type { Section } from "./section.ts";
import { readSeedKeys } from "./sections/gpg-keys.ts";
import { recordPlanted } from "./sections/hooks.ts";
import { ENTERPRISE_SECTIONS, ORGANIZATION_SECTIONS, REPOSITORY_SECTIONS, USER_SECTIONS } from "./sections/index.ts";
import { plantToken } from "./tokens.ts";

/**
 * Puts a seed into an empty state.
 * @returns the tokens by their names
 * @throws SeedProblem on whatever doesn't fit, with its path
 */
export async function plantSeed(
  db: Database,
  dialect: Dialect,
  input: unknown,
  start: Date,
): Promise<Record<string, string>> {
  const seed = readAs(Seed, input);
  const planting = createPlanting(db, dialect, start, await readSeedKeys(seed.users));
  return db.transaction(() => {
    for (const [login, user] of Object.entries(seed.users)) plantAccount(planting, login, "User", user);
    for (const [login, organization] of Object.entries(seed.organizations)) {
      plantOrganization(planting, login, organization);
    }
    for (const [slug, enterprise] of Object.entries(seed.enterprises)) plantEnterprise(planting, slug, enterprise);
    for (const [name, repository] of Object.entries(seed.repositories)) plantRepository(planting, name, repository);
    for (const [name, repository] of Object.entries(seed.repositories)) plantOrigins(planting, name, repository);
    for (const [slug, app] of Object.entries(seed.apps)) plantApp(planting, slug, app);

    const { user, organization, enterprise, repository } = planting;
    plantSections(planting, "users", USER_SECTIONS, seed.users, user);
    plantSections(planting, "repositories", REPOSITORY_SECTIONS, seed.repositories, repository);
    plantSections(planting, "organizations", ORGANIZATION_SECTIONS, seed.organizations, organization);
    plantSections(planting, "enterprises", ENTERPRISE_SECTIONS, seed.enterprises, enterprise);
    // What went on by itself until now did so before anybody could be told.
    settleRuns(unheard(db), start);
    recordPlanted(planting);
    return Object.fromEntries(
      Object.entries(seed.tokens).map(([name, token]) => [name, plantToken(planting, name, token)]),
    );
  });
}

function plantSections<O>(
  planting: Planting,
  kind: string,
  sections: Readonly<Record<string, Section<O>>>,
  owners: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  find: (name: string, path: SeedPath) => O,
): void {
  for (const [field, section] of Object.entries(sections)) {
    for (const [name, owner] of Object.entries(owners)) {
      const value = owner[field];
      if (value !== undefined) section.plant(planting, find(name, [kind, name]), value, [kind, name, field]);
    }
  }
}

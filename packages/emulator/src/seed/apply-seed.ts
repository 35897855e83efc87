import type { Dialect } from "@forgehand/core/dialects";
import type { Database } from "../state/database.ts";
import { recordDelivery, removeExcessDeliveries } from "../state/deliveries.ts";
import { ensureWorkflowBot } from "../state/workflow-app.ts";
import { advanceRuns, silentEngine } from "../state/workflow-engine.ts";
import { insertAccount, insertEnterprise, insertOrganization } from "./accounts.ts";
import { insertApp } from "./apps.ts";
import type { SeedSection } from "./define-section.ts";
import { parseWithSchema } from "./parse-with-schema.ts";
import { insertRepository, linkRepositoryOrigins } from "./repositories.ts";
import { Seed } from "./schema.ts";
import { parseSeedKeys } from "./sections/gpg-keys.ts";
import { ENTERPRISE_SECTIONS, ORGANIZATION_SECTIONS, REPOSITORY_SECTIONS, USER_SECTIONS } from "./sections/index.ts";
import { createSeedContext, type SeedContext } from "./seed-context.ts";
import { eachEntry, inside, type SeedPath } from "./seed-error.ts";
import { createTokenValue } from "./token-values.ts";
import { insertToken } from "./tokens.ts";

/** An applied seed. */
export interface AppliedSeed {
  /** Tokens by name. */
  readonly tokens: Readonly<Record<string, string>>;
  /** URLs of its webhooks. */
  readonly hookUrls: readonly string[];
}

/**
 * Inserts a seed into an empty database.
 * @throws SeedError with the path of the first invalid value
 */
export async function applySeed(
  db: Database,
  dialect: Dialect,
  input: unknown,
  start: Date,
  tokenValue = createTokenValue(),
): Promise<AppliedSeed> {
  const seed = parseWithSchema(Seed, input);
  const context = createSeedContext(db, dialect, start, tokenValue, await parseSeedKeys(seed.users));
  return db.transaction(() => {
    ensureWorkflowBot(db, dialect);
    eachEntry(["users"], seed.users, (login, input) => insertAccount(context, login, "User", input));
    eachEntry(["organizations"], seed.organizations, (login, input) => insertOrganization(context, login, input));
    eachEntry(["enterprises"], seed.enterprises, (slug, input) => insertEnterprise(context, slug, input));
    eachEntry(["repositories"], seed.repositories, (name, input) => insertRepository(context, name, input));
    eachEntry(["repositories"], seed.repositories, (name, input) => linkRepositoryOrigins(context, name, input));
    eachEntry(["apps"], seed.apps, (slug, input) => insertApp(context, slug, input));

    const { user, organization, enterprise, repository } = context;
    applySections(context, "users", USER_SECTIONS, seed.users, user);
    applySections(context, "repositories", REPOSITORY_SECTIONS, seed.repositories, repository);
    applySections(context, "organizations", ORGANIZATION_SECTIONS, seed.organizations, organization);
    applySections(context, "enterprises", ENTERPRISE_SECTIONS, seed.enterprises, enterprise);
    // Advances runs to the start time before any listener is registered, so that no events are sent for the past.
    advanceRuns(silentEngine(db), start);
    for (const delivery of context.deliveries) recordDelivery(db, delivery);
    removeExcessDeliveries(db);
    const tokens = eachEntry(["tokens"], seed.tokens, (name, input) => [name, insertToken(context, name, input)]);
    return { tokens: Object.fromEntries(tokens), hookUrls: context.hookUrls };
  });
}

function applySections<O>(
  context: SeedContext,
  kind: string,
  sections: Readonly<Record<string, SeedSection<O>>>,
  owners: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  find: (name: string, ...path: SeedPath) => O,
): void {
  for (const [field, section] of Object.entries(sections)) {
    for (const [name, owner] of Object.entries(owners)) {
      const value = owner[field];
      if (value === undefined) continue;
      const found = find(name, kind, name);
      inside([kind, name, field], () => section.apply(context, found, value));
    }
  }
}

import { isDeepStrictEqual } from "node:util";
import { changeEvents } from "../../deliveries/events/repositories.ts";
import type { Account } from "../../state/accounts.ts";
import {
  configurationFollowed,
  DEFAULT_KINDS,
  defaultsOf,
  findConfiguration,
  type SecurityConfiguration,
  setConfigured,
} from "../../state/code-security-configurations.ts";
import type { Database } from "../../state/database.ts";
import { type Repository, type RepositorySettings, repositoryOf } from "../../state/repositories.ts";
import { updateRepository } from "../../state/repository-changes.ts";
import { featuresSet, follows, withFeatures } from "../../state/repository-security.ts";
import { timestamp } from "../../timestamp.ts";
import type { World } from "../../world.ts";

// What security configurations make of repositories (public documentation of security configurations).

/** Gives a repository other settings, and tells of what was switched. */
export function switchFeatures(
  world: World,
  repository: Repository,
  settings: RepositorySettings,
  sender: Account,
): void {
  if (isDeepStrictEqual(settings, repository.settings)) return;
  updateRepository(world.db, repository, { settings }, timestamp(world.now()));
  const after = repositoryOf(world.db, repository.id);
  for (const event of changeEvents(world, repository, after, sender)) world.deliveries.emit(repository.id, event);
}

/** Attaches a configuration to a repository, in place of any other, and gives it its features. */
export function attach(
  world: World,
  repository: Repository,
  configuration: SecurityConfiguration,
  sender: Account,
): void {
  setConfigured(world.db, repository.id, { configuration_id: configuration.id, status: "attached" });
  switchFeatures(world, repository, withFeatures(repository.settings, configuration), sender);
}

/** Attaches the configuration that is the default for such a repository to one that was just made, if there is any. */
export function attachDefault(world: World, repository: Repository, sender: Account): void {
  const [open, closed] = DEFAULT_KINDS;
  const kind = repository.private ? closed : open;
  const found = defaultsOf(world.db, repository.owner_id).find((one) => one.kind === kind);
  const configuration = found && findConfiguration(world.db, repository.owner_id, found.configuration_id);
  if (configuration) attach(world, repository, configuration, sender);
}

/**
 * What becomes of a repository's settings when somebody switches features there: those that an enforced configuration says
 * something of stay as they are, without a word.
 */
export function heldSettings(db: Database, { id, settings: before }: Repository, wanted: RepositorySettings) {
  const configuration = configurationFollowed(db, id);
  if (configuration?.enforcement !== "enforced") return wanted;
  const held = [...featuresSet(configuration.settings).keys()];
  const reviewers = held.includes("secret_scanning_delegated_bypass") ? before.bypass_reviewers : undefined;
  const kept = Object.entries(before.security).filter(([feature]) => held.includes(feature));
  const free = Object.entries(wanted.security).filter(([feature]) => !held.includes(feature));
  return {
    ...wanted,
    security: Object.fromEntries([...kept, ...free]),
    ...(reviewers ? { bypass_reviewers: reviewers } : {}),
  };
}

/** A repository that was changed into something else than its configuration says no longer follows that. */
export function leaveConfiguration(db: Database, repository: Repository): void {
  const configuration = configurationFollowed(db, repository.id);
  if (!configuration || follows(repository, configuration.settings)) return;
  setConfigured(db, repository.id, { configuration_id: configuration.id, status: "removed" });
}

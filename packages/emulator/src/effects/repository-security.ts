import { isDeepStrictEqual } from "node:util";
import { changeEvents } from "../deliveries/events/repositories.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import type { Account } from "../state/accounts.ts";
import {
  attachedConfiguration,
  configuredRepositories,
  DEFAULT_KINDS,
  defaultConfigurations,
  findSecurityConfiguration,
  type SecurityConfiguration,
} from "../state/code-security-configurations.ts";
import type { Database } from "../state/database.ts";
import { type Repository, type RepositorySettings, repositoryOf } from "../state/repositories.ts";
import { updateRepository } from "../state/repository-changes.ts";
import { configuredFeatures, matchesConfiguration, withConfiguration } from "../state/repository-security.ts";
import { timestamp } from "../timestamp.ts";

// Effects of code security configurations on repositories.

/** Updates a repository's settings and sends events about changed features. */
export function updateFeatures(
  context: EmulatorContext,
  repository: Repository,
  settings: RepositorySettings,
  sender: Account,
): void {
  if (isDeepStrictEqual(settings, repository.settings)) return;
  updateRepository(context.db, repository, { settings }, timestamp(context.now()));
  const after = repositoryOf(context.db, repository.id);
  for (const event of changeEvents(context, repository, after, sender)) context.deliveries.emit(repository.id, event);
}

/** Attaches a configuration to a repository, replacing any other, and applies its features. */
export function attachConfiguration(
  context: EmulatorContext,
  repository: Repository,
  configuration: SecurityConfiguration,
  sender: Account,
): void {
  configuredRepositories.put(context.db, {
    repository_id: repository.id,
    configuration_id: configuration.id,
    status: "attached",
  });
  updateFeatures(context, repository, withConfiguration(repository.settings, configuration), sender);
}

/** Attaches the organization's default configuration to a new repository, if there is one. */
export function attachDefaultConfiguration(context: EmulatorContext, repository: Repository, sender: Account): void {
  const [publicKind, privateKind] = DEFAULT_KINDS;
  const kind = repository.private ? privateKind : publicKind;
  const found = defaultConfigurations
    .all(context.db, { organization_id: repository.owner_id }, "kind DESC")
    .find((candidate) => candidate.kind === kind);
  const configuration = found && findSecurityConfiguration(context.db, repository.owner_id, found.configuration_id);
  if (configuration) attachConfiguration(context, repository, configuration, sender);
}

/** Returns the settings after a change. Features of an enforced configuration silently keep their values. */
export function enforceSettings(db: Database, { id, settings: current }: Repository, requested: RepositorySettings) {
  const configuration = attachedConfiguration(db, id);
  if (configuration?.enforcement !== "enforced") return requested;
  const enforcedFeatures = [...configuredFeatures(configuration.settings).keys()];
  const reviewers = enforcedFeatures.includes("secret_scanning_delegated_bypass")
    ? current.bypass_reviewers
    : undefined;
  const enforced = Object.entries(current.security).filter(([feature]) => enforcedFeatures.includes(feature));
  const changeable = Object.entries(requested.security).filter(([feature]) => !enforcedFeatures.includes(feature));
  return {
    ...requested,
    security: Object.fromEntries([...enforced, ...changeable]),
    ...(reviewers ? { bypass_reviewers: reviewers } : {}),
  };
}

/** Detaches a repository from its configuration if its settings differ from the configuration. */
export function detachIfChanged(db: Database, repository: Repository): void {
  const configuration = attachedConfiguration(db, repository.id);
  if (!configuration || matchesConfiguration(repository, configuration.settings)) return;
  configuredRepositories.put(db, {
    repository_id: repository.id,
    configuration_id: configuration.id,
    status: "removed",
  });
}

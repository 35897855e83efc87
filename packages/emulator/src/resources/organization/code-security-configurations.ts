import { isDeepStrictEqual } from "node:util";
import type { Input } from "@forgehand/core/contract";
import {
  attachCodeSecurityConfiguration,
  createCodeSecurityConfiguration,
  deleteCodeSecurityConfiguration,
  detachCodeSecurityConfigurations,
  getCodeSecurityConfiguration,
  getDefaultCodeSecurityConfigurations,
  listCodeSecurityConfigurationRepositories,
  listCodeSecurityConfigurations,
  setDefaultCodeSecurityConfiguration,
  updateCodeSecurityConfiguration,
} from "@forgehand/core/operations";
import * as z from "zod/mini";
import { visibleRepositories } from "../../callers/visible.ts";
import { attachConfiguration } from "../../effects/repository-security.ts";
import { type OrganizationCall, organizationHandler, requireActor } from "../../http/handler.ts";
import { reply } from "../../http/reply.ts";
import { forbidden, invalid, requireFound } from "../../http-error.ts";
import { renderSecurityConfiguration } from "../../objects/code-security-configuration.ts";
import { renderSimpleRepository } from "../../objects/repository.ts";
import * as state from "../../state/code-security-configurations.ts";
import type { Condition } from "../../state/condition.ts";
import { ALL_ROWS } from "../../state/database.ts";
import { type Repository, repositoryOf } from "../../state/repositories.ts";
import { repositoriesOf } from "../../state/repository-lists.ts";
import { teams } from "../../state/teams.ts";
import { timestamp } from "../../timestamp.ts";
import { cursorPage } from "../shared/cursor-pages.ts";
import { checkRepositories, ORGANIZATION_SELECTION } from "../shared/selected-repositories.ts";

export const codeSecurityConfigurations = [
  organizationHandler(listCodeSecurityConfigurations, ({ target_type, ...query }, call) => {
    const all = state.securityConfigurationsOf(call.context.db, call.organization.id);
    const rows = target_type === "global" ? all.filter(({ organization_id }) => organization_id === null) : all;
    return cursorPage(call, rows, query, { name: "id", sortKeyOf: ({ id }) => [id] }).map((configuration) =>
      renderConfiguration(call, configuration),
    );
  }),

  organizationHandler(createCodeSecurityConfiguration, (input, call) => {
    const { context, organization } = call;
    const requested = {
      name: validateName(call, input.name),
      description: input.description ?? null,
      settings: mergeSettings(call, z.parse(state.SecuritySettings, {}), input),
      enforcement: input.enforcement ?? "enforced",
    };
    const now = timestamp(context.now());
    const created = state.createSecurityConfiguration(context.db, organization.id, requested, now);
    const output = renderConfiguration(call, created);
    return reply(201, output, { location: output.url });
  }),

  organizationHandler(getDefaultCodeSecurityConfigurations, (_input, call) => {
    const { context, organization } = call;
    const defaults = state.defaultConfigurations.all(context.db, { organization_id: organization.id }, "kind DESC");
    const ids = [...new Set(defaults.map(({ configuration_id }) => configuration_id))];
    return ids.map((id) => ({
      default_for_new_repos: defaultForNewRepos(defaults, id),
      configuration: renderConfiguration(call, requireConfiguration(call, id)),
    }));
  }),

  organizationHandler(detachCodeSecurityConfigurations, ({ selected_repository_ids }, call) => {
    const { context } = call;
    for (const id of checkRepositories(ORGANIZATION_SELECTION, call, selected_repository_ids)) {
      const attachment = state.configuredRepositories.find(context.db, { repository_id: id });
      if (attachment) state.configuredRepositories.put(context.db, { ...attachment, status: "detached" });
    }
  }),

  organizationHandler(getCodeSecurityConfiguration, ({ configuration_id }, call) =>
    renderConfiguration(call, requireConfiguration(call, configuration_id)),
  ),

  organizationHandler(updateCodeSecurityConfiguration, (input, call) => {
    const { context, organization } = call;
    const { db } = context;
    const before = requireOwnConfiguration(call, input.configuration_id);
    const requested = {
      name: input.name === undefined ? before.name : validateName(call, input.name, before),
      description: input.description ?? before.description,
      settings: mergeSettings(call, before.settings, input),
      enforcement: input.enforcement ?? before.enforcement,
    };
    const { name, description, settings, enforcement } = before;
    if (isDeepStrictEqual(requested, { name, description, settings, enforcement })) return undefined;
    const after = state.updateSecurityConfiguration(db, before, requested, timestamp(context.now()));
    for (const repository of state.repositoriesWithConfiguration(db, organization.id, before.id, ANY_REPOSITORY)) {
      if (repository.status === "attached")
        attachConfiguration(context, repositoryOf(db, repository.id), after, requireActor(call));
    }
    return renderConfiguration(call, after);
  }),

  organizationHandler(deleteCodeSecurityConfiguration, ({ configuration_id }, call) => {
    state.deleteSecurityConfiguration(call.context.db, requireOwnConfiguration(call, configuration_id));
  }),

  organizationHandler(attachCodeSecurityConfiguration, (input, call) => {
    const configuration = requireConfiguration(call, input.configuration_id);
    for (const repository of repositoriesInScope(call, input))
      attachConfiguration(call.context, repository, configuration, requireActor(call));
  }),

  organizationHandler(
    setDefaultCodeSecurityConfiguration,
    ({ configuration_id, default_for_new_repos: kinds }, call) => {
      const { context, organization } = call;
      const configuration = requireConfiguration(call, configuration_id);
      if (kinds !== undefined)
        state.setDefaultConfiguration(context.db, organization.id, configuration.id, KINDS_BY_DEFAULT[kinds]);
      const defaults = state.defaultConfigurations.all(context.db, { organization_id: organization.id }, "kind DESC");
      return {
        default_for_new_repos: defaultForNewRepos(defaults, configuration.id),
        configuration: renderConfiguration(call, configuration),
      };
    },
  ),

  organizationHandler(
    listCodeSecurityConfigurationRepositories,
    ({ configuration_id, status = "all", ...query }, call) => {
      const { context, organization, caller } = call;
      const configuration = requireConfiguration(call, configuration_id);
      const requested = parseStatuses(status);
      const rows = state
        .repositoriesWithConfiguration(context.db, organization.id, configuration.id, visibleRepositories(caller))
        .map((repository) => ({ status: reportedStatus(configuration, repository), repository }))
        .filter((row) => (requested ? requested.has(row.status) : row.status !== "detached"));
      return cursorPage(call, rows, query, { name: "repository", sortKeyOf: ({ repository }) => [repository.id] }).map(
        (row) => ({
          status: row.status,
          repository: renderSimpleRepository(context, row.repository),
        }),
      );
    },
  ),
];

const ANY_REPOSITORY: Condition = { sql: "TRUE", values: [] };

const renderConfiguration = ({ context, organization }: OrganizationCall, configuration: state.SecurityConfiguration) =>
  renderSecurityConfiguration(context, organization, configuration);

/** @throws HttpError 404 */
function requireConfiguration({ context, organization }: OrganizationCall, id: number): state.SecurityConfiguration {
  return requireFound(state.findSecurityConfiguration(context.db, organization.id, id));
}

/**
 * Returns a configuration that can be changed.
 * @throws HttpError 404, or 403 for a global configuration
 */
function requireOwnConfiguration(call: OrganizationCall, id: number): state.SecurityConfiguration {
  const configuration = requireConfiguration(call, id);
  if (configuration.organization_id === null) throw forbidden("A global configuration can't be changed.");
  return configuration;
}

/** @throws HttpError 422 if the name is blank or already taken */
function validateName(
  { context, organization }: OrganizationCall,
  name: string,
  current?: state.SecurityConfiguration,
): string {
  if (name.trim() === "") throw invalid("name", "name can't be blank");
  const existing = state.securityConfigurations.find(context.db, { organization_id: organization.id, name });
  if (existing && existing.id !== current?.id) throw invalid("name", "name has already been taken", "already_exists");
  return name;
}

type ConfigurationInput = Partial<Input<typeof updateCodeSecurityConfiguration>>;

/** The two features that `advanced_security` sets at once. The features' own fields take precedence. */
const ADVANCED_SECURITY_SETTINGS = {
  enabled: { code_security: "enabled", secret_protection: "enabled" },
  disabled: { code_security: "disabled", secret_protection: "disabled" },
  code_security: { code_security: "enabled", secret_protection: "disabled" },
  secret_protection: { code_security: "disabled", secret_protection: "enabled" },
} as const;

/**
 * Merges the input into the current settings.
 * @throws HttpError 422 if the settings are inconsistent
 */
function mergeSettings(
  { context, organization }: OrganizationCall,
  before: state.SecuritySettings,
  { advanced_security: advanced, ...input }: ConfigurationInput,
): state.SecuritySettings {
  const settings = z.parse(state.SecuritySettings, {
    ...before,
    ...(advanced === undefined ? {} : ADVANCED_SECURITY_SETTINGS[advanced]),
    ...input,
    ...mergeOptions(before, input, "dependency_graph_autosubmit_action_options"),
    ...mergeOptions(before, input, "code_scanning_options"),
    ...mergeOptions(before, input, "code_scanning_default_setup_options"),
    ...mergeOptions(before, input, "secret_scanning_delegated_bypass_options"),
  });
  if (settings.updater_delegated_alert_dismissal === "enabled" && settings.updater_alerts !== "enabled") {
    throw invalid(
      "updater_delegated_alert_dismissal",
      "updater_delegated_alert_dismissal requires updater_alerts to be enabled",
    );
  }
  const runner = settings.code_scanning_default_setup_options;
  if (runner?.runner_type === "labeled" && !runner.runner_label) {
    throw invalid("code_scanning_default_setup_options.runner_label", "runner_label is required for labeled runners");
  }
  for (const { reviewer_id, reviewer_type } of settings.secret_scanning_delegated_bypass_options.reviewers) {
    if (reviewer_type !== "TEAM" || teams.find(context.db, { id: reviewer_id })?.organization_id === organization.id)
      continue;
    throw invalid(
      "secret_scanning_delegated_bypass_options.reviewers",
      `reviewers must be teams of the organization, got ${reviewer_id}`,
    );
  }
  return settings;
}

type OptionsSetting = Extract<keyof state.SecuritySettings, `${string}_options`>;

/** Merges options, so that a partial update keeps the rest. */
function mergeOptions(before: state.SecuritySettings, input: ConfigurationInput, name: OptionsSetting) {
  const options = input[name];
  return options ? { [name]: { ...before[name], ...options } } : {};
}

/**
 * Returns the repositories to attach a configuration to.
 * @throws HttpError 422 if one isn't the organization's
 */
function repositoriesInScope(
  call: OrganizationCall,
  { scope, selected_repository_ids }: Input<typeof attachCodeSecurityConfiguration>,
): Repository[] {
  const { db } = call.context;
  if (scope === "selected") {
    const ids = checkRepositories(ORGANIZATION_SELECTION, call, selected_repository_ids);
    return [...ids].map((id) => repositoryOf(db, id));
  }
  const order = { sort: "created", direction: "asc" } as const;
  const { rows } = repositoriesOf(db, call.organization.id, SCOPE_CONDITIONS[scope], order, ALL_ROWS);
  return rows;
}

const SCOPE_CONDITIONS: Readonly<
  Record<"all" | "all_without_configurations" | "public" | "private_or_internal", Condition>
> = {
  all: ANY_REPOSITORY,
  all_without_configurations: {
    sql: "r.id NOT IN (SELECT repository_id FROM configured_repositories WHERE status <> 'detached')",
    values: [],
  },
  public: { sql: "r.private = 0", values: [] },
  private_or_internal: { sql: "r.private = 1", values: [] },
};

/** The kinds of repositories for each value of `default_for_new_repos`. */
const KINDS_BY_DEFAULT: Readonly<
  Record<"all" | "none" | "public" | "private_and_internal", readonly state.DefaultKind[]>
> = {
  all: state.DEFAULT_KINDS,
  none: [],
  public: ["public"],
  private_and_internal: ["private_and_internal"],
};

/** Returns the value of `default_for_new_repos` for a configuration. */
function defaultForNewRepos(defaults: readonly state.DefaultConfiguration[], id: number) {
  const [kind, ...others] = defaults.filter(({ configuration_id }) => configuration_id === id);
  return others.length > 0 ? "all" : (kind?.kind ?? "none");
}

const ATTACHMENT_STATUSES = [
  "attached",
  "attaching",
  "detached",
  "removed",
  "enforced",
  "failed",
  "updating",
  "removed_by_enterprise",
];

/**
 * Parses the requested statuses.
 * @returns undefined for `all`, which doesn't include detached repositories
 */
function parseStatuses(text: string): ReadonlySet<string> | undefined {
  const statuses = text.split(",").map((status) => status.trim());
  if (statuses.includes("all")) return undefined;
  const unknown = statuses.find((status) => !ATTACHMENT_STATUSES.includes(status));
  if (unknown !== undefined) throw invalid("status", `unknown status ${JSON.stringify(unknown)}`);
  return new Set(statuses);
}

/** Attached repositories of an enforced configuration are reported as `enforced`. */
function reportedStatus({ enforcement }: state.SecurityConfiguration, { status }: state.ConfiguredRepository) {
  return status === "attached" && enforcement === "enforced" ? "enforced" : status;
}

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
import { visibleTo } from "../../callers/visible.ts";
import { type OrganizationCall, onOrganization } from "../../http/call.ts";
import { forbidden, invalid, notFound } from "../../http/refusal.ts";
import { renderSecurityConfiguration } from "../../objects/code-security-configuration.ts";
import { renderSimpleRepository } from "../../objects/repository.ts";
import type { Account } from "../../state/accounts.ts";
import * as state from "../../state/code-security-configurations.ts";
import type { Condition } from "../../state/condition.ts";
import { EVERY } from "../../state/database.ts";
import { type Repository, repositoryOf } from "../../state/repositories.ts";
import { repositoriesOf } from "../../state/repository-lists.ts";
import { getTeam } from "../../state/teams.ts";
import { timestamp } from "../../timestamp.ts";
import { cursorPage } from "../families/cursor-pages.ts";
import { attach } from "../families/repository-security.ts";
import { ownRepositories } from "../families/selected-repositories.ts";

export const codeSecurityConfigurations = [
  onOrganization(listCodeSecurityConfigurations, ({ target_type, ...query }, call) => {
    const all = state.configurationsOf(call.world.db, call.organization.id);
    const rows = target_type === "global" ? all.filter(({ organization_id }) => organization_id === null) : all;
    return cursorPage(call, rows, query, { by: "id", placeOf: ({ id }) => [id] }).map((configuration) =>
      render(call, configuration),
    );
  }),

  onOrganization(createCodeSecurityConfiguration, (input, call) => {
    const { world, organization } = call;
    const wanted = {
      name: readName(call, input.name),
      description: input.description ?? null,
      settings: readSettings(call, z.parse(state.SecuritySettings, {}), input),
      enforcement: input.enforcement ?? "enforced",
    };
    return render(call, state.createConfiguration(world.db, organization.id, wanted, timestamp(world.now())));
  }),

  onOrganization(getDefaultCodeSecurityConfigurations, (_input, call) => {
    const { world, organization } = call;
    const defaults = state.defaultsOf(world.db, organization.id);
    const ids = [...new Set(defaults.map(({ configuration_id }) => configuration_id))];
    return ids.map((id) => ({
      default_for_new_repos: kindsInAWord(defaults, id),
      configuration: render(call, configurationOf(call, id)),
    }));
  }),

  onOrganization(detachCodeSecurityConfigurations, ({ selected_repository_ids }, { world, organization }) => {
    for (const id of ownRepositories(world.db, organization, selected_repository_ids)) {
      const configured = state.configuredAs(world.db, id);
      if (configured) state.setConfigured(world.db, id, { ...configured, status: "detached" });
    }
    return undefined;
  }),

  onOrganization(getCodeSecurityConfiguration, ({ configuration_id }, call) =>
    render(call, configurationOf(call, configuration_id)),
  ),

  onOrganization(updateCodeSecurityConfiguration, (input, call) => {
    const { world, organization } = call;
    const { db } = world;
    const before = ownConfiguration(call, input.configuration_id);
    const wanted = {
      name: input.name === undefined ? before.name : readName(call, input.name, before),
      description: input.description ?? before.description,
      settings: readSettings(call, before.settings, input),
      enforcement: input.enforcement ?? before.enforcement,
    };
    const { name, description, settings, enforcement } = before;
    if (isDeepStrictEqual(wanted, { name, description, settings, enforcement })) return undefined;
    const after = state.updateConfiguration(db, before, wanted, timestamp(world.now()));
    for (const repository of state.configuredRepositories(db, organization.id, before.id, EVERYWHERE)) {
      if (repository.status === "attached") attach(world, repositoryOf(db, repository.id), after, senderOf(call));
    }
    return render(call, after);
  }),

  onOrganization(deleteCodeSecurityConfiguration, ({ configuration_id }, call) => {
    state.deleteConfiguration(call.world.db, ownConfiguration(call, configuration_id));
    return undefined;
  }),

  onOrganization(attachCodeSecurityConfiguration, (input, call) => {
    const configuration = configurationOf(call, input.configuration_id);
    for (const repository of repositoriesIn(call, input)) attach(call.world, repository, configuration, senderOf(call));
    return undefined;
  }),

  onOrganization(setDefaultCodeSecurityConfiguration, ({ configuration_id, default_for_new_repos: kinds }, call) => {
    const { world, organization } = call;
    const configuration = configurationOf(call, configuration_id);
    if (kinds !== undefined) state.setDefaultFor(world.db, organization.id, configuration.id, KINDS[kinds]);
    const defaults = state.defaultsOf(world.db, organization.id);
    return {
      default_for_new_repos: kindsInAWord(defaults, configuration.id),
      configuration: render(call, configuration),
    };
  }),

  onOrganization(listCodeSecurityConfigurationRepositories, ({ configuration_id, status = "all", ...query }, call) => {
    const { world, organization, caller } = call;
    const configuration = configurationOf(call, configuration_id);
    const wanted = readStatuses(status);
    const rows = state
      .configuredRepositories(world.db, organization.id, configuration.id, visibleTo(caller))
      .map((repository) => ({ status: shownStatus(configuration, repository), repository }))
      .filter((one) => (wanted ? wanted.has(one.status) : one.status !== "detached"));
    return cursorPage(call, rows, query, { by: "repository", placeOf: ({ repository }) => [repository.id] }).map(
      (one) => ({
        status: one.status,
        repository: renderSimpleRepository(world, one.repository),
      }),
    );
  }),
];

const EVERYWHERE: Condition = { sql: "TRUE", values: [] };

const render = ({ world, organization }: OrganizationCall, configuration: state.SecurityConfiguration) =>
  renderSecurityConfiguration(world, organization, configuration);

/** Whose doing it is: who has no person behind it is announced as the organization. */
const senderOf = ({ caller, organization }: OrganizationCall): Account => caller.user ?? organization;

/** @throws Refusal 404 */
function configurationOf({ world, organization }: OrganizationCall, id: number): state.SecurityConfiguration {
  const configuration = state.findConfiguration(world.db, organization.id, id);
  if (!configuration) throw notFound();
  return configuration;
}

/** One that may be changed. @throws Refusal 404; 403 on the service's own */
function ownConfiguration(call: OrganizationCall, id: number): state.SecurityConfiguration {
  const configuration = configurationOf(call, id);
  if (configuration.organization_id === null) throw forbidden("A global configuration can't be changed.");
  return configuration;
}

/** @throws Refusal 422 on a name that is none, or another configuration's */
function readName({ world, organization }: OrganizationCall, name: string, own?: state.SecurityConfiguration): string {
  if (name.trim() === "") throw invalid("name", "name can't be blank");
  const holder = state.findConfigurationByName(world.db, organization.id, name);
  if (holder && holder.id !== own?.id) throw invalid("name", "name has already been taken", "already_exists");
  return name;
}

type Told = Partial<Input<typeof updateCodeSecurityConfiguration>>;

/** What one word says of two features; either of them counts before it where it is told by itself. */
const ADVANCED = {
  enabled: { code_security: "enabled", secret_protection: "enabled" },
  disabled: { code_security: "disabled", secret_protection: "disabled" },
  code_security: { code_security: "enabled", secret_protection: "disabled" },
  secret_protection: { code_security: "disabled", secret_protection: "enabled" },
} as const;

/** The settings that a call makes of those before. @throws Refusal 422 on what doesn't go together */
function readSettings(
  { world, organization }: OrganizationCall,
  before: state.SecuritySettings,
  { advanced_security: advanced, ...told }: Told,
): state.SecuritySettings {
  const settings = z.parse(state.SecuritySettings, {
    ...before,
    ...(advanced === undefined ? {} : ADVANCED[advanced]),
    ...told,
    ...merged(before, told, "dependency_graph_autosubmit_action_options"),
    ...merged(before, told, "code_scanning_options"),
    ...merged(before, told, "code_scanning_default_setup_options"),
    ...merged(before, told, "secret_scanning_delegated_bypass_options"),
  });
  if (settings.updater_delegated_alert_dismissal === "enabled" && settings.updater_alerts !== "enabled") {
    throw invalid("updater_delegated_alert_dismissal", "it needs the updater's alerts to be enabled");
  }
  const runner = settings.code_scanning_default_setup_options;
  if (runner?.runner_type === "labeled" && !runner.runner_label) {
    throw invalid("code_scanning_default_setup_options.runner_label", "labeled runners have a label");
  }
  for (const { reviewer_id, reviewer_type } of settings.secret_scanning_delegated_bypass_options.reviewers) {
    if (reviewer_type !== "TEAM" || getTeam(world.db, reviewer_id)?.organization_id === organization.id) continue;
    throw invalid("secret_scanning_delegated_bypass_options.reviewers", `there is no team ${reviewer_id}`);
  }
  return settings;
}

type Options = Extract<keyof state.SecuritySettings, `${string}_options`>;

/** Options of which a part is told keep the rest. */
function merged(before: state.SecuritySettings, told: Told, name: Options) {
  const options = told[name];
  return options ? { [name]: { ...before[name], ...options } } : {};
}

/** The repositories that a configuration is to be attached to. @throws Refusal 422 on one that isn't the organization's */
function repositoriesIn(
  { world: { db }, organization }: OrganizationCall,
  { scope, selected_repository_ids = [] }: Input<typeof attachCodeSecurityConfiguration>,
): Repository[] {
  if (scope === "selected") {
    return [...ownRepositories(db, organization, selected_repository_ids)].map((id) => repositoryOf(db, id));
  }
  const order = { sort: "created", direction: "asc" } as const;
  const { rows } = repositoriesOf(db, organization.id, SCOPES[scope], order, EVERY);
  return rows;
}

const SCOPES: Readonly<Record<"all" | "all_without_configurations" | "public" | "private_or_internal", Condition>> = {
  all: EVERYWHERE,
  all_without_configurations: {
    sql: "r.id NOT IN (SELECT repository_id FROM configured_repositories WHERE status <> 'detached')",
    values: [],
  },
  public: { sql: "r.private = 0", values: [] },
  private_or_internal: { sql: "r.private = 1", values: [] },
};

/** What is said of kinds of repositories, and which they are. */
const KINDS: Readonly<Record<"all" | "none" | "public" | "private_and_internal", readonly state.DefaultKind[]>> = {
  all: state.DEFAULT_KINDS,
  none: [],
  public: ["public"],
  private_and_internal: ["private_and_internal"],
};

/** Which new repositories get a configuration. */
function kindsInAWord(defaults: readonly state.Default[], id: number) {
  const [kind, ...others] = defaults.filter(({ configuration_id }) => configuration_id === id);
  return others.length > 0 ? "all" : (kind?.kind ?? "none");
}

const STATUSES = [
  "attached",
  "attaching",
  "detached",
  "removed",
  "enforced",
  "failed",
  "updating",
  "removed_by_enterprise",
];

/** The statuses that are asked for; undefined for all of those that a configuration's own repositories can have. */
function readStatuses(text: string): ReadonlySet<string> | undefined {
  const words = text.split(",").map((word) => word.trim());
  if (words.includes("all")) return undefined;
  const unknown = words.find((word) => !STATUSES.includes(word));
  if (unknown !== undefined) throw invalid("status", `there is no status ${JSON.stringify(unknown)}`);
  return new Set(words);
}

/** Who follows an enforced configuration can't leave it. */
function shownStatus({ enforcement }: state.SecurityConfiguration, { status }: state.ConfiguredRepository) {
  return status === "attached" && enforcement === "enforced" ? "enforced" : status;
}

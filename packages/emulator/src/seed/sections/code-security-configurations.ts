import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import * as state from "../../state/code-security-configurations.ts";
import { updateRepository } from "../../state/repository-changes.ts";
import { withConfiguration } from "../../state/repository-security.ts";
import { recordSection } from "../define-section.ts";
import { names } from "../fields.ts";
import { each, SeedError } from "../seed-error.ts";
import { SeedTime } from "../time.ts";

const Configuration = z.strictObject({
  description: z.optional(z.string()),
  /** Feature settings by name. Omitted features have the defaults of a new configuration. */
  settings: z._default(z.partial(z.strictObject(state.SecuritySettings.shape)), {}),
  enforcement: z._default(state.ConfigurationEnforcement, "enforced"),
  /** Full names of the attached repositories. */
  repositories: names(),
  /** Full names of repositories whose settings were changed after the configuration was attached. */
  removed: names(),
  /** New repositories that the configuration is applied to by default. */
  default_for: z.optional(z.enum(["all", "public", "private_and_internal"])),
  created: z.optional(SeedTime),
});

/** Inserts an organization's code security configurations, by name. */
export const codeSecurityConfigurations = recordSection(
  Configuration,
  (context, organization: Account, name, { description = null, enforcement, repositories, removed, ...input }) => {
    const { db } = context;
    context.assertUnused(state.securityConfigurations.find(db, { organization_id: organization.id, name }));
    const fields = { name, description, settings: z.parse(state.SecuritySettings, input.settings), enforcement };
    const created = context.toTimestamp(input.created);
    const configuration = state.createSecurityConfiguration(db, organization.id, fields, created);
    const attach = (fullName: string, status: "attached" | "removed") => {
      const repository = context.ownRepository(organization, fullName);
      if (state.configuredRepositories.has(db, { repository_id: repository.id }))
        throw new SeedError([], "must not have another configuration");
      const row = { repository_id: repository.id, configuration_id: configuration.id, status };
      state.configuredRepositories.put(db, row);
      return repository;
    };
    each(["repositories"], repositories, (fullName) => {
      const repository = attach(fullName, "attached");
      const changes = { settings: withConfiguration(repository.settings, configuration) };
      updateRepository(db, repository, changes, repository.updated_at);
    });
    each(["removed"], removed, (fullName) => attach(fullName, "removed"));
    if (input.default_for === undefined) return;
    const kinds = input.default_for === "all" ? state.DEFAULT_KINDS : [input.default_for];
    const defaults = state.defaultConfigurations.all(db, { organization_id: organization.id });
    if (defaults.some(({ kind }) => kinds.includes(kind)))
      throw new SeedError(["default_for"], "must not overlap another configuration's default");
    state.setDefaultConfiguration(db, organization.id, configuration.id, kinds);
  },
);

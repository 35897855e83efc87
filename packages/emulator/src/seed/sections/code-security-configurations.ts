import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import * as state from "../../state/code-security-configurations.ts";
import { repositoryOf } from "../../state/repositories.ts";
import { updateRepository } from "../../state/repository-changes.ts";
import { withConfiguration } from "../../state/repository-security.ts";
import { defineSection } from "../define-section.ts";
import { names } from "../fields.ts";
import { SeedError } from "../seed-error.ts";
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
export const codeSecurityConfigurations = defineSection(
  z.record(z.string(), Configuration),
  (context, organization: Account, configurations, path) => {
    const { db } = context;
    for (const [name, { description, enforcement, repositories, removed, ...input }] of Object.entries(
      configurations,
    )) {
      context.assertUnused(state.securityConfigurations.find(db, { organization_id: organization.id, name }), [
        ...path,
        name,
      ]);
      const settings = z.parse(state.SecuritySettings, input.settings);
      const fields = { name, description: description ?? null, settings, enforcement };
      const created = context.toTimestamp(input.created);
      const configuration = state.createSecurityConfiguration(db, organization.id, fields, created);
      for (const [status, list] of [
        ["attached", repositories],
        ["removed", removed],
      ] as const) {
        for (const [index, fullName] of list.entries()) {
          const repositoryPath = [...path, name, status === "attached" ? "repositories" : "removed", index];
          const { id, owner_id } = context.repository(fullName, repositoryPath);
          if (owner_id !== organization.id)
            throw new SeedError(repositoryPath, `must be a repository of ${organization.login}`);
          if (state.configuredRepositories.find(db, { repository_id: id }))
            throw new SeedError(repositoryPath, "must not have another configuration");
          state.configuredRepositories.put(db, { repository_id: id, configuration_id: configuration.id, status });
          const repository = repositoryOf(db, id);
          if (status === "removed") continue;
          const changes = { settings: withConfiguration(repository.settings, configuration) };
          updateRepository(db, repository, changes, repository.updated_at);
        }
      }
      if (input.default_for === undefined) continue;
      const kinds = input.default_for === "all" ? state.DEFAULT_KINDS : [input.default_for];
      const others = state.defaultConfigurations
        .all(db, { organization_id: organization.id }, "kind DESC")
        .filter(({ kind }) => kinds.includes(kind));
      if (others.length > 0)
        throw new SeedError([...path, name, "default_for"], "must not overlap another configuration's default");
      state.setDefaultConfiguration(db, organization.id, configuration.id, kinds);
    }
  },
);

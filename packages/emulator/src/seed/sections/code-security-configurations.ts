import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import * as state from "../../state/code-security-configurations.ts";
import { repositoryOf } from "../../state/repositories.ts";
import { updateRepository } from "../../state/repository-changes.ts";
import { withFeatures } from "../../state/repository-security.ts";
import { names } from "../fields.ts";
import { SeedProblem } from "../problem.ts";
import { section } from "../section.ts";
import { SeedTime } from "../time.ts";

const Configuration = z.strictObject({
  description: z.optional(z.string()),
  /** Features by name, and options of some; what it says nothing of is as in any new configuration. */
  settings: z._default(z.partial(z.strictObject(state.SecuritySettings.shape)), {}),
  enforcement: z._default(state.Enforcement, "enforced"),
  /** Repositories that follow it, such as `acme/widgets`. */
  repositories: names(),
  /** Repositories that were changed into something else since. */
  removed: names(),
  /** What new repositories get it. */
  default_for: z.optional(z.enum(["all", "public", "private_and_internal"])),
  created: z.optional(SeedTime),
});

/** An organization's code security configurations, by their names. */
export const codeSecurityConfigurations = section(
  z.record(z.string(), Configuration),
  (planting, organization: Account, configurations, path) => {
    const { db } = planting;
    for (const [name, { description, enforcement, repositories, removed, ...told }] of Object.entries(configurations)) {
      planting.free(state.findConfigurationByName(db, organization.id, name), [...path, name]);
      const settings = z.parse(state.SecuritySettings, told.settings);
      const wanted = { name, description: description ?? null, settings, enforcement };
      const created = planting.at(told.created);
      const configuration = state.createConfiguration(db, organization.id, wanted, created);
      for (const [status, list] of [
        ["attached", repositories],
        ["removed", removed],
      ] as const) {
        for (const [index, fullName] of list.entries()) {
          const at = [...path, name, status === "attached" ? "repositories" : "removed", index];
          const { id, owner_id } = planting.repository(fullName, at);
          if (owner_id !== organization.id) throw new SeedProblem(at, `is no repository of ${organization.login}`);
          if (state.configuredAs(db, id)) throw new SeedProblem(at, "has a configuration already");
          state.setConfigured(db, id, { configuration_id: configuration.id, status });
          const repository = repositoryOf(db, id);
          if (status === "removed") continue;
          const changes = { settings: withFeatures(repository.settings, configuration) };
          updateRepository(db, repository, changes, repository.updated_at);
        }
      }
      if (told.default_for === undefined) continue;
      const kinds = told.default_for === "all" ? state.DEFAULT_KINDS : [told.default_for];
      const others = state.defaultsOf(db, organization.id).filter(({ kind }) => kinds.includes(kind));
      if (others.length > 0) throw new SeedProblem([...path, name, "default_for"], "has a default already");
      state.setDefaultFor(db, organization.id, configuration.id, kinds);
    }
  },
);

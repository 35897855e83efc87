import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import type { Repository } from "../../state/repositories.ts";
import { selectionOf, selectRepositories } from "../../state/selections.ts";
import * as state from "../../state/variables.ts";
import { defineSection } from "../define-section.ts";
import type { SeedContext } from "../seed-context.ts";
import { duplicateName, type SeedPath } from "../seed-error.ts";
import { RepositoryAccess, readRepositoryAccess } from "./repository-access.ts";
import { assertVariableName } from "./variable-name.ts";

/** Inserts an organization's variables, by name. */
export const organizationVariables = defineSection(
  z.record(z.string(), z.strictObject({ value: z.string(), ...RepositoryAccess })),
  (context, organization: Account, variables, path) => {
    for (const [name, input] of Object.entries(variables)) {
      const { visibility, repositories } = readRepositoryAccess(context, organization, input, [...path, name]);
      const owner = { level: "organization", id: organization.id } as const;
      const id = insertVariable(context, owner, { name, value: input.value, visibility }, [...path, name]);
      selectRepositories(context.db, selectionOf("variable", id), repositories);
    }
  },
);

/** Inserts a repository's variables: values by name. */
export const repositoryVariables = defineSection(
  z.record(z.string(), z.string()),
  (context, { id }: Repository, variables, path) => {
    for (const [name, value] of Object.entries(variables)) {
      insertVariable(context, { level: "repository", id }, { name, value }, [...path, name]);
    }
  },
);

function insertVariable(
  context: SeedContext,
  owner: state.VariableOwner,
  variable: state.VariableSettings,
  path: SeedPath,
): number {
  assertVariableName(context, variable.name, path);
  if (state.findVariable(context.db, state.Variable, owner, variable.name)) {
    throw duplicateName(path);
  }
  return state.createVariable(context.db, owner, variable, context.toTimestamp(undefined));
}

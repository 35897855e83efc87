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

/** Variables of a repository or an environment: values by name. */
export const Variables = z.record(z.string(), z.string());

const OrganizationVariables = z.record(z.string(), z.strictObject({ value: z.string(), ...RepositoryAccess }));

/** Inserts an organization's variables of one kind, by name. */
export const organizationVariables = (kind: state.VariableKind) =>
  defineSection(OrganizationVariables, (context, organization: Account, variables, path) => {
    for (const [name, input] of Object.entries(variables)) {
      const { visibility, repositories } = readRepositoryAccess(context, organization, input, [...path, name]);
      const scope = { kind, level: "organization", id: organization.id } as const;
      const id = insertVariable(context, scope, { name, value: input.value, visibility }, [...path, name]);
      selectRepositories(context.db, selectionOf("variable", id), repositories);
    }
  });

/** Inserts a repository's variables of one kind, by name. */
export const repositoryVariables = (kind: state.VariableKind) =>
  defineSection(Variables, (context, { id }: Repository, variables, path) =>
    insertVariables(context, { kind, level: "repository", id }, variables, path),
  );

/** Inserts variables into a scope. */
export function insertVariables(
  context: SeedContext,
  scope: state.VariableScope,
  variables: z.output<typeof Variables>,
  path: SeedPath,
): void {
  for (const [name, value] of Object.entries(variables)) {
    insertVariable(context, scope, { name, value }, [...path, name]);
  }
}

function insertVariable(
  context: SeedContext,
  scope: state.VariableScope,
  variable: state.VariableSettings,
  path: SeedPath,
): number {
  assertVariableName(context, variable.name, path);
  if (state.variables.has(context.db, { ...state.inScope(scope), name: variable.name })) {
    throw duplicateName(path);
  }
  return state.createVariable(context.db, scope, variable, context.toTimestamp(undefined));
}

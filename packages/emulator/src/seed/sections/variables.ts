import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import type { Repository } from "../../state/repositories.ts";
import { selectionOf, selectRepositories } from "../../state/selections.ts";
import * as state from "../../state/variables.ts";
import { recordSection } from "../define-section.ts";
import type { SeedContext } from "../seed-context.ts";
import { duplicateName } from "../seed-error.ts";
import { RepositoryAccess, readRepositoryAccess } from "./repository-access.ts";
import { assertVariableName } from "./variable-name.ts";

const OrganizationVariable = z.strictObject({ value: z.string(), ...RepositoryAccess });

/** Inserts an organization's variables of one kind, by name. */
export const organizationVariables = (kind: state.VariableKind) =>
  recordSection(OrganizationVariable, (context, organization: Account, name, input) => {
    const { visibility, repositories } = readRepositoryAccess(context, organization, input);
    const scope = { kind, level: "organization", id: organization.id } as const;
    const id = insertVariable(context, scope, { name, value: input.value, visibility });
    selectRepositories(context.db, selectionOf("variable", id), repositories);
  });

/** Inserts a repository's variables of one kind, by name. */
export const repositoryVariables = (kind: state.VariableKind) =>
  recordSection(z.string(), (context, { id }: Repository, name, value) =>
    insertVariable(context, { kind, level: "repository", id }, { name, value }),
  );

/** Inserts a variable into a scope, and returns its id. */
export function insertVariable(
  context: SeedContext,
  scope: state.VariableScope,
  variable: state.VariableSettings,
): number {
  assertVariableName(context, variable.name);
  if (state.variables.has(context.db, { ...state.inScope(scope), name: variable.name })) throw duplicateName();
  return state.createVariable(context.db, scope, variable, context.toTimestamp(undefined));
}

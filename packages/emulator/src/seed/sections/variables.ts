import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import type { Repository } from "../../state/repositories.ts";
import { selectionOf, selectRepositories } from "../../state/selections.ts";
import * as state from "../../state/variables.ts";
import type { Planting } from "../planting.ts";
import { type SeedPath, taken } from "../problem.ts";
import { section } from "../section.ts";
import { Readers, readReaders } from "./readers.ts";
import { checkVariableName } from "./variable-name.ts";

/** An organization's variables, by their names. */
export const organizationVariables = section(
  z.record(z.string(), z.strictObject({ value: z.string(), ...Readers })),
  (planting, organization: Account, variables, path) => {
    for (const [name, told] of Object.entries(variables)) {
      const { visibility, repositories } = readReaders(planting, organization, told, [...path, name]);
      const owner = { level: "organization", id: organization.id } as const;
      const id = plantVariable(planting, owner, { name, value: told.value, visibility }, [...path, name]);
      selectRepositories(planting.db, selectionOf("variable", id), repositories);
    }
  },
);

/** A repository's variables: their values by their names. */
export const repositoryVariables = section(
  z.record(z.string(), z.string()),
  (planting, { id }: Repository, variables, path) => {
    for (const [name, value] of Object.entries(variables)) {
      plantVariable(planting, { level: "repository", id }, { name, value }, [...path, name]);
    }
  },
);

function plantVariable(
  planting: Planting,
  owner: state.VariableOwner,
  variable: state.VariableSettings,
  path: SeedPath,
): number {
  checkVariableName(planting, variable.name, path);
  if (state.findVariable(planting.db, state.Variable, owner, variable.name)) {
    throw taken(path);
  }
  return state.createVariable(planting.db, owner, variable, planting.at(undefined));
}

import * as z from "zod/mini";
import type { Definition, InputRule } from "../definition.ts";
import { variableName, visibility } from "../fields.ts";
import { OrganizationVariable, Variable } from "../objects/variable.ts";
import type { AnyOperation } from "../operation-types.ts";
import { wrappedList } from "../paging.ts";
import { change, getIfPresent, type ReadWriteAccess } from "../reads-and-writes.ts";
import { reservedPrefixRule } from "../rules/reserved-names.ts";
import { onlyWithSelectedVisibility } from "../rules/selected-visibility.ts";
import { hasValue } from "../verifications/variables.ts";
import type { SelectionAccess } from "./selected-repositories.ts";

// Configuration variables exist in two kinds at three levels, all with the same API (source: openapi).

/** Access to one kind of variable at one level, and its schemas. */
export interface VariableAccess<V extends z.ZodMiniType, Create extends VariableFields, Update extends VariableFields>
  extends ReadWriteAccess {
  readonly variable: () => V;
  /** Fields of write requests other than name and value. */
  readonly create: () => Create;
  readonly update: () => Update;
  readonly rules: readonly InputRule[];
}

type VariableFields = Readonly<Record<string, z.ZodMiniType>>;

/** Builds the access to one kind of variable of repositories or environments. */
export const variableAccess = (access: ReadWriteAccess) => ({
  ...access,
  variable: () => Variable.schema(),
  create: () => ({}),
  update: () => ({}),
  rules: [],
});

/** Builds the access to one kind of organization variable, including the repositories that can read it. */
export const organizationVariableAccess = (access: ReadWriteAccess) => {
  const otherStatuses: SelectionAccess["otherStatuses"] = { list: [409], set: [409], one: [409] };
  const repositoryIds = () => z.optional(z.array(z.int()));
  return {
    ...access,
    otherStatuses,
    variable: () => OrganizationVariable.schema(),
    create: () => ({ visibility: visibility(), selected_repository_ids: repositoryIds() }),
    update: () => ({ visibility: z.optional(visibility()), selected_repository_ids: repositoryIds() }),
    rules: [onlyWithSelectedVisibility("selected_repository_ids")],
  };
};

/** Lists the variables; 10 per page by default, 30 at most. */
export const listVariables = <V extends z.ZodMiniType>({
  read,
  variable,
}: VariableAccess<V, VariableFields, VariableFields>) =>
  ({
    ...wrappedList({ variables: z.array(variable()) }, {}, { default: 10, maximum: 30 }),
    ...read,
  }) as const satisfies Definition;

/** Gets a variable; null if it doesn't exist or the token cannot see it. */
export const getVariable = <V extends z.ZodMiniType>({
  read,
  variable,
}: VariableAccess<V, VariableFields, VariableFields>) => getIfPresent(read, variable());

/**
 * Creates a variable; 409 if the name is taken.
 * @param get the operation that gets one variable at that level
 */
export const createVariable = <C extends VariableFields>(
  { write, create, rules }: VariableAccess<z.ZodMiniType, C, VariableFields>,
  get: AnyOperation,
) =>
  ({
    body: z.object({ name: variableName(), value: z.string(), ...create() }),
    success: { 201: undefined },
    otherStatuses: [409, 422],
    ...write,
    retry: "verify",
    verification: { operation: get, isDone: hasValue },
    rules: [reservedPrefixRule("name"), ...rules],
  }) as const satisfies Definition;

/**
 * Updates a variable's value, or renames it to `new_name`. A retried rename would fail because the old name no longer
 * exists.
 */
export const updateVariable = <U extends VariableFields>({
  write,
  update,
  rules,
}: VariableAccess<z.ZodMiniType, VariableFields, U>) =>
  ({
    body: z.object({ new_name: z.optional(variableName()), value: z.optional(z.string()), ...update() }),
    bodyNames: { new_name: "name" },
    success: { 204: undefined },
    otherStatuses: [404, 409, 422],
    ...write,
    retry: "verify",
    rules: [reservedPrefixRule("new_name"), ...rules],
  }) as const satisfies Definition;

/** Deletes a variable. */
export const deleteVariable = ({ write }: ReadWriteAccess) => change(write, [404]);

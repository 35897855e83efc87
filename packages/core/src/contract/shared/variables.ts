import * as z from "zod/mini";
import type { Access } from "../access.ts";
import type { Definition, InputRule } from "../definition.ts";
import { reservedPrefixRule, variableName } from "../fields.ts";
import type { AnyOperation } from "../operation-types.ts";
import { wrappedList } from "../paging.ts";

// Configuration variables of repositories and organizations, which have the same API (source: openapi).

/** Access to the variables of a repository or an organization, and their schemas. */
export interface VariableAccess<V extends z.ZodMiniType, Create extends VariableFields, Update extends VariableFields> {
  readonly read: Access;
  readonly write: Access;
  readonly variable: () => V;
  /** Fields of write requests other than name and value. */
  readonly create: () => Create;
  readonly update: () => Update;
  readonly rules: readonly InputRule[];
}

type VariableFields = Readonly<Record<string, z.ZodMiniType>>;

/** Lists the variables; 10 per page by default, 30 at most. */
export const listVariables = <V extends z.ZodMiniType>({
  read,
  variable,
}: VariableAccess<V, VariableFields, VariableFields>) =>
  ({
    ...wrappedList({ variables: z.array(variable()) }, {}, { default: 10, maximum: 30 }),
    access: read,
  }) as const satisfies Definition;

/** Gets a variable; null if it doesn't exist or the token cannot see it. */
export const getVariable = <V extends z.ZodMiniType>({
  read,
  variable,
}: VariableAccess<V, VariableFields, VariableFields>) =>
  ({ success: { 200: variable() }, absent: { 404: null }, access: read, retry: "safe" }) as const satisfies Definition;

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
    access: write,
    retry: "verify",
    verification: { operation: get, isDone: (output, { value }) => hasValue(output, value) },
    rules: [reservedPrefixRule("name"), ...rules],
  }) as const satisfies Definition;

function hasValue(output: unknown, value: unknown): boolean {
  const variable = z.safeParse(z.looseObject({ value: z.string() }), output);
  return variable.success && variable.data.value === value;
}

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
    access: write,
    retry: "verify",
    rules: [reservedPrefixRule("new_name"), ...rules],
  }) as const satisfies Definition;

/** Deletes a variable. */
export const deleteVariable = ({ write }: { readonly write: Access }) =>
  ({
    success: { 204: undefined },
    otherStatuses: [404],
    access: write,
    retry: "idempotent",
  }) as const satisfies Definition;

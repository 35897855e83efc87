import * as z from "zod/mini";
import type { Access } from "../access.ts";
import type { Definition, Rule } from "../definition.ts";
import { name, nameRule } from "../fields.ts";
import type { AnyOperation } from "../operation-types.ts";
import { wrappedList } from "../paging.ts";

// Configuration variables of repositories and organizations work alike (public description).

/** The variables of one level. */
export interface Variables<V extends z.ZodMiniType, Create extends Fields, Update extends Fields> {
  readonly read: Access;
  readonly write: Access;
  readonly variable: () => V;
  /** What writing takes beside name and value. */
  readonly create: () => Create;
  readonly update: () => Update;
  readonly rules: readonly Rule[];
}

type Fields = Readonly<Record<string, z.ZodMiniType>>;

/** The variables; 10 a page, at most 30. */
export const listVariables = <V extends z.ZodMiniType>({ read, variable }: Variables<V, Fields, Fields>) =>
  ({
    ...wrappedList({ variables: z.array(variable()) }, {}, { default: 10, maximum: 30 }),
    access: read,
  }) as const satisfies Definition;

/** One variable; null where there is none, or where the token may not see it. */
export const getVariable = <V extends z.ZodMiniType>({ read, variable }: Variables<V, Fields, Fields>) =>
  ({ success: { 200: variable() }, absent: { 404: null }, access: read, retry: "safe" }) as const satisfies Definition;

/**
 * Creates a variable; 409 where the name is taken.
 * @param get shows one variable of that level
 */
export const createVariable = <C extends Fields>(
  { write, create, rules }: Variables<z.ZodMiniType, C, Fields>,
  get: AnyOperation,
) =>
  ({
    body: z.object({ name: name(), value: z.string(), ...create() }),
    success: { 201: undefined },
    otherStatuses: [409, 422],
    access: write,
    retry: "verify",
    look: { operation: get, done: (found, { value }) => hasValue(found, value) },
    rules: [nameRule("name"), ...rules],
  }) as const satisfies Definition;

function hasValue(found: unknown, value: unknown): boolean {
  const variable = z.safeParse(z.looseObject({ value: z.string() }), found);
  return variable.success && variable.data.value === value;
}

/** Changes a variable's value, or its name to `new_name`: renamed already, it is not found again. */
export const updateVariable = <U extends Fields>({ write, update, rules }: Variables<z.ZodMiniType, Fields, U>) =>
  ({
    body: z.object({ new_name: z.optional(name()), value: z.optional(z.string()), ...update() }),
    bodyNames: { new_name: "name" },
    success: { 204: undefined },
    otherStatuses: [404, 409, 422],
    access: write,
    retry: "verify",
    rules: [nameRule("new_name"), ...rules],
  }) as const satisfies Definition;

/** Deletes a variable. */
export const deleteVariable = ({ write }: { readonly write: Access }) =>
  ({
    success: { 204: undefined },
    otherStatuses: [404],
    access: write,
    retry: "idempotent",
  }) as const satisfies Definition;

import type { GraphQLSchema } from "graphql";
import { isObjectType } from "graphql";
import type { ApiCall, Handler } from "../http/handler.ts";

/** Arguments of a field, which the schema has validated. */
export type FieldArguments = Readonly<Record<string, unknown>>;

/** A query's call, and the handlers of the operations that mutations run. */
export interface QueryScope {
  readonly call: ApiCall;
  readonly handlers: readonly Handler[];
}

/** The fields of a type that are not properties of its source, by name. */
export type Resolvers<S> = Readonly<Record<string, (source: S, scope: QueryScope, args: FieldArguments) => unknown>>;

/**
 * Sets the resolvers of a type.
 * @throws Error if a field has none
 */
export function attachResolvers<S>(schema: GraphQLSchema, typeName: string, resolvers: Resolvers<S>): void {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) throw new Error(`The schema has no type ${typeName}.`);
  for (const [name, field] of Object.entries(type.getFields())) {
    const resolve = resolvers[name];
    if (!resolve) throw new Error(`${typeName}.${name} has no resolver.`);
    field.resolve = (source: S, args: FieldArguments, scope: QueryScope) => resolve(source, scope, args);
  }
}

import { schema } from "@octokit/graphql-schema";
import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
} from "graphql";
import { expect, test } from "vitest";
import { TYPE_DEFINITIONS } from "../../packages/emulator/src/graphql/type-definitions.ts";

// Compares the emulator's part of the GraphQL schema with the public one, as Octokit publishes it.

/** Some of its definitions are repeated. */
const publicSchema = buildSchema(schema.idl, { assumeValidSDL: true });
const ownSchema = buildSchema(TYPE_DEFINITIONS);

const typesOf = (schema: GraphQLSchema): GraphQLNamedType[] =>
  Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith("__"));

const describeValue = ({ name, type, defaultValue }: GraphQLArgument | GraphQLInputField) =>
  `${name}: ${type}${defaultValue === undefined ? "" : ` = ${JSON.stringify(defaultValue)}`}`;

function describeField(field: GraphQLField<unknown, unknown> | GraphQLInputField): string[] {
  const args = "args" in field ? field.args : [];
  const own = "args" in field ? `${field.name}: ${field.type}` : describeValue(field);
  return [own, ...args.map((argument) => `${field.name}(${describeValue(argument)})`)];
}

/** Returns the statements that a type makes, such as `Issue.number: Int!`. */
function describeType(type: GraphQLNamedType): string[] {
  const parts =
    isObjectType(type) || isInterfaceType(type)
      ? [
          ...Object.values(type.getFields()).flatMap(describeField),
          ...type.getInterfaces().map(({ name }) => `implements ${name}`),
        ]
      : isInputObjectType(type)
        ? Object.values(type.getFields()).flatMap(describeField)
        : isEnumType(type)
          ? type.getValues().map(({ name }) => `value ${name}`)
          : isUnionType(type)
            ? type.getTypes().map(({ name }) => `member ${name}`)
            : [];
  return [`${type.constructor.name} ${type.name}`, ...parts.map((part) => `${type.name}.${part}`)];
}

test("everything in the emulator's GraphQL schema is in the public one", () => {
  const known = new Set(typesOf(publicSchema).flatMap(describeType));
  const own = typesOf(ownSchema).flatMap(describeType);
  expect(own.length).toBeGreaterThan(500);
  expect(own.filter((statement) => !known.has(statement))).toEqual([]);
});

test("enums have all of their values", () => {
  for (const type of typesOf(ownSchema).filter(isEnumType)) {
    const described = publicSchema.getType(type.name);
    expect(isEnumType(described) && describeType(described)).toEqual(describeType(type));
  }
});

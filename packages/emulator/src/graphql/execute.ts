import { lazy } from "@forgehand/core/internal";
import {
  buildSchema,
  type DocumentNode,
  execute,
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  isAbstractType,
  OverlappingFieldsCanBeMergedRule,
  parse,
  specifiedRules,
  validate,
} from "graphql";
import { actorResolvers, organizationResolvers, teamResolvers, userResolvers } from "./accounts.ts";
import { checkRunResolvers, statusResolvers } from "./checks.ts";
import { commitResolvers, refResolvers, tagResolvers } from "./commits.ts";
import { commentResolvers, issueResolvers, labelResolvers, milestoneResolvers } from "./issues.ts";
import { mutationResolvers } from "./mutations.ts";
import { pullRequestResolvers, reviewResolvers } from "./pull-requests.ts";
import { describeError, queryResolvers } from "./queries.ts";
import { releaseResolvers } from "./releases.ts";
import { repositoryResolvers } from "./repositories.ts";
import { attachResolvers, type QueryScope } from "./resolver.ts";
import { TYPE_DEFINITIONS } from "./type-definitions.ts";

/** A request of the GraphQL API. */
export interface GraphqlQuery {
  readonly query: string;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
}

/** A response, and whether the query asked for what the emulator's schema doesn't have. */
export interface QueryResult {
  readonly body: FormattedExecutionResult;
  readonly isNotEmulated: boolean;
}

const createSchema = lazy((): GraphQLSchema => {
  const schema = buildSchema(TYPE_DEFINITIONS);
  for (const type of Object.values(schema.getTypeMap())) {
    if (isAbstractType(type)) type.resolveType = ({ kind }: { readonly kind: string }) => kind;
  }
  attachResolvers(schema, "Query", queryResolvers);
  attachResolvers(schema, "Mutation", mutationResolvers);
  attachResolvers(schema, "User", userResolvers);
  attachResolvers(schema, "Organization", organizationResolvers);
  attachResolvers(schema, "Bot", actorResolvers);
  attachResolvers(schema, "Team", teamResolvers);
  attachResolvers(schema, "Repository", repositoryResolvers);
  attachResolvers(schema, "Issue", issueResolvers);
  attachResolvers(schema, "IssueComment", commentResolvers);
  attachResolvers(schema, "Label", labelResolvers);
  attachResolvers(schema, "Milestone", milestoneResolvers);
  attachResolvers(schema, "PullRequest", pullRequestResolvers);
  attachResolvers(schema, "PullRequestReview", reviewResolvers);
  attachResolvers(schema, "Release", releaseResolvers);
  attachResolvers(schema, "Ref", refResolvers);
  attachResolvers(schema, "Commit", commitResolvers);
  attachResolvers(schema, "Tag", tagResolvers);
  attachResolvers(schema, "CheckRun", checkRunResolvers);
  attachResolvers(schema, "StatusContext", statusResolvers);
  return schema;
});

/** GitHub accepts fields of one name with different types in different fragments, which gh asks for. */
const RULES = specifiedRules.filter((rule) => rule !== OverlappingFieldsCanBeMergedRule);

/** Answers a query. Errors are part of the response, as in GitHub's. */
export async function executeQuery(scope: QueryScope, request: GraphqlQuery): Promise<QueryResult> {
  const schema = createSchema();
  let document: DocumentNode;
  try {
    document = parse(request.query, { maxTokens: 20_000 });
  } catch (error) {
    if (error instanceof GraphQLError) return { body: { errors: [error.toJSON()] }, isNotEmulated: false };
    throw error;
  }
  const invalid = validate(schema, document, RULES);
  if (invalid.length > 0) {
    const errors = invalid.map((error) => toSchemaError(error));
    return { body: { errors }, isNotEmulated: errors.some(({ extensions }) => extensions !== undefined) };
  }
  const { data, errors = [] } = await execute({
    schema,
    document,
    contextValue: scope,
    operationName: request.operationName,
    variableValues: request.variables,
  });
  const body = {
    ...(data === undefined ? {} : { data }),
    ...(errors.length > 0 ? { errors: errors.map(toError) } : {}),
  };
  return { body, isNotEmulated: errors.some(({ message }) => UNKNOWN_INPUT.test(message)) };
}

/** A field of an input object, in a variable. */
const UNKNOWN_INPUT = /^Variable .* is not defined by type/s;
const UNKNOWN_FIELD = /^Cannot query field "(\w+)" on type "(\w+)"/;
const UNKNOWN_ARGUMENT = /^Unknown argument "(\w+)" on field "(\w+)\.(\w+)"/;

/** Tells what the emulator's part of the schema doesn't have, in GitHub's words. */
function toSchemaError(error: GraphQLError) {
  const [, fieldName, typeName] = UNKNOWN_FIELD.exec(error.message) ?? [];
  if (fieldName !== undefined) {
    const message = `Field '${fieldName}' doesn't exist on type '${typeName}' of the emulator, which has only what gh uses.`;
    return { ...error.toJSON(), message, extensions: { code: "undefinedField", typeName, fieldName } };
  }
  const [, argument, type, name] = UNKNOWN_ARGUMENT.exec(error.message) ?? [];
  if (argument === undefined) return error.toJSON();
  const message = `Field '${name}' of type '${type}' doesn't accept the argument '${argument}' in the emulator, which has only what gh uses.`;
  const extensions = { code: "argumentNotAccepted", typeName: type, fieldName: name, argumentName: argument };
  return { ...error.toJSON(), message, extensions };
}

/** Returns an error with its type, which GitHub puts beside the message. Unexpected errors are logged. */
function toError(error: GraphQLError): GraphQLFormattedError & { readonly type?: string } {
  const formatted = error.toJSON();
  const described = describeError(error.originalError);
  if (described) return { ...formatted, ...described };
  if (!error.originalError || error.originalError instanceof GraphQLError) return formatted;
  process.stderr.write(`GraphQL: ${error.originalError.stack ?? error.originalError.message}\n`);
  return { ...formatted, message: "Something went wrong while executing your query." };
}

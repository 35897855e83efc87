import { operation, TOKEN_KINDS } from "@forgehand/core/contract";
import * as z from "zod/mini";
import { canSeeRepository } from "../../callers/permission.ts";
import type { ApiCall, Handler } from "../../http/handler.ts";
import { NOT_EMULATED_HEADER } from "../../http/not-emulated.ts";
import { GRAPHQL_PATH } from "../../http/request-target.ts";
import { HttpError } from "../../http-error.ts";
import { findRenamedRepository, findRepository } from "../../state/repositories.ts";

// GraphQL is not emulated, except for the two queries that commands of gh send in addition to REST calls.

const GraphqlRequest = z.object({ query: z.string(), operationName: z.nullish(z.string()) });

const queryGraphql = operation(`POST ${GRAPHQL_PATH}`, () => ({
  body: GraphqlRequest,
  success: { 200: z.looseObject({}) },
  access: { tokens: TOKEN_KINDS.filter((kind) => kind !== "anonymous"), requirements: [[]] },
  retry: "never",
  pace: { cost: 1, resource: "graphql" },
}));

/** Serves the GraphQL endpoint. It isn't part of the contract, which describes the REST API. */
export const graphql: Handler = {
  operation: queryGraphql,
  respond: (input: z.output<typeof GraphqlRequest>, call) => answerQuery(input.query.trim(), call),
};

const VIEWER_QUERY = /^query\s+UserCurrent\s*\{\s*viewer\s*\{\s*login\s*\}\s*\}$/;
const REPOSITORIES_QUERY = /^query\s+MapRepositoryNames\s*\{(?<fields>.*)\}$/s;
const REPOSITORY_FIELD =
  /\s*(?<alias>\w+)\s*:\s*repository\s*\(\s*owner:\s*"(?<owner>[^"\\]*)"\s*,?\s*name:\s*"(?<name>[^"\\]*)"\s*\)\s*\{\s*databaseId\s*\}\s*/gy;

interface GraphqlError {
  readonly type: string;
  readonly path?: readonly string[];
  readonly message: string;
}

function answerQuery(query: string, call: ApiCall) {
  if (VIEWER_QUERY.test(query)) return queryViewer(call);
  const repositories = readRepositories(REPOSITORIES_QUERY.exec(query)?.groups?.["fields"] ?? "");
  if (repositories.length > 0) return queryRepositories(call, repositories);
  const message = "The emulator has no GraphQL API. It answers only gh's queries UserCurrent and MapRepositoryNames.";
  const error: GraphqlError = { type: "NOT_EMULATED", message };
  // Clients of GraphQL expect errors in responses with status 200.
  throw new HttpError(200, message, undefined, { [NOT_EMULATED_HEADER]: "not-emulated" }, { errors: [error] });
}

function queryViewer({ caller: { user } }: ApiCall) {
  if (user) return { data: { viewer: { login: user.login } } };
  return { data: null, errors: [{ type: "FORBIDDEN", message: "Resource not accessible by integration" }] };
}

interface RepositoryField {
  readonly alias: string;
  readonly owner: string;
  readonly name: string;
}

/** Reads the fields of a query for repositories' ids; none if it asks for anything else. */
function readRepositories(fields: string): readonly RepositoryField[] {
  const matches = [...fields.matchAll(REPOSITORY_FIELD)];
  if (matches.map(([text]) => text).join("") !== fields) return [];
  return matches.map(({ groups: { alias = "", owner = "", name = "" } = {} }) => ({ alias, owner, name }));
}

function queryRepositories({ context, caller }: ApiCall, fields: readonly RepositoryField[]) {
  const results = fields.map(({ alias, owner, name }) => {
    const repository = findRepository(context.db, owner, name) ?? findRenamedRepository(context.db, owner, name);
    const isVisible = repository !== undefined && canSeeRepository(context, caller, repository);
    return { alias, fullName: `${owner}/${name}`, id: isVisible ? repository.id : undefined };
  });
  const data = Object.fromEntries(
    results.map(({ alias, id }) => [alias, id === undefined ? null : { databaseId: id }]),
  );
  const errors = results
    .filter(({ id }) => id === undefined)
    .map(({ alias, fullName }): GraphqlError => {
      const message = `Could not resolve to a Repository with the name '${fullName}'.`;
      return { type: "NOT_FOUND", path: [alias], message };
    });
  return errors.length > 0 ? { data, errors } : { data };
}

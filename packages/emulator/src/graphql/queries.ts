import * as z from "zod/mini";
import { canSeeRepository } from "../callers/permission.ts";
import { HttpError } from "../http-error.ts";
import { findIssues, InvalidQueryError, parseSearchQuery } from "../search/find-issues.ts";
import { UnknownUserError } from "../search/qualifier-conditions.ts";
import { accounts } from "../state/accounts.ts";
import type { PageRange } from "../state/database.ts";
import { findRenamedRepository, findRepository } from "../state/repositories.ts";
import { connect } from "./connections.ts";
import { QueryError } from "./query-error.ts";
import type { FieldArguments, QueryScope, Resolvers } from "./resolver.ts";
import { accountSource, findNode, issueSource, repositorySource } from "./sources.ts";

const ById = z.object({ id: z.string() });
const ByLogin = z.object({ login: z.string() });
const ByFullName = z.object({
  owner: z.string(),
  name: z.string(),
  followRenames: z.optional(z.nullable(z.boolean())),
});
const SearchArguments = z.object({ query: z.string(), type: z.string() });

export const queryResolvers: Resolvers<undefined> = {
  node: (_root, scope, args) => {
    const { id } = z.parse(ById, args);
    const source = findNode(scope, id);
    if (source) return source;
    throw new QueryError("NOT_FOUND", `Could not resolve to a node with the global id of '${id}'`);
  },
  repository: (_root, { call }, args) => {
    const { owner, name, followRenames } = z.parse(ByFullName, args);
    const { context, caller } = call;
    const found =
      findRepository(context.db, owner, name) ??
      (followRenames === false ? undefined : findRenamedRepository(context.db, owner, name));
    if (found && canSeeRepository(context, caller, found)) return repositorySource(found);
    throw new QueryError("NOT_FOUND", `Could not resolve to a Repository with the name '${owner}/${name}'.`);
  },
  search: (_root, scope, args) => search(scope, args),
  user: (_root, scope, args) => accountNamed(scope, args, "User"),
  organization: (_root, scope, args) => accountNamed(scope, args, "Organization"),
  viewer: (_root, { call: { caller } }) => {
    if (caller.user) return accountSource(caller.user);
    throw new QueryError("FORBIDDEN", "Resource not accessible by integration");
  },
};

function accountNamed({ call }: QueryScope, args: FieldArguments, type: "User" | "Organization") {
  const { login } = z.parse(ByLogin, args);
  const account = accounts.find(call.context.db, { login });
  if (account?.type === type) return accountSource(account);
  const article = type === "User" ? "a" : "an";
  throw new QueryError("NOT_FOUND", `Could not resolve to ${article} ${type} with the login of '${login}'.`);
}

/** Searches for issues and pull requests. */
function search(scope: QueryScope, args: FieldArguments) {
  const { query, type } = z.parse(SearchArguments, args);
  if (type !== "ISSUE") {
    const message = `The emulator's GraphQL API searches only for issues and pull requests, not for ${type}.`;
    throw new QueryError("UNPROCESSABLE", message);
  }
  const { context, caller } = scope.call;
  const load = (range: PageRange) => {
    try {
      return findIssues(context, caller, parseSearchQuery(query), { by: undefined, direction: "desc" }, range);
    } catch (error) {
      // Names of what does not exist, or cannot be seen, find nothing.
      if (error instanceof UnknownUserError || error instanceof InvalidQueryError) return { rows: [], total: 0 };
      throw error;
    }
  };
  const found = connect("search", args, load, (issue) => issueSource(scope, issue));
  return { ...found, issueCount: found.totalCount, repositoryCount: 0, userCount: 0 };
}

/** Returns the type and message of an error in a response. */
export function describeError(error: unknown): { readonly type: string; readonly message: string } | undefined {
  if (error instanceof QueryError) return { type: error.type, message: error.message };
  if (!(error instanceof HttpError)) return undefined;
  const [first] = error.errors ?? [];
  const detail = typeof first === "string" ? first : first?.message;
  const types: Readonly<Record<number, string>> = { 403: "FORBIDDEN", 404: "NOT_FOUND" };
  return { type: types[error.status] ?? "UNPROCESSABLE", message: detail ?? error.message };
}

import type { Access, Condition, Need, TokenKind } from "../contract/access.ts";
import { definitionOf } from "../contract/defined.ts";
import { alternativesFor, isScoped } from "../contract/missing-needs.ts";
import type { AnyOperation } from "../contract/operation-types.ts";
import { type Dialect, neutralScope, permissionNames, wireScope } from "../dialect/dialect.ts";
import type { Caller } from "./caller.ts";
import type { Step } from "./chain.ts";
import { PermissionError } from "./errors.ts";

/** Puts the token on the request, and refuses calls that the contract says its kind can't make. */
export function credentials(dialect: Dialect, caller: Caller): Step {
  return (next) => async (request) => {
    refuseKind(dialect, request.operation, caller);
    if (caller.token === undefined) return next(request);
    return next({ ...request, headers: { ...request.headers, authorization: `Bearer ${caller.token}` } });
  };
}

function refuseKind(dialect: Dialect, operation: AnyOperation, { kind }: Caller): void {
  const { access } = definitionOf(operation);
  if (kind === undefined || access.tokens.includes(kind)) return;
  const problem = kind === "anonymous" ? "This takes a token" : `This can't be done with ${kindName(kind)}`;
  throw new PermissionError(`${problem}. Use ${describeAble(dialect, access)}.`, {
    about: `${operation.route}:`,
    route: operation.route,
  });
}

/** The kinds that can, each with what it needs: scopes for some, permission sets for the others. */
export function describeAble(dialect: Dialect, access: Access): string {
  const able = access.tokens.filter((kind) => kind !== "anonymous");
  return [able.filter(isScoped), able.filter((kind) => !isScoped(kind))]
    .flatMap((kinds) => {
      const [first] = kinds;
      if (first === undefined) return [];
      const needs = alternativesFor(access, first)[0] ?? [];
      return `${kinds.map(kindName).join(" or ")}${needs.length ? ` with ${describeNeeds(dialect, needs)}` : ""}`;
    })
    .join(", or ");
}

/** A kind of token in words, with its article. */
export function kindName(kind: TokenKind): string {
  const names: Record<TokenKind, string> = {
    classic: "a classic token",
    oauth: "an OAuth token",
    "fine-grained": "a fine-grained token",
    "user-access": "an app's user access token",
    installation: "an app's installation token",
    workflow: "a workflow's built-in token",
    app: "an app's own JWT",
    anonymous: "no token",
  };
  return names[kind];
}

/** Needs in the vendor's words: `the scope admin:org`, `the permission "Webhooks" (write)`. */
export function describeNeeds(dialect: Dialect, needs: readonly Need[]): string {
  return needs
    .map((need) =>
      "scope" in need
        ? `the scope ${wireScope(dialect, need.scope)}${conditionWords(need.when)}`
        : `the permission "${permissionNames(dialect, need.permission).name}" (${need.level})${conditionWords(need.when)}`,
    )
    .join(" and ");
}

/** When a need counts, in words. */
function conditionWords(when: Condition | undefined): string {
  if (when === undefined) return "";
  return when === "private" ? " (for private repositories)" : " (for files under .github/workflows)";
}

/** Does a 403's scopes header speak of this caller? Only classic and OAuth answers carry it. */
export function readScopes(dialect: Dialect, caller: Caller, headers: Headers): readonly string[] | undefined {
  const header = headers.get("x-oauth-scopes");
  if (header === null || (caller.kind !== undefined && !isScoped(caller.kind))) return undefined;
  return header.split(",").flatMap((scope) => (scope.trim() ? neutralScope(dialect, scope.trim()) : []));
}

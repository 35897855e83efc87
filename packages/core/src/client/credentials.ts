import { definitionOf } from "../contract/defined.ts";
import type { AnyOperation } from "../contract/operation-types.ts";
import type { Dialect } from "../dialect/dialect.ts";
import { describeAble, kindName } from "./access-words.ts";
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

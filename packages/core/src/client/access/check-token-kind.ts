import type { TokenKind } from "../../contract/access.ts";
import type { Dialect } from "../../dialect/dialect.ts";
import { PermissionError } from "../../errors.ts";
import { operationErrorContext } from "../error-context.ts";
import type { CallRequest, Middleware } from "../middleware.ts";
import { describeAllowedTokens, describeTokenKind } from "./describe-access.ts";

/** Middleware that rejects calls which a token of this kind cannot make according to the contract. */
export function checkTokenKind(dialect: Dialect, kind: TokenKind | undefined): Middleware {
  return (next) => async (request) => {
    assertTokenKind(dialect, kind, request);
    return next(request);
  };
}

/** @throws PermissionError if a token of this kind cannot make the call according to the contract */
export function assertTokenKind(
  dialect: Dialect,
  kind: TokenKind | undefined,
  { definition: { access }, operation }: CallRequest,
): void {
  if (kind === undefined || access.tokens.includes(kind)) return;
  const problem =
    kind === "anonymous" ? "This call requires a token" : `This call is not possible with ${describeTokenKind(kind)}`;
  throw new PermissionError(
    `${problem}. Use ${describeAllowedTokens(dialect, access)}.`,
    operationErrorContext(operation, dialect),
  );
}

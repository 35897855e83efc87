import type { TokenKind } from "../../contract/access.ts";
import type { Dialect } from "../../dialect/dialect.ts";
import { PermissionError } from "../../errors.ts";
import { operationErrorContext } from "../error-context.ts";
import { loadClientParts } from "../load-client-parts.ts";
import type { CallRequest, Middleware } from "../middleware.ts";
import { tryToLoad } from "../on-demand.ts";

/** Middleware that rejects calls which a token of this kind cannot make according to the contract. */
export function checkTokenKind(dialect: Dialect, kind: TokenKind | undefined): Middleware {
  return (next) => (request) => rejectTokenKind(dialect, kind, request) ?? next(request);
}

/**
 * Checks whether a token of this kind can make the call according to the contract.
 * @returns undefined if it can; otherwise a promise that rejects with a PermissionError
 */
export function rejectTokenKind(
  dialect: Dialect,
  kind: TokenKind | undefined,
  request: CallRequest,
): Promise<never> | undefined {
  return kind === undefined || request.definition.access.tokens.includes(kind)
    ? undefined
    : reject(dialect, kind, request);
}

async function reject(dialect: Dialect, kind: TokenKind, request: CallRequest): Promise<never> {
  const descriptions = await tryToLoad(loadClientParts, request.signal);
  if (descriptions) throw descriptions.tokenKindError(dialect, kind, request);
  throw new PermissionError(
    "This call is not possible with this kind of token.",
    operationErrorContext(request.operation, dialect),
  );
}

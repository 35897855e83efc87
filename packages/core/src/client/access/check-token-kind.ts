import type { Dialect } from "../../dialect/dialect.ts";
import { PermissionError } from "../../errors.ts";
import type { TokenSource } from "../credentials/token-source.ts";
import { operationErrorContext } from "../error-context.ts";
import type { Middleware } from "../middleware.ts";
import { describeAllowedTokens, describeTokenKind } from "./describe-access.ts";

/** Middleware that rejects calls which the token's kind cannot make according to the contract. */
export function checkTokenKind(dialect: Dialect, source: TokenSource): Middleware {
  return (next) => async (request) => {
    const { kind } = source.current();
    const { access } = request.definition;
    if (kind === undefined || access.tokens.includes(kind)) return next(request);
    const problem =
      kind === "anonymous" ? "This call requires a token" : `This call is not possible with ${describeTokenKind(kind)}`;
    throw new PermissionError(
      `${problem}. Use ${describeAllowedTokens(dialect, access)}.`,
      operationErrorContext(request.operation),
    );
  };
}

import type { TokenKind } from "../../contract/access.ts";
import type { Dialect } from "../../dialect/dialect.ts";
import { PermissionError } from "../../errors.ts";
import { operationErrorContext } from "../error-context.ts";
import type { CallRequest } from "../middleware.ts";
import { describeAllowedTokens, describeTokenKind } from "./describe-access.ts";

/** The error for a call that a token of this kind cannot make. */
export function tokenKindError(
  dialect: Dialect,
  kind: TokenKind,
  { definition: { access }, operation }: CallRequest,
): PermissionError {
  const problem =
    kind === "anonymous" ? "This call requires a token" : `This call is not possible with ${describeTokenKind(kind)}`;
  return new PermissionError(
    `${problem}. Use ${describeAllowedTokens(dialect, access)}.`,
    operationErrorContext(operation, dialect),
  );
}

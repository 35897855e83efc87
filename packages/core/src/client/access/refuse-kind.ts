import type { Dialect } from "../../dialect/dialect.ts";
import { PermissionError } from "../../errors.ts";
import { aboutOperation } from "../about.ts";
import type { Step } from "../chain.ts";
import type { TokenSource } from "../credentials/token-source.ts";
import { describeAble, kindName } from "./access-words.ts";

/** Refuses calls that the contract says this kind of token can't make. */
export function refuseKind(dialect: Dialect, source: TokenSource): Step {
  return (next) => async (request) => {
    const { kind } = source.known();
    const { access } = request.definition;
    if (kind === undefined || access.tokens.includes(kind)) return next(request);
    const problem = kind === "anonymous" ? "This takes a token" : `This can't be done with ${kindName(kind)}`;
    throw new PermissionError(`${problem}. Use ${describeAble(dialect, access)}.`, aboutOperation(request.operation));
  };
}

import {
  isAuthenticationError,
  isConnectionError,
  isForgeError,
  isNotFoundError,
  isPermissionError,
  isRateLimitError,
} from "@forgehand/core";
import type { Problem, ProblemKind } from "../messages/problem.ts";
import { t } from "../ui/words.ts";

/** How long a limit holds where the service doesn't say, in milliseconds. */
const A_MINUTE = 60_000;

/** Unavailable For Legal Reasons. */
const LEGAL = 451;

/** Why something failed, for the person who waits for it. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Refused) return { kind: error.kind, text: error.message, ...error.more };
  if (isConnectionError(error)) return { kind: "offline", text: t("unreachable") };
  if (isAuthenticationError(error)) return { kind: "account", text: t("tokenRefused") };
  if (isRateLimitError(error)) {
    return { kind: "limit", text: t("limitReached"), until: error.until?.getTime() ?? Date.now() + A_MINUTE };
  }
  if (isPermissionError(error)) return { kind: "permission", text: error.detail };
  if (isNotFoundError(error)) return { kind: "permission", text: t("notVisible") };
  if (isForgeError(error) && error.status === LEGAL) return { kind: "permission", text: t("takenDown") };
  if (isForgeError(error)) return { kind: "other", text: error.detail };
  console.error(error);
  return { kind: "other", text: t("wentWrong") };
}

/** Not done, for a reason that the person can do something about. */
export class Refused extends Error {
  override name = "Refused" as const;
  readonly kind: ProblemKind;
  readonly more: Pick<Problem, "switchTo">;
  constructor(text: string, kind: ProblemKind = "other", more: Pick<Problem, "switchTo"> = {}) {
    super(text);
    this.kind = kind;
    this.more = more;
  }
}

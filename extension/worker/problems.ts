import {
  isAuthenticationError,
  isConnectionError,
  isForgeError,
  isPermissionError,
  isRateLimitError,
} from "@forgehand/core";
import type { Problem, ProblemKind } from "../messages/problem.ts";
import { t } from "../ui/words.ts";

/** Why something failed, for the person who waits for it. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Refused) return { kind: error.kind, text: error.message };
  if (isConnectionError(error)) return { kind: "offline", text: t("unreachable") };
  if (isAuthenticationError(error)) return { kind: "account", text: t("tokenRefused", error.detail) };
  if (isRateLimitError(error)) {
    return { kind: "limit", text: t("limitReached"), ...(error.until && { until: error.until.getTime() }) };
  }
  if (isPermissionError(error)) return { kind: "permission", text: error.detail };
  if (isForgeError(error)) return { kind: "other", text: error.detail };
  console.error(error);
  return { kind: "other", text: t("wentWrong") };
}

/** Not done, for a reason that the person can do something about. */
export class Refused extends Error {
  override name = "Refused" as const;
  readonly kind: ProblemKind;
  constructor(text: string, kind: ProblemKind = "other") {
    super(text);
    this.kind = kind;
  }
}

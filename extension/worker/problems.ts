import {
  isAuthenticationError,
  isConnectionError,
  isForgeError,
  isNotFoundError,
  isPermissionError,
  isRateLimitError,
} from "@forgehand/core";
import { t } from "../locales/i18n.ts";
import type { Problem } from "../model/problem.ts";
import { RefusedError } from "./refused-error.ts";

/** Assumed duration of a rate limit without a known end, in milliseconds. */
const DEFAULT_LIMIT_WAIT = 60_000;

/** HTTP status. */
const UNAVAILABLE_FOR_LEGAL_REASONS = 451;

/** Converts an error to a problem that can be shown to the user. */
export function toProblem(error: unknown): Problem {
  if (error instanceof RefusedError) return { kind: error.kind, text: error.message, ...error.details };
  if (isConnectionError(error)) return { kind: "offline", text: t("unreachable") };
  if (isAuthenticationError(error)) return { kind: "account", text: t("tokenRefused") };
  if (isRateLimitError(error)) {
    return { kind: "limit", text: t("limitReached"), until: error.until?.getTime() ?? Date.now() + DEFAULT_LIMIT_WAIT };
  }
  if (isPermissionError(error)) return { kind: "permission", text: error.detail };
  if (isNotFoundError(error)) return { kind: "permission", text: t("notVisible") };
  if (isForgeError(error) && error.status === UNAVAILABLE_FOR_LEGAL_REASONS)
    return { kind: "permission", text: t("takenDown") };
  if (isForgeError(error)) return { kind: "other", text: error.detail };
  console.error(error);
  return { kind: "other", text: t("wentWrong") };
}

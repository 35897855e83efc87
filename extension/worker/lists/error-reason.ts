import {
  isAuthenticationError,
  isConnectionError,
  isForgeError,
  isGoneError,
  isInputError,
  isNotFoundError,
  isPermissionError,
  isRateLimitError,
  isServiceError,
} from "@forgehand/core";
import type { Reason, ReasonKind } from "../../lists/reason.ts";
import { RefusedError } from "../refused-error.ts";

/** Thrown when something cannot be done, for a reason that is known before a request is sent. */
export class UnavailableError extends Error {
  override name = "UnavailableError" as const;
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason.kind);
    this.reason = reason;
  }
}

/** Converts an error to a reason that can be stored. */
export function toReason(error: unknown): Reason {
  if (error instanceof UnavailableError) return error.reason;
  // An account that cannot be used, or whose use has ended.
  if (error instanceof RefusedError)
    return error.kind === "locked" ? { kind: "locked" } : { kind: "account", detail: error.message };
  if (error instanceof DOMException && error.name === "QuotaExceededError") return { kind: "storage-full" };
  const kind = reasonKind(error);
  if (kind === "internal") console.error(error);
  return isForgeError(error) ? { kind, detail: error.detail } : { kind };
}

function reasonKind(error: unknown): ReasonKind {
  if (!isForgeError(error)) return "internal";
  if (isRateLimitError(error)) return "limit";
  if (isConnectionError(error)) return "offline";
  if (isAuthenticationError(error)) return "token";
  // An error without a status was thrown by the client's own check of the token's kind.
  if (isPermissionError(error)) return error.status === undefined ? "token-kind" : "permission";
  if (isNotFoundError(error)) return "not-found";
  if (isGoneError(error)) return "gone";
  if (error.status === 451) return "blocked";
  if (isServiceError(error)) return "service";
  return isInputError(error) ? "internal" : "service";
}

/** Returns when a rate limit ends, in milliseconds since 1970, or null if unknown. */
export function limitEnd(error: unknown): number | null {
  return isRateLimitError(error) ? (error.until?.getTime() ?? null) : null;
}

/** Whether a write that failed with this error may have taken effect. */
export function mayHaveTakenEffect(error: unknown): boolean {
  if (isConnectionError(error) || isServiceError(error)) return error.outcome === "unknown";
  // A success status with an unexpected body is still a success. A failed redirect has changed nothing.
  if (isForgeError(error)) return error.status !== undefined && error.status >= 200 && error.status < 300;
  return !(error instanceof UnavailableError);
}

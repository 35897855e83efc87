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

/** Not to be done, for a reason that is known before anything is sent. */
export class Unavailable extends Error {
  override name = "Unavailable" as const;
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason.kind);
    this.reason = reason;
  }
}

/** Why something failed, as it is written down. */
export function reasonOf(error: unknown): Reason {
  if (error instanceof Unavailable) return error.reason;
  if (error instanceof DOMException && error.name === "QuotaExceededError") return { kind: "storage full" };
  const kind = kindOf(error);
  if (kind === "internal") console.error(error);
  return isForgeError(error) ? { kind, detail: error.detail } : { kind };
}

function kindOf(error: unknown): ReasonKind {
  if (!isForgeError(error)) return "internal";
  if (isRateLimitError(error)) return "limit";
  if (isConnectionError(error)) return "offline";
  if (isAuthenticationError(error)) return "token";
  // The contract knows before anything is sent: then there is no status.
  if (isPermissionError(error)) return error.status === undefined ? "token kind" : "permission";
  if (isNotFoundError(error)) return "not found";
  if (isGoneError(error)) return "gone";
  if (error.status === 451) return "blocked";
  if (isServiceError(error)) return "forge";
  return isInputError(error) ? "internal" : "forge";
}

/** When a limit ends, as far as the service says. */
export function limitEnd(error: unknown): number | null {
  return isRateLimitError(error) ? (error.until?.getTime() ?? null) : null;
}

/** May a write that ended so have taken effect all the same? */
export function mayBeDone(error: unknown): boolean {
  if (isConnectionError(error) || isServiceError(error)) return error.outcome === "unknown";
  // A success that makes no sense is one all the same, and a repeated redirect has led nowhere.
  if (isForgeError(error)) return error.status !== undefined && error.status >= 200 && error.status < 300;
  return !(error instanceof Unavailable);
}

import { copyError } from "../internal/copy-error.ts";
import { createRedactor } from "../internal/redact-secrets.ts";
import { sentSecrets } from "./credentials/sent-secrets.ts";
import type { CallRequest } from "./middleware.ts";

/** Copies the error of a call without the secrets of the call. */
export function copyOwnError(request: CallRequest, error: unknown): Error {
  return copyError(
    error,
    createRedactor(() => sentSecrets(request)),
  );
}

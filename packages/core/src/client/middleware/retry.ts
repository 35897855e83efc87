import { isConnectionError } from "../../errors.ts";
import type { Clock } from "../clock.ts";
import type { LoadFailures } from "../described-error.ts";
import type { Middleware } from "../middleware.ts";
import { COUNT, readNumbers } from "../number-options.ts";
import { tryToLoad } from "../on-demand.ts";
import { seemsLimitRejection } from "../response/limit-rejection.ts";
import { type AttemptResult, settle, unwrap } from "./attempt-result.ts";
import type { VerificationFor } from "./verification.ts";

/** Limits on how often a call is sent. */
export interface RetryOptions {
  /** Maximum number of attempts if connections or the service fail; default 4. */
  readonly attempts?: number | undefined;
  /** Maximum number of attempts if the service reports a rate limit; default 10. */
  readonly rateLimitAttempts?: number | undefined;
}

/** Validated retry options. */
export interface RetrySettings {
  readonly attempts: number;
  readonly rateLimitAttempts: number;
}

/** @throws InputError if an option is invalid; its `field` names it */
export function readRetryOptions(options: RetryOptions = {}): RetrySettings {
  return readNumbers("retry", options, { attempts: 4, rateLimitAttempts: 10 }, () => COUNT);
}

/** Properties of the middleware. */
export interface RetryDeps {
  readonly clock: Clock;
  readonly random: () => number;
  readonly verificationFor?: VerificationFor;
  readonly loadFailures: LoadFailures;
}

/**
 * Retries what is safe to retry: rate-limited calls always; calls that may have taken effect only if they are
 * idempotent, or after verifying that they did not. A call fails without a retry if what that needs can't be loaded.
 */
export function retry(settings: RetrySettings, deps: RetryDeps): Middleware {
  return (next) => async (request) => {
    // A download is read as it arrives, so it cannot be restarted.
    if (request.responseType === "stream") return next(request);
    const verification = deps.verificationFor?.(request);
    verification?.startAttempt();
    const result = await settle(next(request));
    const failures = canRetry(result) ? await tryToLoad(deps.loadFailures, request.signal) : undefined;
    return failures ? failures.retryCall({ ...deps, settings, next, verification }, request, result) : unwrap(result);
  };
}

/** Whether the failure of an attempt can be temporary. */
function canRetry({ response, error }: AttemptResult): boolean {
  return response ? response.status >= 500 || seemsLimitRejection(response) : isConnectionError(error);
}

import { joinSentences, unknownOutcomeAdvice } from "../../error-texts.ts";
import { ConnectionError, type ForgeError } from "../../errors.ts";
import { copyError, nestedErrors } from "../../internal/copy-error.ts";
import { readProperty } from "../../internal/read-property.ts";
import { createRedactor } from "../../internal/redact-secrets.ts";
import { sentSecrets } from "../credentials/sent-secrets.ts";
import { callErrorContext } from "../error-context.ts";
import type { CallRequest } from "../middleware.ts";
import { platformLimitError } from "../response/limit-error.ts";

/** Error codes and messages that mean that nothing was sent. */
const NEVER_SENT_CODES =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|UNABLE_TO_.*|ERR_TLS_.*|CERT_.*|.*_CERT_.*|.*_SIGNED_.*|bad port)$/;

/** Error codes and messages that mean that a connection was lost. */
const CONNECTION_LOST_CODES = /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_BODY_TIMEOUT|terminated|aborted|HPE_.*|Z_.*)$/;

function connectionContext(request: CallRequest) {
  return callErrorContext(request, request.url.origin);
}

/**
 * The error of a call without a response in time.
 * @param timeLeft time that it had, in milliseconds
 */
export function timedOut(request: CallRequest, timeLeft: number): ConnectionError {
  const outcomeAdvice = unknownOutcomeAdvice(request.definition.retry);
  const seconds = `${Math.round(timeLeft) / 1000} s`;
  const problem =
    timeLeft < request.timeout
      ? `No response before the deadline, which left ${seconds} for this attempt`
      : `No response within ${seconds}`;
  return new ConnectionError(joinSentences(problem, outcomeAdvice), {
    ...connectionContext(request),
    outcome: "unknown",
  });
}

/** The error of a call whose transport failed. */
export function connectionFailure(request: CallRequest, error: unknown): ForgeError {
  const root = rootError(error);
  const code = readProperty(root, "code");
  const redact = createRedactor(() => [...sentSecrets(request), ...queryParts(request)], request.redact);
  const cause = copyError(error, redact);
  const { message } = copyError(root, redact);
  const reason = typeof code === "string" ? code : message || "unknown reason";
  const limitError = platformLimitError(request, reason);
  if (limitError) return limitError;
  // Some codes also occur on established connections; the failed system call distinguishes them.
  const neverSent = NEVER_SENT_CODES.test(reason) || readProperty(root, "syscall") === "connect";
  // Nothing was sent, so nothing can have taken effect.
  const outcomeAdvice = neverSent ? undefined : unknownOutcomeAdvice(request.definition.retry);
  const summary = CONNECTION_LOST_CODES.test(reason) ? "The connection was lost" : "No connection";
  return new ConnectionError(
    joinSentences(`${summary} (${redact(reason)})`, "Check the address and the network", outcomeAdvice),
    { ...connectionContext(request), cause, outcome: neverSent ? "none" : "unknown" },
  );
}

/** Maximum depth to which causes are followed. */
const MAX_CAUSE_DEPTH = 6;

/** The innermost error, since `fetch` wraps errors in `cause`; of several addresses' errors, the first one. */
function rootError(error: unknown, depth = 0): unknown {
  const nested = readProperty(error, "cause") ?? nestedErrors(error)[0];
  return nested === undefined || depth === MAX_CAUSE_DEPTH ? error : rootError(nested, depth + 1);
}

/** The query and its values: not every transport redacts them in its own error messages. */
function queryParts({ url: { search, searchParams } }: CallRequest): string[] {
  const values = [...searchParams.values()].filter(({ length }) => length >= MIN_QUERY_VALUE_LENGTH);
  return [search, search.slice(1), ...values];
}

/** Shorter values of a query, such as `open`, are common words. */
const MIN_QUERY_VALUE_LENGTH = 8;

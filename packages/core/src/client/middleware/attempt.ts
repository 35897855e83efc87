import { ConnectionError, type ForgeError, isForgeError, joinSentences, unknownOutcomeAdvice } from "../../errors.ts";
import { copyError, nestedErrors, readProperty } from "../../internal/copy-error.ts";
import { createRedactor } from "../../internal/redact-secrets.ts";
import { onAbort } from "../abortable.ts";
import type { Clock } from "../clock.ts";
import { tokensOf } from "../credentials/call-tokens.ts";
import { callErrorContext } from "../error-context.ts";
import type { CallRequest, Send } from "../middleware.ts";
import { checkResponseLimits, platformLimitError } from "../response/response-limits.ts";
import type { BodyLimits, Transport, TransportResponse } from "../transport/transport.ts";

/** Wraps a stream so that `end` is called when it ends, fails or is cancelled, and its errors are described. */
type WatchStream = (
  stream: ReadableStream<Uint8Array>,
  end: () => void,
  describeError: (error: unknown) => unknown,
) => ReadableStream<Uint8Array>;

/**
 * Creates the innermost handler: sends one attempt with a timeout, emits its events and describes its failure.
 * @param maxBytes limits of responses that are not streamed
 * @param watchStream wraps streamed responses
 */
export function createAttempt(
  transport: Transport,
  maxBytes: BodyLimits,
  clock: Clock,
  watchStream?: WatchStream,
): Send {
  return async (request) => {
    const { signal, emit, attempt } = request;
    signal?.throwIfAborted();
    const started = clock.monotonic();
    const timeLeft = Math.min(request.timeout, request.deadline - started);
    if (timeLeft <= 0) throw deadlineExceeded(request);
    const controller = new AbortController();
    let end: (reason: unknown) => void = () => undefined;
    // A transport can ignore the signal, or take a while to end.
    const abort = (reason: unknown) => {
      controller.abort(reason);
      end(reason);
    };
    const removeAbortListener = onAbort(signal, () => abort(signal?.reason));
    let isTimedOut = false;
    const cancelTimeout = clock.after(timeLeft, () => {
      isTimedOut = true;
      abort(new DOMException("The attempt timed out.", "TimeoutError"));
    });
    // If the caller aborted, it gets its own reason.
    const describeError = (error: unknown) => (signal?.aborted ? signal.reason : describeFailure(request, error));
    let stream: ReadableStream<Uint8Array> | undefined;
    emit?.({ type: "start", attempt });
    try {
      const sending = transport({
        method: request.method,
        url: request.url,
        headers: request.headers,
        body: request.body,
        responseType: request.responseType,
        maxBytes,
        signal: controller.signal,
      });
      const response = await new Promise<TransportResponse>((resolve, reject) => {
        end = reject;
        // The transport itself can have aborted the call.
        if (controller.signal.aborted) reject(controller.signal.reason);
        Promise.resolve(sending).then(resolve, reject);
      });
      stream = response.stream && watchStream?.(response.stream, removeAbortListener, describeError);
      emit?.({
        type: "response",
        attempt,
        status: response.status,
        milliseconds: Math.round(clock.monotonic() - started),
        cached: response.status === 304,
      });
      checkResponseLimits(request, response, maxBytes);
      const redact = createRedactor(() => sentSecrets(request), request.redact);
      return stream ? { ...response, stream, redact } : { ...response, redact };
    } catch (error) {
      // Closes the connection of a response that is not read to its end.
      controller.abort();
      throw isTimedOut && !signal?.aborted ? timedOut(request, timeLeft) : describeError(error);
    } finally {
      cancelTimeout();
      // The caller reads a stream after this function has returned, and can still abort it then.
      if (!stream) removeAbortListener();
    }
  };
}

/** Error codes and messages that mean that nothing was sent. */
const NEVER_SENT_CODES =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|UNABLE_TO_.*|ERR_TLS_.*|CERT_.*|.*_CERT_.*|.*_SIGNED_.*|bad port)$/;

/** Error codes and messages that mean that a connection was lost. */
const CONNECTION_LOST_CODES = /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_BODY_TIMEOUT|terminated|aborted|HPE_.*|Z_.*)$/;

function connectionContext(request: CallRequest) {
  return callErrorContext(request, request.url.origin);
}

function deadlineExceeded(request: CallRequest): ConnectionError {
  return new ConnectionError("Not sent: the deadline passed before it could be sent.", {
    ...connectionContext(request),
    outcome: "none",
  });
}

function timedOut(request: CallRequest, timeLeft: number): ConnectionError {
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

function describeFailure(request: CallRequest, error: unknown): ForgeError {
  if (isForgeError(error)) return error;
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

/** The token and other secrets that a request contains, and the tokens of its call's earlier attempts. */
function sentSecrets({ id, secrets, headers }: CallRequest): (string | undefined)[] {
  const credentials = Object.entries(headers).filter(([name]) => CREDENTIAL_HEADER.test(name));
  return [...secrets, ...tokensOf(id), ...credentials.map(([, value]) => value.replace(/^\S+ /, ""))];
}

/** Names of headers that can contain credentials, also those of custom middleware. */
const CREDENTIAL_HEADER = /auth|cookie|key|secret|token/i;

/** The query and its values: not every transport redacts them in its own error messages. */
function queryParts({ url: { search, searchParams } }: CallRequest): string[] {
  const values = [...searchParams.values()].filter(({ length }) => length >= MIN_QUERY_VALUE_LENGTH);
  return [search, search.slice(1), ...values];
}

/** Shorter values of a query, such as `open`, are common words. */
const MIN_QUERY_VALUE_LENGTH = 8;

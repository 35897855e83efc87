import { ConnectionError, joinSentences, unknownOutcomeAdvice } from "../../errors.ts";
import { onAbort } from "../abortable.ts";
import type { Clock } from "../clock.ts";
import type { CallRequest, Send } from "../middleware.ts";
import type { Transport } from "../transport/transport.ts";

/** Wraps a stream so that `end` is called when it ends, fails or is cancelled. */
type WatchStream = (stream: ReadableStream<Uint8Array>, end: () => void) => ReadableStream<Uint8Array>;

/**
 * Creates the innermost handler: sends one attempt with a timeout, emits its events and describes its failure.
 * @param watchStream wraps streamed responses
 */
export function createAttempt(transport: Transport, clock: Clock, watchStream?: WatchStream): Send {
  return async (request) => {
    const { signal, emit, attempt } = request;
    signal?.throwIfAborted();
    const started = clock.now();
    const timeLeft = Math.min(request.timeout, request.deadline - started);
    if (timeLeft <= 0) throw deadlineExceeded(request);
    const controller = new AbortController();
    const removeAbortListener = onAbort(signal, () => controller.abort(signal?.reason));
    let isTimedOut = false;
    const cancelTimeout = clock.after(timeLeft, () => {
      isTimedOut = true;
      controller.abort(new DOMException("The attempt timed out.", "TimeoutError"));
    });
    let stream: ReadableStream<Uint8Array> | undefined;
    emit?.({ type: "start", attempt });
    try {
      const response = await transport({
        method: request.method,
        url: request.url,
        headers: request.headers,
        body: request.body,
        responseType: request.responseType,
        signal: controller.signal,
      });
      stream = response.stream && watchStream?.(response.stream, removeAbortListener);
      emit?.({
        type: "response",
        attempt,
        status: response.status,
        milliseconds: clock.now() - started,
        cached: response.status === 304,
      });
      return stream ? { ...response, stream } : response;
    } catch (error) {
      // The caller aborted: throw the caller's own reason.
      if (signal?.aborted) throw signal.reason;
      throw isTimedOut ? timedOut(request, timeLeft) : connectionFailed(request, error);
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

function connectionContext({ method, url, operation }: CallRequest) {
  return { messagePrefix: `${method} ${url.origin}${url.pathname}:`, route: operation.route };
}

function deadlineExceeded(request: CallRequest): ConnectionError {
  return new ConnectionError("Not sent: the deadline passed before it could be sent.", {
    ...connectionContext(request),
    outcome: "none",
  });
}

function timedOut(request: CallRequest, timeLeft: number): ConnectionError {
  const outcomeAdvice = unknownOutcomeAdvice(request.definition.retry);
  return new ConnectionError(joinSentences(`No response within ${timeLeft / 1000} s`, outcomeAdvice), {
    ...connectionContext(request),
    outcome: "unknown",
  });
}

function connectionFailed(request: CallRequest, error: unknown): ConnectionError {
  const { reason, neverSent } = rootReason(error);
  // Nothing was sent, so nothing can have taken effect.
  const outcomeAdvice = neverSent ? undefined : unknownOutcomeAdvice(request.definition.retry);
  const advice = "Check the address and the network";
  const summary = CONNECTION_LOST_CODES.test(reason) ? "The connection was lost" : "No connection";
  return new ConnectionError(joinSentences(`${summary} (${redactSecrets(reason, request)})`, advice, outcomeAdvice), {
    ...connectionContext(request),
    // A cause that contains a secret is dropped, since it might be printed.
    cause: hasNoSecrets(error, request) ? error : undefined,
    outcome: neverSent ? "none" : "unknown",
  });
}

/** The innermost reason, since `fetch` wraps errors in `cause`. */
function rootReason(error: unknown, depth = 0): { readonly reason: string; readonly neverSent: boolean } {
  if (!(error instanceof Error))
    return { reason: typeof error === "string" ? error : "unknown reason", neverSent: false };
  if (error.cause !== undefined && depth < MAX_CAUSE_DEPTH) return rootReason(error.cause, depth + 1);
  // Several addresses were tried; report the first failure.
  if (error instanceof AggregateError && error.errors.length > 0 && depth < MAX_CAUSE_DEPTH) {
    return rootReason(error.errors[0], depth + 1);
  }
  const reason = "code" in error && typeof error.code === "string" ? error.code : error.message;
  // Some codes also occur on established connections; the failed system call distinguishes them.
  const neverSent = NEVER_SENT_CODES.test(reason) || ("syscall" in error && error.syscall === "connect");
  return { reason, neverSent };
}

/** Whether printing an error reveals no secret. An error nested too deeply counts as unsafe. */
function hasNoSecrets(error: unknown, request: CallRequest, depth = 0): boolean {
  if (depth > MAX_CAUSE_DEPTH) return false;
  try {
    if (typeof error !== "object" || error === null) return isSecretFree(String(error), request);
    const texts = [String(error), error instanceof Error ? error.stack : undefined];
    return (
      texts.every((text) => text === undefined || isSecretFree(text, request)) &&
      Reflect.ownKeys(error).every((name) => hasNoSecrets(Reflect.get(error, name), request, depth + 1))
    );
  } catch {
    return false;
  }
}

/** Maximum depth to which an error is inspected. */
const MAX_CAUSE_DEPTH = 6;

function isSecretFree(message: string, request: CallRequest): boolean {
  return redactSecrets(message, request) === message;
}

/** Redacts secrets: not every transport does so in its own error messages. */
function redactSecrets(message: string, { secrets, headers, url }: CallRequest): string {
  const token = headers["authorization"]?.replace(/^\S+ /, "");
  const escaped = secrets.map((secret) => JSON.stringify(secret).slice(1, -1));
  return [...secrets, ...escaped, token, url.search]
    .filter((secret) => secret !== undefined)
    .filter(({ length }) => length > 3)
    .reduce((text, secret) => text.replaceAll(secret, "[secret]"), message);
}

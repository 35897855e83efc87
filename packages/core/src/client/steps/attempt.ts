import { ConnectionError, sentences, unknownOutcome } from "../../errors.ts";
import type { Outgoing, Send } from "../chain.ts";
import type { Clock } from "../clock.ts";
import type { Transport } from "../transport/transport.ts";
import { onAbort } from "../waiting.ts";

/** The same stream, which says when it has ended, in whichever way. */
type Watch = (stream: ReadableStream<Uint8Array>, end: () => void) => ReadableStream<Uint8Array>;

/**
 * The end of the chain: one attempt, timed, told of, and its failure put in words.
 * @param watch for whoever asks for streams
 */
export function attempts(transport: Transport, clock: Clock, watch?: Watch): Send {
  return async (request) => {
    const { signal, tell, attempt } = request;
    signal?.throwIfAborted();
    const started = clock.now();
    const patience = Math.min(request.timeout, request.deadline - started);
    if (patience <= 0) throw outOfTime(request);
    const controller = new AbortController();
    const forget = onAbort(signal, () => controller.abort(signal?.reason));
    let isLate = false;
    const cancel = clock.after(patience, () => {
      isLate = true;
      controller.abort(new DOMException("The time for this attempt is up.", "TimeoutError"));
    });
    let stream: ReadableStream<Uint8Array> | undefined;
    tell?.({ type: "start", attempt });
    try {
      const answer = await transport({
        method: request.method,
        url: request.url,
        headers: request.headers,
        body: request.body,
        reads: request.reads,
        signal: controller.signal,
      });
      stream = answer.stream && watch?.(answer.stream, forget);
      tell?.({
        type: "answer",
        attempt,
        status: answer.status,
        milliseconds: clock.now() - started,
        cached: answer.status === 304,
      });
      return stream ? { ...answer, stream } : answer;
    } catch (error) {
      // Whoever aborted gave the reason; it is theirs to catch.
      if (signal?.aborted) throw signal.reason;
      throw isLate ? tooLate(request, patience) : notReached(request, error);
    } finally {
      cancel();
      // A stream is read after this, and whoever asked for it may still end it.
      if (!stream) forget();
    }
  };
}

/** Codes that mean that nothing has left this machine. */
const NEVER_SENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|UNABLE_TO_.*|ERR_TLS_.*|CERT_.*|.*_CERT_.*|.*_SIGNED_.*|bad port)$/;

/** Reasons that mean that there was a connection. */
const BROKE_OFF = /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_BODY_TIMEOUT|terminated|aborted|HPE_.*|Z_.*)$/;

function contextOf({ method, url, operation }: Outgoing) {
  return { about: `${method} ${url.origin}${url.pathname}:`, route: operation.route };
}

function outOfTime(request: Outgoing): ConnectionError {
  return new ConnectionError("Not sent: the time for this call was up before its turn came.", {
    ...contextOf(request),
    outcome: "none",
  });
}

function tooLate(request: Outgoing, patience: number): ConnectionError {
  const outcome = unknownOutcome(request.definition.retry);
  return new ConnectionError(sentences(`No answer within ${patience / 1000} s`, outcome), {
    ...contextOf(request),
    outcome: "unknown",
  });
}

function notReached(request: Outgoing, error: unknown): ConnectionError {
  const { why, neverSent } = reasonOf(error);
  // Who was never reached has done nothing.
  const outcome = neverSent ? undefined : unknownOutcome(request.definition.retry);
  const advice = "Is the address right, and the network there?";
  const what = BROKE_OFF.test(why) ? "The answer broke off" : "No connection";
  return new ConnectionError(sentences(`${what} (${withoutSecrets(why, request)})`, advice, outcome), {
    ...contextOf(request),
    // What repeats a secret is kept from whoever prints the error.
    cause: isClean(error, request) ? error : undefined,
    outcome: neverSent ? "none" : "unknown",
  });
}

/** The innermost word on why: fetch hides it in the cause. */
function reasonOf(error: unknown, depth = 0): { readonly why: string; readonly neverSent: boolean } {
  if (!(error instanceof Error)) return { why: typeof error === "string" ? error : "no reason", neverSent: false };
  if (error.cause !== undefined && depth < DEEPEST) return reasonOf(error.cause, depth + 1);
  // Several addresses were tried, and each failed in its way.
  if (error instanceof AggregateError && error.errors.length > 0 && depth < DEEPEST) {
    return reasonOf(error.errors[0], depth + 1);
  }
  const why = "code" in error && typeof error.code === "string" ? error.code : error.message;
  // Some codes tell of connections that were made as well; what failed tells them apart.
  const neverSent = NEVER_SENT.test(why) || ("syscall" in error && error.syscall === "connect");
  return { why, neverSent };
}

/** Does printing an error show nothing that must not be repeated? What can't be looked through may show anything. */
function isClean(error: unknown, request: Outgoing, depth = 0): boolean {
  if (depth > DEEPEST) return false;
  try {
    if (typeof error !== "object" || error === null) return isPlain(String(error), request);
    const said = [String(error), error instanceof Error ? error.stack : undefined];
    return (
      said.every((words) => words === undefined || isPlain(words, request)) &&
      Reflect.ownKeys(error).every((name) => isClean(Reflect.get(error, name), request, depth + 1))
    );
  } catch {
    return false;
  }
}

/** How deep an error is looked into. */
const DEEPEST = 6;

function isPlain(words: string, request: Outgoing): boolean {
  return withoutSecrets(words, request) === words;
}

/** Not every sender knows what its own words may not repeat. */
function withoutSecrets(words: string, { sensitive, headers, url }: Outgoing): string {
  const token = headers["authorization"]?.replace(/^\S+ /, "");
  const written = sensitive.map((secret) => JSON.stringify(secret).slice(1, -1));
  return [...sensitive, ...written, token, url.search]
    .filter((secret) => secret !== undefined)
    .filter(({ length }) => length > 3)
    .reduce((text, secret) => text.replaceAll(secret, "[secret]"), words);
}

import { ConnectionError, isForgeError } from "../../errors.ts";
import { onAbort } from "../abortable.ts";
import type { Clock } from "../clock.ts";
import { recordSentHeaders } from "../credentials/call-tokens.ts";
import { describedError, type LoadFailures } from "../described-error.ts";
import { callErrorContext } from "../error-context.ts";
import type { Send } from "../middleware.ts";
import { isTooLarge } from "../response/response-limits.ts";
import type { BodyLimits, Transport, TransportResponse } from "../transport/transport.ts";

/** Wraps a stream so that `end` is called when it ends, fails or is cancelled, and its errors are described. */
type WatchStream = (
  stream: ReadableStream<Uint8Array>,
  end: () => void,
  describeError: (error: unknown) => Promise<unknown>,
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
  loadFailures: LoadFailures,
  watchStream?: WatchStream,
): Send {
  return async (request) => {
    const { signal, emit, attempt } = request;
    signal?.throwIfAborted();
    const started = clock.monotonic();
    const timeLeft = Math.min(request.timeout, request.deadline - started);
    if (timeLeft <= 0) {
      throw new ConnectionError("Not sent: the deadline passed before it could be sent.", {
        ...callErrorContext(request, request.url.origin),
        outcome: "none",
      });
    }
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
    const describeError = async (error: unknown) => {
      // If the caller aborted, it gets its own reason.
      if (signal?.aborted) return signal.reason;
      if (isForgeError(error) && !isTimedOut) return error;
      const hasTimedOut = isTimedOut;
      return describedError(request, undefined, loadFailures, ({ connectionFailure, timedOut }) =>
        hasTimedOut ? timedOut(request, timeLeft) : connectionFailure(request, error),
      );
    };
    let stream: ReadableStream<Uint8Array> | undefined;
    emit?.({ type: "start", attempt });
    recordSentHeaders(request.id, request.headers);
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
      if (isTooLarge(request, response, maxBytes)) {
        cancelTimeout();
        throw await describedError(request, response, loadFailures, ({ sizeError }) =>
          sizeError(request, response, maxBytes),
        );
      }
      return stream ? { ...response, stream, sentBy: request.id } : { ...response, sentBy: request.id };
    } catch (error) {
      // Closes the connection of a response that is not read to its end.
      controller.abort();
      cancelTimeout();
      throw await describeError(error);
    } finally {
      cancelTimeout();
      // The caller reads a stream after this function has returned, and can still abort it then.
      if (!stream) removeAbortListener();
    }
  };
}

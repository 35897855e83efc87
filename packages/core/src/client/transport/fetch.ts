import type { Send } from "../chain.ts";
import { ConnectionError, sentences, unknownOutcome } from "../errors.ts";

/** Reasons that mean that nothing has left this machine. */
const NEVER_SENT = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;

/**
 * Sends with `fetch`. Redirects are not followed: a token must not travel to an address that an answer names.
 * @param timeout milliseconds for one attempt, headers and body together
 */
export function fetchTransport(fetch: typeof globalThis.fetch, timeout: number): Send {
  return async ({ operation, definition, method, url, headers, body, signal }) => {
    const deadline = AbortSignal.timeout(timeout);
    const context = { about: `${method} ${url.origin}${url.pathname}:`, route: operation.route };
    const explain = (what: string, error: unknown) => {
      // Whoever aborted gave the reason; it is theirs to catch.
      if (signal?.aborted) return signal.reason;
      const unknown = unknownOutcome(definition.retry);
      if (deadline.aborted) {
        return new ConnectionError(sentences(`No answer within ${timeout / 1000} s`, unknown), context);
      }
      const why = reasonOf(error);
      const advice = "Is the address right, and the network there?";
      // Who was never reached has done nothing.
      const outcome = NEVER_SENT.test(why) ? undefined : unknown;
      return new ConnectionError(sentences(`${what} (${why})`, advice, outcome), {
        ...context,
        cause: error,
      });
    };
    const brokeOff = (error: unknown): never => {
      throw explain("The answer broke off", error);
    };
    try {
      const response = await fetch(url, {
        method,
        headers,
        body: body ?? null,
        redirect: "manual",
        credentials: "omit",
        cache: "no-store",
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      });
      return {
        status: response.status,
        headers: response.headers,
        text: () => response.text().catch(brokeOff),
        bytes: async () => new Uint8Array(await response.arrayBuffer().catch(brokeOff)),
      };
    } catch (error) {
      throw explain("No connection", error);
    }
  };
}

/** The innermost word on why: fetch hides it in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return reasonOf(error.cause);
  if ("code" in error && typeof error.code === "string") return error.code;
  return error.message;
}

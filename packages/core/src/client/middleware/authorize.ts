import { ConnectionError } from "../../errors.ts";
import { onAbort } from "../abortable.ts";
import type { Clock } from "../clock.ts";
import type { Caller, ExchangeToken, TokenSource } from "../credentials/token-source.ts";
import { callErrorContext } from "../error-context.ts";
import type { CallRequest, Middleware } from "../middleware.ts";

/**
 * Adds the token to each attempt, as late as possible: a call can wait for longer than a token is valid.
 * @param onToken called with each token before it is sent; prevents that if it returns a promise that rejects
 */
export function authorize(
  source: TokenSource,
  exchange: ExchangeToken,
  clock: Clock,
  onToken: (request: CallRequest, caller: Caller) => Promise<never> | undefined,
): Middleware {
  async function obtainToken(request: CallRequest): Promise<string | undefined> {
    const caller = await tokenInTime(request, source.getToken(exchange), clock);
    const rejection = onToken(request, caller);
    if (rejection) await rejection;
    return caller.token;
  }

  return (next) => async (request) => {
    // Requests to other origins are sent without the token.
    if (request.anonymous) return next(request);
    const token = await obtainToken(request);
    if (token === undefined) return next(request);
    const response = await next(withToken(request, token));
    // A call rejected with a 401 was not executed, so it can be sent again if there is a new token.
    if (response.status !== 401 || !source.invalidate(token)) return response;
    const renewed = await obtainToken(request);
    return renewed === undefined || renewed === token ? response : next(withToken(request, renewed));
  };
}

/** Obtaining a token can take a while and is shared between calls; each call waits only within its own time limits. */
function tokenInTime(
  request: CallRequest,
  pendingToken: Caller | Promise<Caller>,
  clock: Clock,
): Caller | Promise<Caller> {
  if (!(pendingToken instanceof Promise)) return pendingToken;
  const { signal, timeout, deadline } = request;
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const cleanUp = () => {
      cancelTimeout();
      removeAbortListener();
    };
    const removeAbortListener = onAbort(signal, () => {
      cleanUp();
      reject(signal?.reason);
    });
    const cancelTimeout = clock.after(Math.min(timeout, deadline - clock.monotonic()), () => {
      cleanUp();
      reject(
        new ConnectionError("Not sent: the credentials did not provide a token in time.", {
          ...callErrorContext(request),
          outcome: "none",
        }),
      );
    });
    pendingToken.finally(cleanUp).then(resolve, reject);
  });
}

function withToken(request: CallRequest, token: string): CallRequest {
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };
}

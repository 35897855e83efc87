import { ConnectionError } from "../../errors.ts";
import { aboutOperation } from "../about.ts";
import type { Outgoing, Step } from "../chain.ts";
import type { Clock } from "../clock.ts";
import type { Caller, Exchange, TokenSource } from "../credentials/token-source.ts";
import { onAbort } from "../waiting.ts";

/** Puts the token on each attempt, at the last moment: a call may have waited for longer than a token lives. */
export function authorize(source: TokenSource, exchange: Exchange, clock: Clock): Step {
  return (next) => async (request) => {
    // What leaves the service's own origin goes without.
    if (request.anonymous) return next(request);
    const { token } = await tokenFor(request, source.next(exchange), clock);
    if (token === undefined) return next(request);
    const answer = await next(withToken(request, token));
    // It was not executed, and a token that was revoked early may have a successor.
    if (answer.status !== 401 || !source.refused(token)) return answer;
    const renewed = (await tokenFor(request, source.next(exchange), clock)).token;
    return renewed === undefined || renewed === token ? answer : next(withToken(request, renewed));
  };
}

/** A token may have to be fetched, which others wait for as well: this call waits no longer than it has time. */
function tokenFor(request: Outgoing, given: Caller | Promise<Caller>, clock: Clock): Caller | Promise<Caller> {
  if (!(given instanceof Promise)) return given;
  const { signal, timeout, deadline, operation } = request;
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const end = () => {
      cancel();
      forget();
    };
    const forget = onAbort(signal, () => {
      end();
      reject(signal?.reason);
    });
    const cancel = clock.after(Math.min(timeout, deadline - clock.now()), () => {
      end();
      reject(
        new ConnectionError("Not sent: the credentials gave no token in time.", {
          ...aboutOperation(operation),
          outcome: "none",
        }),
      );
    });
    given.finally(end).then(resolve, reject);
  });
}

function withToken(request: Outgoing, token: string): Outgoing {
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };
}

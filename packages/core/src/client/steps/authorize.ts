import type { Step } from "../chain.ts";
import type { Exchange, TokenSource } from "../credentials/token-source.ts";

/** Puts the token on each attempt, at the last moment: a call may have waited for longer than a token lives. */
export function authorize(source: TokenSource, exchange: Exchange): Step {
  return (next) => async (request) => {
    // What leaves the service's own origin goes without.
    if (request.anonymous) return next(request);
    const given = source.next(exchange);
    const { token } = given instanceof Promise ? await given : given;
    if (token === undefined) return next(request);
    const answer = await next(withToken(request, token));
    // It was not executed, and a token that was revoked early may have a successor.
    if (answer.status !== 401 || !source.refused(token)) return answer;
    const renewed = (await source.next(exchange)).token;
    return renewed === undefined || renewed === token ? answer : next(withToken(request, renewed));
  };
}

function withToken<R extends { readonly headers: Readonly<Record<string, string>> }>(request: R, token: string): R {
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };
}

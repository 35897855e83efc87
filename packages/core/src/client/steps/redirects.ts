import { ResponseError } from "../../errors.ts";
import { aboutCall } from "../about.ts";
import type { Incoming, Outgoing, Send } from "../chain.ts";

/** Hops that a call may be sent on; whoever needs more goes in circles. */
const MOST_HOPS = 5;

/** Headers that say who asks: they are for one origin only. */
const PERSONAL = /^(authorization|proxy-authorization|cookie)$/i;

/**
 * Goes where the service sends a call, by rules under which it stays the same call: no write becomes another one, and
 * neither a token nor a body leaves the service's own origin. Its place is before the step that puts the token on.
 */
export function redirects(next: Send): Send {
  return async (request) => {
    let current = request;
    for (let hops = 0; ; hops += 1) {
      const answer = await next(current);
      const target = targetOf(current, answer);
      if (!target) return answer;
      const { about, route } = aboutCall(request);
      const { status } = answer;
      const complain = (problem: string) => new ResponseError(problem, { about: `${about} ${status}`, route, status });
      if (hops === MOST_HOPS) {
        throw complain(`The service sends this call on and on: ${MOST_HOPS} times, and next to ${placeOf(target)}.`);
      }
      current = sentOn(current, status, target, complain);
    }
  };
}

/** Where an answer sends its call; undefined where it is the answer, or where nobody can go. */
function targetOf({ definition, url }: Outgoing, { status, headers }: Incoming): URL | undefined {
  if (status !== 301 && status !== 302 && status !== 307 && status !== 308) return undefined;
  if (Object.hasOwn(definition.success, status)) return undefined;
  const location = headers.get("location");
  const target = location && URL.canParse(location, url.href) ? new URL(location, url) : undefined;
  return target?.protocol === "https:" || target?.protocol === "http:" ? target : undefined;
}

/**
 * The request of the next hop.
 * @param complain makes the error of a hop that is not made
 */
function sentOn(request: Outgoing, status: number, target: URL, complain: (problem: string) => Error): Outgoing {
  const { method, url } = request;
  const isElsewhere = target.origin !== url.origin;
  const refuse = (why: string) =>
    complain(
      `The service at ${url.origin} sends this call to ${isElsewhere ? target.origin : placeOf(target)}, ${why}. It was not sent there.`,
    );
  if (target.username || target.password) throw refuse("with a user name or a password in the address");
  if (url.protocol === "https:" && target.protocol === "http:") throw refuse("where everybody could read along");
  if (!isElsewhere) {
    // By the rules of HTTP it could go on as a GET, and would seem to have done what it didn't.
    if (method === "POST" && (status === 301 || status === 302)) {
      throw complain(
        `The service sends this call to ${placeOf(target)}, in a way that a POST can't follow. It was not repeated. Was the repository renamed or moved?`,
      );
    }
    return { ...request, url: target };
  }
  if (method !== "GET") throw refuse("and only what reads may follow to another origin");
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !PERSONAL.test(name)));
  return { ...request, url: target, headers, body: undefined, anonymous: true };
}

/** An address without its query, which may be signed. */
function placeOf({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}

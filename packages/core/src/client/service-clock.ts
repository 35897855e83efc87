import type { Clock } from "./clock.ts";
import type { Middleware } from "./middleware.ts";
import { parseHttpDate } from "./response/http-date.ts";

/** The service's clock, as the dates of its responses show it. */
export interface ServiceClock {
  /** Milliseconds since 1970 by the service's clock; before its first date, by this machine's. */
  readonly now: () => number;
  /** Milliseconds by which this machine's clock is ahead of the service's; undefined before the first date. */
  readonly localOffset: () => number | undefined;
  /** Records the date of a response that was just received. */
  readonly update: (headers: Headers) => void;
}

export function createServiceClock(clock: Clock): ServiceClock {
  let latest: { readonly date: number; readonly at: number } | undefined;
  const now = () => (latest ? latest.date + clock.monotonic() - latest.at : clock.now());
  return {
    now,
    localOffset: () => (latest ? clock.now() - now() : undefined),
    update(headers) {
      const date = parseHttpDate(headers, "date");
      if (date !== undefined) latest = { date, at: clock.monotonic() };
    },
  };
}

/** Updates the service's clock from every response of the service's own origin. */
export function trackServiceClock(serviceClock: ServiceClock, { origin }: URL): Middleware {
  return (next) => async (request) => {
    const response = await next(request);
    if (request.url.origin === origin) serviceClock.update(response.headers);
    return response;
  };
}

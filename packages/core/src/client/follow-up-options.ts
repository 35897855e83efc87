import type { AnyCallOptions } from "./call-options.ts";
import type { Clock } from "./clock.ts";
import type { CallRequest } from "./middleware.ts";

/** Options of a further call that is part of a call. */
export function followUpOptions(request: CallRequest, clock: Clock): AnyCallOptions {
  const { signal, priority, timeout, maxWait, ownHeaders } = request;
  const { "user-agent": userAgent, ...headers } = ownHeaders;
  return { signal, priority, timeout, maxWait, headers, userAgent, deadline: request.deadline - clock.monotonic() };
}

/** How messages say that it was too much at once; a 422 that says so is no complaint about values. */
const TOO_QUICK = /rate limit|too quickly|abuse/i;

/** The longest wait that is believed: a day, in seconds. */
const LONGEST_WAIT = 86_400;

/**
 * Does a refusal mean "too quickly"?
 * @returns until when to wait, as far as the service says (document 1 names no header; the public ones are used);
 * undefined where it means something else
 */
export function readRateLimit(
  status: number,
  headers: Headers,
  message: string,
): { readonly until: Date | undefined } | undefined {
  const isTold = TOO_QUICK.test(message);
  const now = Math.floor(Date.now() / 1000);
  const after = secondsIn(headers, "retry-after");
  // A quota that is used up is on the last good answer too: it is the reason only where the message says so.
  const spent = headers.get("x-ratelimit-remaining") === "0" && isTold;
  const reset = spent ? secondsIn(headers, "x-ratelimit-reset") : undefined;
  const wait = after ?? (reset === undefined ? undefined : Math.max(0, reset - now));
  const until = wait === undefined || wait > LONGEST_WAIT ? undefined : new Date((now + wait) * 1000);
  const isLimit = status === 429 || ((status === 403 || status === 422) && (until !== undefined || isTold));
  return isLimit ? { until } : undefined;
}

function secondsIn(headers: Headers, name: string): number | undefined {
  const value = headers.get(name) ?? "";
  return /^\d{1,12}$/.test(value) ? Number(value) : undefined;
}

import type { VirtualClock } from "./virtual-clock.ts";

/**
 * Returns the global fetch, during which no virtual time passes: until the response's body is complete or has failed. A
 * body that arrives slowly on a busy machine would otherwise run into the client's timeouts.
 */
export function holdFetch(clock: VirtualClock): typeof fetch {
  return clock.hold(async (...request: Parameters<typeof fetch>) => {
    const response = await fetch(...request);
    await response
      .clone()
      .arrayBuffer()
      .catch(() => undefined);
    return response;
  });
}

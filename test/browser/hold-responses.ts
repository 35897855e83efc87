import type { BrowserContext } from "playwright-core";

/** Responses that a test holds back. */
export interface HeldResponses {
  /** Number of responses held back so far. The service has already executed their requests. */
  count(): number;
  /**
   * Delivers all held responses, and stops holding back later ones.
   * @returns once the held ones are delivered
   */
  release(): Promise<void>;
}

/**
 * Holds back the responses to requests of the extension or a page.
 * @param url pattern of the requests
 * @param filter limits by method, number of requests to skip, and number to hold; default all
 */
export async function holdResponses(
  context: BrowserContext,
  url: RegExp,
  filter: { readonly method?: string; readonly after?: number; readonly times?: number } = {},
): Promise<HeldResponses> {
  const { method, after = 0, times = Number.POSITIVE_INFINITY } = filter;
  const released = Promise.withResolvers<void>();
  const delivered: Promise<void>[] = [];
  let matched = 0;
  let heldCount = 0;
  await context.route(url, async (route) => {
    if (method !== undefined && route.request().method() !== method) return route.fallback();
    matched += 1;
    if (matched <= after || matched > after + times) return route.fallback();
    const deliver = async () => {
      const response = await route.fetch();
      heldCount += 1;
      await released.promise;
      await route.fulfill({ response });
    };
    // The request fails if the worker was stopped in the meantime.
    const delivery = deliver().catch(() => undefined);
    delivered.push(delivery);
    await delivery;
  });
  return {
    count: () => heldCount,
    release: async () => {
      released.resolve();
      await Promise.all(delivered);
    },
  };
}

import type { BrowserContext } from "playwright-core";

/** Answers that a test holds back. */
export interface HeldAnswers {
  /** Number of answers that were held back. The service has executed their calls. */
  count(): number;
  /** Lets all answers through, those to come too. @returns once those that were held back are delivered */
  release(): Promise<void>;
}

/**
 * Holds back the answers to calls that the extension or a page sends.
 * @param url which calls @param only of which method, after how many of them, and how many; default all
 */
export async function holdAnswers(
  context: BrowserContext,
  url: RegExp,
  only: { readonly method?: string; readonly after?: number; readonly times?: number } = {},
): Promise<HeldAnswers> {
  const { method, after = 0, times = Number.POSITIVE_INFINITY } = only;
  const gate = Promise.withResolvers<void>();
  const delivered: Promise<void>[] = [];
  let begun = 0;
  let count = 0;
  await context.route(url, async (route) => {
    if (method !== undefined && route.request().method() !== method) return route.fallback();
    begun += 1;
    if (begun <= after || begun > after + times) return route.fallback();
    const deliver = async () => {
      const response = await route.fetch();
      count += 1;
      await gate.promise;
      await route.fulfill({ response });
    };
    // A worker that was ended waits for no answer.
    const delivery = deliver().catch(() => undefined);
    delivered.push(delivery);
    await delivery;
  });
  return {
    count: () => count,
    release: async () => {
      gate.resolve();
      await Promise.all(delivered);
    },
  };
}

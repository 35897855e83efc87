import { createClient, isConnectionError } from "@forgehand/core";
import { createReview } from "@forgehand/core/operations/pull-requests";

// Bundled once; pages and workers run the same code.

/** Result of a write whose connection was lost. */
export interface LostWrite {
  readonly outcome: string;
  readonly detail: string;
}

/**
 * Creates a review, which must never be repeated, through a service that closes the connection instead of responding.
 * @param idleConnections number of connections that are open, and idle, before
 */
export async function createReviewOnLostConnection(baseUrl: string, idleConnections: number): Promise<LostWrite> {
  const { call, request } = createClient({ baseUrl, credentials: "ghp_x", pace: "off", cache: false });
  // Each response waits for all requests, so that each needs a connection of its own.
  await Promise.all(
    Array.from({ length: idleConnections }, (_, index) => request(`GET /idle/${idleConnections}/${index}`)),
  );
  const error = await call(createReview, { owner: "acme", repo: "widgets", pull_number: 1 }).catch(
    (thrown: unknown) => thrown,
  );
  if (!isConnectionError(error)) throw new Error(`The write must lose its connection, got ${String(error)}.`);
  return { outcome: error.outcome, detail: error.detail };
}

Object.assign(globalThis, { createReviewOnLostConnection });

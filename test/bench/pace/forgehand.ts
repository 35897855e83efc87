import { type ClientOptions, createClient } from "@forgehand/core";
import {
  deleteSubscription,
  getSubscription,
  putOrganizationUpdaterSecret,
  redeliverRepositoryHookDelivery,
  requestReviewers,
} from "@forgehand/core/operations";
import type { StartClient } from "./client.ts";
import { type BenchJob, SEALED_SECRET } from "./job.ts";
import { seededRandom } from "./seeded-random.ts";

const OWNER = "acme";

/** Forgehand's client; all jobs are started at once. */
export const startForgehand: StartClient = ({ fetch, share, storage }) => {
  const { call } = createClient({
    baseUrl: "https://api.github.com",
    credentials: "ghp_x",
    fetch,
    cache: false,
    clock: createClock(),
    random: seededRandom(1),
    pace: { preset: "published", ...(share !== undefined && { share }), ...(storage && { storage }) },
  });
  const run = ({ kind, number, interactive }: BenchJob): Promise<unknown> => {
    const options = { priority: interactive ? "interactive" : "bulk" } as const;
    const widgets = { owner: OWNER, repo: "widgets" };
    const numbered = { owner: OWNER, repo: `widgets-${number}` };
    switch (kind) {
      case "secret":
        return call(
          putOrganizationUpdaterSecret,
          { org: OWNER, secret_name: `KEY_${number}`, ...SEALED_SECRET },
          options,
        );
      case "review-request":
        return call(requestReviewers, { ...widgets, pull_number: number, reviewers: ["ada"] }, options);
      case "redelivery":
        return call(redeliverRepositoryHookDelivery, { ...widgets, hook_id: 1, delivery_id: String(number) }, options);
      case "subscription":
        return call(getSubscription, numbered, options);
      case "unwatching":
        return call(deleteSubscription, numbered, options);
    }
  };
  return async (job) => {
    await run(job);
  };
};

/**
 * Uses the shared (virtual) time, but as a separate clock object: clients with the same clock object share their quota
 * state, which separate processes cannot.
 */
function createClock(): NonNullable<ClientOptions["clock"]> {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    after(milliseconds, run) {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
  };
}

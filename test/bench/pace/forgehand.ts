import { type ClientOptions, createClient } from "@forgehand/core";
import {
  deleteSubscription,
  getSubscription,
  putOrganizationUpdaterSecret,
  redeliverRepositoryHookDelivery,
  requestReviewers,
} from "@forgehand/core/operations";
import type { StartClient } from "./client.ts";
import { type Job, SEALED } from "./job.ts";
import { seededRandom } from "./random.ts";

const OWNER = "acme";

/** Forgehand's client, to which every job is given at once. */
export const startForgehand: StartClient = ({ fetch, share, storage }) => {
  const { call } = createClient({
    baseUrl: "https://api.github.com",
    credentials: "ghp_x",
    fetch,
    cache: false,
    clock: ownClock(),
    random: seededRandom(1),
    pace: { preset: "published", ...(share !== undefined && { share }), ...(storage && { storage }) },
  });
  const run = ({ kind, number, interactive }: Job): Promise<unknown> => {
    const options = { priority: interactive ? "interactive" : "bulk" } as const;
    const widgets = { owner: OWNER, repo: "widgets" };
    const numbered = { owner: OWNER, repo: `widgets-${number}` };
    switch (kind) {
      case "secret":
        return call(putOrganizationUpdaterSecret, { org: OWNER, secret_name: `KEY_${number}`, ...SEALED }, options);
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

/** The time that all have, in an object of its own: clients with one clock share what they know, which processes can't. */
function ownClock(): NonNullable<ClientOptions["clock"]> {
  return {
    now: () => Date.now(),
    after(milliseconds, run) {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
  };
}

import { deleteSubscription, getRepository, getSubscription, setSubscription } from "@forgehand/core/operations";
import * as z from "zod/mini";
import { subscriptionFor, watchStateOf } from "../subscription.ts";
import { createWorkerControl } from "./control.ts";
import { readRepositoryWithState } from "./repository.ts";

export const watch = createWorkerControl<"watch">({
  operations: { readState: [getRepository, getSubscription], applyIntent: [setSubscription, deleteSubscription] },
  intent: z.strictObject({ watch: z.enum(["not-watching", "watching", "ignoring"]) }),
  unknownState: (why) => ({ watch: null, count: null, why }),
  async readState(client, subject) {
    const { repository, state, why } = await readRepositoryWithState(client, subject, "watch", (name) =>
      client.call(getSubscription, name),
    );
    return {
      watch: state === undefined ? null : watchStateOf(state),
      count: repository.subscribers_count,
      ...(why && { why }),
    };
  },
  async applyIntent(client, { subject: { owner, repo } }, { watch }) {
    if (watch === "not-watching") await client.call(deleteSubscription, { owner, repo });
    else await client.call(setSubscription, { owner, repo, ...subscriptionFor(watch) });
  },
});

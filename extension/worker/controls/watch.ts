import { deleteSubscription, getRepository, getSubscription, setSubscription } from "@forgehand/core/operations";
import { watchIntentSchema } from "../handlers/schemas.ts";
import { subscriptionFor, watchStateOf } from "../subscription.ts";
import { intentParser, type WorkerControl } from "./control.ts";
import { readRepositoryWithState } from "./repository.ts";

export const watch: WorkerControl<"watch"> = {
  operations: { readState: [getRepository, getSubscription], applyIntent: [setSubscription, deleteSubscription] },
  parseIntent: intentParser(watchIntentSchema),
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
};

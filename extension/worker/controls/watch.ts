import { deleteSubscription, getRepository, getSubscription, setSubscription } from "@forgehand/core/operations";
import * as z from "zod/mini";
import { subscriptionFor, watchStateOf } from "../subscription.ts";
import { createWorkerControl } from "./control.ts";
import { changeRepository, readRepositoryWithState } from "./repository.ts";

export const watch = createWorkerControl<"watch">({
  operations: { readState: [getRepository, getSubscription], applyIntent: [setSubscription, deleteSubscription] },
  intent: z.strictObject({ watch: z.enum(["not-watching", "watching", "ignoring"]) }),
  unknownState: (why) => ({ watch: null, count: null, why }),
  async readState(client, subject) {
    const { repository, state, why } = await readRepositoryWithState(client, subject, (name) =>
      client.call(getSubscription, name),
    );
    return {
      watch: state === undefined ? null : watchStateOf(state),
      count: repository.subscribers_count,
      ...(why && { why }),
    };
  },
  applyIntent: (client, subject, { watch }) =>
    changeRepository(client, subject, (name) =>
      watch === "not-watching"
        ? client.call(deleteSubscription, name)
        : client.call(setSubscription, { ...name, ...subscriptionFor(watch) }),
    ),
});

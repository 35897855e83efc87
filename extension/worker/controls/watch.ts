import { deleteSubscription, getRepository, getSubscription, setSubscription } from "@forgehand/core/operations";
import * as z from "zod/mini";
import { subscriptionFor, watchOf } from "../subscription.ts";
import { workerControl } from "./control.ts";
import { changeRepository, lookAtRepository } from "./repository.ts";

export const watch = workerControl<"watch">({
  needs: { look: [getRepository, getSubscription], act: [setSubscription, deleteSubscription] },
  intent: z.strictObject({ watch: z.enum(["not watching", "watching", "ignoring"]) }),
  unknown: (why) => ({ watch: null, count: null, why }),
  async look(client, about) {
    const { repository, asked, why } = await lookAtRepository(client, about, (name) =>
      client.call(getSubscription, name),
    );
    return {
      watch: asked === undefined ? null : watchOf(asked),
      count: repository.subscribers_count,
      ...(why && { why }),
    };
  },
  act: (client, about, { watch }) =>
    changeRepository(client, about, (name) =>
      watch === "not watching"
        ? client.call(deleteSubscription, name)
        : client.call(setSubscription, { ...name, ...subscriptionFor(watch) }),
    ),
});

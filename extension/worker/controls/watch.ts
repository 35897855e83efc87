import { deleteSubscription, getRepository, getSubscription, setSubscription } from "@forgehand/core/operations";
import * as z from "zod/mini";
import type { Watch } from "../../messages/states.ts";
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
    return { watch: why ? null : watchOf(asked), count: repository.subscribers_count, ...(why && { why }) };
  },
  act: (client, about, { watch }) =>
    changeRepository(client, about, (name) =>
      watch === "not watching"
        ? client.call(deleteSubscription, name)
        : client.call(setSubscription, { ...name, subscribed: watch === "watching", ignored: watch === "ignoring" }),
    ),
});

/** Ignoring counts more than watching (document 3, Repository subscription). */
export function watchOf(
  subscription: { readonly ignored?: boolean; readonly subscribed?: boolean } | null | false | undefined,
): Watch {
  if (!subscription) return "not watching";
  return subscription.ignored ? "ignoring" : subscription.subscribed ? "watching" : "not watching";
}

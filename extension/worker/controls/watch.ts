import { deleteSubscription, getRepository, getSubscription, setSubscription } from "@forgehand/core/operations";
import * as z from "zod/mini";
import { workerControl } from "./control.ts";

export const watch = workerControl<"watch">({
  intent: z.object({ watch: z.enum(["not watching", "watching", "ignoring"]) }),
  async look({ call }, { owner, repo }) {
    const [repository, subscription] = await Promise.all([
      call(getRepository, { owner, repo }),
      call(getSubscription, { owner, repo }),
    ]);
    const watch = subscription?.ignored ? "ignoring" : subscription?.subscribed ? "watching" : "not watching";
    return { watch, count: repository.subscribers_count };
  },
  async act({ call }, { owner, repo }, { watch }) {
    if (watch === "not watching") await call(deleteSubscription, { owner, repo });
    else await call(setSubscription, { owner, repo, subscribed: watch === "watching", ignored: watch === "ignoring" });
  },
});

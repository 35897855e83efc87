import { deleteSubscription, getRepository, getSubscription, setSubscription } from "@forgehand/core/operations";
import * as z from "zod/mini";
import type { Watch } from "../../messages/states.ts";
import { problemOf } from "../problems.ts";
import { workerControl } from "./control.ts";

export const watch = workerControl<"watch">({
  needs: { look: [getRepository, getSubscription], act: [setSubscription, deleteSubscription] },
  intent: z.object({ watch: z.enum(["not watching", "watching", "ignoring"]) }),
  unknown: (why) => ({ watch: null, count: null, why }),
  async look({ call }, { subject: { owner, repo } }) {
    const asked = call(getSubscription, { owner, repo }).then(
      (subscription) => ({ watch: watchOf(subscription) }),
      (error: unknown) => ({ watch: null, why: problemOf(error) }),
    );
    const { subscribers_count: count } = await call(getRepository, { owner, repo });
    return { count, ...(await asked) };
  },
  async act({ call }, { subject: { owner, repo } }, { watch }) {
    if (watch === "not watching") await call(deleteSubscription, { owner, repo });
    else await call(setSubscription, { owner, repo, subscribed: watch === "watching", ignored: watch === "ignoring" });
  },
});

/** Ignoring counts more than watching (document 3, Repository subscription). */
export function watchOf(
  subscription: { readonly ignored?: boolean; readonly subscribed?: boolean } | null | false,
): Watch {
  if (!subscription) return "not watching";
  return subscription.ignored ? "ignoring" : subscription.subscribed ? "watching" : "not watching";
}

import { deleteSubscription, getSubscription, setSubscription } from "@forgehand/core/operations";
import { onRepository, userOf } from "../../http/call.ts";
import { renderSimpleRepository } from "../../objects/repository.ts";
import type { Repository } from "../../state/repositories.ts";
import * as subscriptions from "../../state/subscriptions.ts";
import { timestamp } from "../../timestamp.ts";
import type { World } from "../../world.ts";

export const watching = [
  onRepository(getSubscription, (_input, call) => {
    const subscription = subscriptions.getSubscription(call.world.db, call.repository.id, userOf(call).id);
    return subscription ? render(call.world, call.repository, subscription) : null;
  }),

  onRepository(setSubscription, ({ subscribed, ignored }, call) => {
    const { db, now } = call.world;
    const user = userOf(call);
    // `ignored` wins over `subscribed`; with neither, there is no subscription to keep.
    if (subscribed || ignored) {
      subscriptions.setSubscription(db, call.repository.id, user.id, ignored === true, timestamp(now()));
    } else {
      subscriptions.deleteSubscription(db, call.repository.id, user.id);
    }
    const kept = subscriptions.getSubscription(db, call.repository.id, user.id);
    const none = { subscribed: false, ignored: false, reason: null, created_at: timestamp(now()) };
    return kept ? render(call.world, call.repository, kept) : { ...none, ...addresses(call.world, call.repository) };
  }),

  onRepository(deleteSubscription, (_input, call) => {
    subscriptions.deleteSubscription(call.world.db, call.repository.id, userOf(call).id);
    return undefined;
  }),
];

function render(world: World, repository: Repository, { ignored, created_at }: subscriptions.Subscription) {
  return { subscribed: !ignored, ignored, reason: null, created_at, ...addresses(world, repository) };
}

function addresses(world: World, repository: Repository) {
  const { url } = renderSimpleRepository(world, repository);
  return { url: `${url}/subscription`, repository_url: url };
}

import { deleteSubscription, getSubscription, listWatchers, setSubscription } from "@forgehand/core/operations";
import { listed, onRepository, userOf } from "../../http/call.ts";
import { renderSimpleRepository } from "../../objects/repository.ts";
import { renderUser } from "../../objects/user.ts";
import { getAccount } from "../../state/accounts.ts";
import type { Repository } from "../../state/repositories.ts";
import * as subscriptions from "../../state/subscriptions.ts";
import { timestamp } from "../../timestamp.ts";
import type { World } from "../../world.ts";

export const watching = [
  onRepository(listWatchers, (_input, call) => {
    const { world, repository, window } = call;
    return listed(call, subscriptions.watchersOf(world.db, repository.id, window), ({ user_id }) =>
      renderUser(world, getAccount(world.db, user_id)),
    );
  }),

  onRepository(getSubscription, (_input, call) => {
    const { world, repository } = call;
    const subscription = subscriptions.getSubscription(world.db, repository.id, userOf(call).id);
    return subscription ? render(world, repository, subscription) : null;
  }),

  onRepository(setSubscription, ({ subscribed, ignored }, call) => {
    const { world, repository } = call;
    const { db, now } = world;
    const user = userOf(call);
    // `ignored` wins over `subscribed`; with neither, there is no subscription to keep.
    if (subscribed || ignored) {
      subscriptions.setSubscription(db, repository.id, user.id, ignored === true, timestamp(now()));
    } else {
      subscriptions.deleteSubscription(db, repository.id, user.id);
    }
    const kept = subscriptions.getSubscription(db, repository.id, user.id);
    const none = { subscribed: false, ignored: false, reason: null, created_at: timestamp(now()) };
    return kept ? render(world, repository, kept) : { ...none, ...addresses(world, repository) };
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

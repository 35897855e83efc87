import { deleteSubscription, getSubscription, listWatchers, setSubscription } from "@forgehand/core/operations";
import type { EmulatorContext } from "../../emulator-context.ts";
import { renderPage, repositoryHandler, requireUser } from "../../http/handler.ts";
import { renderSimpleRepository } from "../../objects/repository.ts";
import { renderUser } from "../../objects/user.ts";
import { getAccount } from "../../state/accounts.ts";
import type { Repository } from "../../state/repositories.ts";
import * as subscriptions from "../../state/subscriptions.ts";
import { timestamp } from "../../timestamp.ts";

export const watching = [
  repositoryHandler(listWatchers, (_input, call) => {
    const { context, repository, page } = call;
    return renderPage(call, subscriptions.watchersOf(context.db, repository.id, page), ({ user_id }) =>
      renderUser(context, getAccount(context.db, user_id)),
    );
  }),

  repositoryHandler(getSubscription, (_input, call) => {
    const { context, repository } = call;
    const subscription = subscriptions.subscriptions.find(context.db, {
      repository_id: repository.id,
      user_id: requireUser(call).id,
    });
    return subscription ? renderSubscription(context, repository, subscription) : null;
  }),

  repositoryHandler(setSubscription, ({ subscribed, ignored }, call) => {
    const { context, repository } = call;
    const { db, now } = context;
    const user = requireUser(call);
    // `ignored` overrides `subscribed`. If neither is true, the subscription is deleted.
    if (subscribed || ignored) {
      subscriptions.setSubscription(db, repository.id, user.id, ignored === true, timestamp(now()));
    } else {
      subscriptions.deleteSubscription(db, repository.id, user.id);
    }
    const stored = subscriptions.subscriptions.find(db, { repository_id: repository.id, user_id: user.id });
    const unsubscribed = { subscribed: false, ignored: false, reason: null, created_at: timestamp(now()) };
    return stored
      ? renderSubscription(context, repository, stored)
      : { ...unsubscribed, ...subscriptionUrls(context, repository) };
  }),

  repositoryHandler(deleteSubscription, (_input, call) => {
    subscriptions.deleteSubscription(call.context.db, call.repository.id, requireUser(call).id);
  }),
];

function renderSubscription(
  context: EmulatorContext,
  repository: Repository,
  { ignored, created_at }: subscriptions.Subscription,
) {
  return { subscribed: !ignored, ignored, reason: null, created_at, ...subscriptionUrls(context, repository) };
}

function subscriptionUrls(context: EmulatorContext, repository: Repository) {
  const { url } = renderSimpleRepository(context, repository);
  return { url: `${url}/subscription`, repository_url: url };
}

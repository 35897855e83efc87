import type { WatchState } from "../model/control-states.ts";

/** A subscription in requests and responses of the service. */
interface RepositorySubscription {
  readonly subscribed: boolean;
  readonly ignored: boolean;
}

/**
 * Returns the watch state of a subscription. `ignored` takes precedence over `subscribed`.
 * @param subscription null if there is none
 */
export function watchStateOf(subscription: RepositorySubscription | null): WatchState {
  if (subscription?.ignored) return "ignoring";
  return subscription?.subscribed ? "watching" : "not-watching";
}

export function subscriptionFor(watch: Exclude<WatchState, "not-watching">): RepositorySubscription {
  return { subscribed: watch === "watching", ignored: watch === "ignoring" };
}

import type { Watch } from "../messages/states.ts";

/** A subscription as the service tells it and takes it. */
interface Subscription {
  readonly subscribed: boolean;
  readonly ignored: boolean;
}

/** What a subscription means; null: there is none. Ignoring counts more than watching. */
export function watchOf(subscription: Subscription | null): Watch {
  if (subscription?.ignored) return "ignoring";
  return subscription?.subscribed ? "watching" : "not watching";
}

/** The subscription that makes it so. */
export function subscriptionFor(watch: Exclude<Watch, "not watching">): Subscription {
  return { subscribed: watch === "watching", ignored: watch === "ignoring" };
}

import { createVirtualClock, type VirtualClock } from "../../../../../test/clock/virtual-clock.ts";
import { putOrganizationUpdaterSecret } from "../../contract/organization/updater-secrets.ts";
import { getSubscription } from "../../contract/repository/watching.ts";
import type { CallOptions, ClientOptions } from "../client.ts";
import { jsonResponse, mockClient, subscription, widgets } from "../mock-client.fixture.ts";

export const MINUTE = 60_000;

/** Pace options with an owner of their own, so that no other test shares the quota. */
export const uniqueOwner = () => ({ owner: crypto.randomUUID() });

/** A response with a primary limit that resets in half an hour. */
export const responseWithPrimaryLimit = (remaining: number, clock: VirtualClock) =>
  jsonResponse(subscription, 200, {
    "x-ratelimit-limit": "5000",
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": String(Math.floor(clock.now() / 1000) + 1800),
  });

/** The rejection for exceeding a secondary limit. */
export const secondaryLimitResponse = (retryAfterSeconds?: number) =>
  jsonResponse(
    { message: "You have exceeded a secondary rate limit." },
    403,
    retryAfterSeconds ? { "retry-after": String(retryAfterSeconds) } : {},
  );

/** A client on a virtual clock, whose responses take 100 ms. */
export function pacedClient(
  options: Partial<ClientOptions> = {},
  createResponse: (method?: string) => Response = () => jsonResponse(subscription),
  clock = createVirtualClock(),
) {
  const respond = (method: string | undefined) =>
    new Promise<Response>((resolve) => clock.after(100, () => resolve(createResponse(method))));
  const { call, requests } = mockClient(respond, { clock, random: () => 0, pace: uniqueOwner(), ...options });
  return {
    clock,
    requests,
    /** Number of calls sent, not counting requests for the service's time. */
    sent: () => requests().filter(({ method }) => method !== "HEAD").length,
    call,
    read: (callOptions?: CallOptions) => watchPromise(call(getSubscription, widgets, callOptions)),
    write: (callOptions?: CallOptions) =>
      watchPromise(
        call(
          putOrganizationUpdaterSecret,
          { org: "acme", secret_name: "KEY", encrypted_value: "eA==", key_id: "1", visibility: "all" },
          { priority: "bulk", ...callOptions },
        ),
      ),
  };
}

/** A promise with an observable state and handled rejection. */
export interface WatchedPromise {
  readonly outcome: () => "pending" | "done" | { readonly error: unknown };
}

function watchPromise(promise: Promise<unknown>): WatchedPromise {
  let outcome: ReturnType<WatchedPromise["outcome"]> = "pending";
  promise.then(
    () => {
      outcome = "done";
    },
    (error: unknown) => {
      outcome = { error };
    },
  );
  return { outcome: () => outcome };
}

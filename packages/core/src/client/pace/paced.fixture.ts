import { createVirtualClock, type VirtualClock } from "../../../../../test/clock/virtual-clock.ts";
import { putOrganizationUpdaterSecret } from "../../contract/organization/updater-secrets.ts";
import { getSubscription } from "../../contract/repository/watching.ts";
import { clientAnswered, json, subscription, widgets } from "../answered.fixture.ts";
import type { CallOptions, ClientOptions } from "../client.ts";

export const MINUTE = 60_000;

/** A quota of a test's own. */
export const alone = () => ({ owner: crypto.randomUUID() });

/** An answer that tells of the primary limit, whose reset is in half an hour. */
export const told = (left: number, clock: VirtualClock) =>
  json(subscription, 200, {
    "x-ratelimit-limit": "5000",
    "x-ratelimit-remaining": String(left),
    "x-ratelimit-reset": String(Math.floor(clock.now() / 1000) + 1800),
  });

export const tooQuick = (seconds?: number) =>
  json(
    { message: "You have exceeded a secondary rate limit." },
    403,
    seconds ? { "retry-after": String(seconds) } : {},
  );

/** A client in stopped time, whose answers take 100 ms. */
export function paced(
  options: Partial<ClientOptions> = {},
  answer: () => Response = () => json(subscription),
  clock = createVirtualClock(),
) {
  const answering = () => new Promise<Response>((resolve) => clock.after(100, () => resolve(answer())));
  const { call, requests } = clientAnswered(answering, { clock, random: () => 0, pace: alone(), ...options });
  return {
    clock,
    requests,
    /** How many calls have been sent. */
    sent: () => requests().length,
    read: (wishes?: CallOptions) => watched(call(getSubscription, widgets, wishes)),
    write: (wishes?: CallOptions) =>
      watched(
        call(
          putOrganizationUpdaterSecret,
          { org: "acme", secret_name: "KEY", encrypted_value: "eA==", key_id: "1", visibility: "all" },
          { priority: "bulk", ...wishes },
        ),
      ),
  };
}

/** A promise that can be looked at, and whose failure is nobody's oversight. */
export interface Watched {
  readonly outcome: () => "pending" | "done" | { readonly error: unknown };
}

function watched(promise: Promise<unknown>): Watched {
  let outcome: ReturnType<Watched["outcome"]> = "pending";
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

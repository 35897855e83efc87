import { createOrganizationHook } from "@forgehand/core/operations";
import { startReceiver } from "../deliveries/receiver.fixture.ts";
import type { Emulator } from "../public.ts";
import { clientFor } from "../requests.fixture.ts";

/** An event as a webhook received it. */
export interface OrganizationEvent {
  /** Name and action: `member added`. */
  readonly event: string;
  readonly payload: unknown;
}

/**
 * Returns the events that a new webhook of the organization `acme`, which subscribes to all of them, receives during
 * some work.
 */
export async function receiveEvents(emulator: Emulator, work: () => Promise<unknown>): Promise<OrganizationEvent[]> {
  await using receiver = await startReceiver();
  emulator.control.allowHookHost(receiver.host);
  const config = { url: receiver.url, content_type: "json" } as const;
  await clientFor(emulator, "alice").call(createOrganizationHook, { org: "acme", name: "web", config, events: ["*"] });
  await emulator.control.settled();
  const pings = receiver.received.length;
  await work();
  await emulator.control.settled();
  return receiver.received.slice(pings).map(({ headers, payload }) => {
    const hasAction = typeof payload === "object" && payload !== null && "action" in payload;
    return { event: [headers["x-github-event"], ...(hasAction ? [payload.action] : [])].join(" "), payload };
  });
}

import type { Edition, EventName } from "@forgehand/core/contract";
import type { Dialect } from "@forgehand/core/dialects";
import type { ServiceClock } from "./clock.ts";
import type { CallLog } from "./control/calls/call-log.ts";
import type { Faults } from "./control/faults/standing-faults.ts";
import type { Accounting } from "./limits/accounting.ts";
import type { LoggedEvent } from "./public.ts";
import type { Database } from "./state/database.ts";
import type { Delivery } from "./state/deliveries.ts";
import type { Hook } from "./state/hooks.ts";
import type { Traffic } from "./traffic.ts";

/** Something that happened, as webhooks tell it. */
export interface Event {
  readonly name: EventName;
  readonly action: string | null;
  readonly payload: object;
}

/** An attempt to deliver something. */
export interface SentDelivery {
  readonly hook: Hook;
  readonly guid: string;
  readonly event: string;
  readonly action: string | null;
  readonly redelivery: boolean;
  /** The receiver's answer, or why there was none, in a few words. */
  readonly status: string;
  /** 0 where there was no answer. */
  readonly status_code: number;
  /** Seconds. */
  readonly duration: number;
}

/**
 * Sends webhooks, one after the other for each hook, without holding up who caused them. What is to be sent is written into
 * the state at once, so that it is sent if and only if that holds of what it tells of.
 */
export interface Dispatcher {
  /** Sends an event of a repository to every hook that gets it: its own, its organization's, and those of apps. */
  emit(repositoryId: number, event: Event): LoggedEvent;
  /** Sends an event of an organization that is about none of its repositories. */
  emitAtOrganization(organizationId: number, event: Event): LoggedEvent;
  /** Sends an event to one hook, whether it listens or not, and to one that was just deleted. */
  emitTo(hook: Hook, event: Event): LoggedEvent;
  /** Sends a delivery again, under its GUID, to where its hook points now. */
  redeliver(hook: Hook, delivery: Delivery): void;
  /** Somebody deleted a hook: what it was still to be sent is not. */
  giveUp(hookId: number): void;
  /** Goes on with what was not sent yet when the state was last left. */
  resume(): void;
  /** The events that were sent lately. */
  events(): LoggedEvent[];
  /** Forgets them. */
  clearEvents(): void;
  /** Calls back after each attempt. */
  onSent(listener: (sent: SentDelivery) => void): void;
  /** Another state has taken the place of the last: gives up what is under way, and sends what waits there. */
  restart(): Promise<void>;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
  /** Gives up what is under way. */
  close(): Promise<void>;
}

/** What everything in one running service shares. */
export interface World {
  readonly db: Database;
  readonly dialect: Dialect;
  readonly edition: Edition | "all";
  /** The API's root, without a slash at its end. */
  readonly apiUrl: string;
  readonly webUrl: string;
  readonly clock: ServiceClock;
  /** The service's time. */
  readonly now: () => Date;
  readonly deliveries: Dispatcher;
  /** Who has called how often; undefined where nothing is limited. */
  readonly limits: Accounting | undefined;
  /** What goes wrong on demand. */
  readonly faults: Faults;
  readonly calls: CallLog;
  readonly traffic: Traffic;
}

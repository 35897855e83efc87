import type { Edition, EventName } from "@forgehand/core/contract";
import type { Dialect } from "@forgehand/core/dialects";
import type { Accounting } from "./limits/accounting.ts";
import type { Clock } from "./public.ts";
import type { Database } from "./state/database.ts";
import type { Delivery } from "./state/deliveries.ts";
import type { Hook } from "./state/hooks.ts";

/** Something that happened, as webhooks tell it. */
export interface Event {
  readonly name: EventName;
  readonly action: string | null;
  readonly payload: object;
}

/** Sends webhooks, one after the other for each hook, without holding up who caused them. */
export interface Dispatcher {
  /** Sends an event of a repository to every hook that gets it: its own, its organization's, and those of apps. */
  emit(repositoryId: number, event: Event): void;
  /** Sends an event of an organization that is about none of its repositories. */
  emitAtOrganization(organizationId: number, event: Event): void;
  /** Sends an event to one hook, whether it listens or not. */
  emitTo(hook: Hook, event: Event): void;
  /** Sends a hook that was just deleted its last event; no record is kept of it. */
  emitLast(hook: Hook, event: Event): void;
  /** Sends a delivery again, under its GUID, to where its hook points now. */
  redeliver(hook: Hook, delivery: Delivery): void;
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
  readonly clock: Clock;
  /** The service's time. */
  readonly now: () => Date;
  readonly deliveries: Dispatcher;
  /** Who has called how often; undefined where nothing is limited. */
  readonly limits: Accounting | undefined;
}

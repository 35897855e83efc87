import type { Edition, EventName } from "@forgehand/core/contract";
import type { Dialect } from "@forgehand/core/dialects";
import type { CallLog } from "./calls/call-log.ts";
import type { ServiceClock } from "./clock.ts";
import type { FaultRegistry } from "./faults/fault-registry.ts";
import type { HookHosts } from "./hosts/hook-hosts.ts";
import type { RateLimiter } from "./limits/rate-limiter.ts";
import type { Markup } from "./markup.ts";
import type { LoggedEvent } from "./public.ts";
import type { Database } from "./state/database.ts";
import type { Delivery } from "./state/deliveries.ts";
import type { Hook } from "./state/hooks.ts";
import type { TokenValue } from "./state/tokens.ts";
import type { Traffic } from "./traffic.ts";

/** An update of a branch or tag. */
export interface RefUpdate {
  /** Full name: `refs/heads/main`. */
  readonly ref: string;
  /** Undefined for a new ref. */
  readonly before: string | undefined;
  /** Undefined for a deleted ref. */
  readonly after: string | undefined;
}

/** An event with its payload. */
export interface WebhookEvent {
  readonly name: EventName;
  readonly action: string | null;
  readonly payload: object;
  /** The update that a push reports; its payload is slower to create. */
  readonly refUpdate?: RefUpdate;
  /** The only app that receives it; undefined: all that can. */
  readonly appId?: number;
}

/** A finished delivery attempt. */
export interface DeliveryAttempt {
  readonly hook: Hook;
  readonly guid: string;
  readonly event: string;
  readonly action: string | null;
  readonly redelivery: boolean;
  /** Status text of the response, or a short reason if there was none. */
  readonly status: string;
  /** 0 without a response. */
  readonly status_code: number;
  /** Seconds. */
  readonly duration: number;
}

/**
 * Delivers webhooks in order per hook and in the background. Pending deliveries are stored in the same transaction as
 * the change that caused them, so they are sent if and only if that change is committed.
 */
export interface Dispatcher {
  /** Sends a repository event to every subscribed hook: of the repository, its organization, and apps. */
  emit(repositoryId: number, event: WebhookEvent): LoggedEvent;
  /** Like `emit`, for an event that nothing caused: it starts no workflows and notifies no users. */
  emitSimulated(repositoryId: number, event: WebhookEvent): LoggedEvent;
  /** Sends an organization event that concerns none of its repositories. */
  emitInOrganization(organizationId: number, event: WebhookEvent): LoggedEvent;
  /** Sends an event to a single hook, whether or not it subscribes to it, even if the hook was just deleted. */
  emitToHook(hook: Hook, event: WebhookEvent): LoggedEvent;
  /** Redelivers a delivery with its original GUID to the hook's current URL. */
  redeliver(hook: Hook, delivery: Delivery): void;
  /** Cancels the pending deliveries of a deleted hook. */
  cancel(hookId: number): void;
  /** Resumes the deliveries that were pending when the state was last closed. */
  resume(): void;
  /** Recent events. */
  events(): LoggedEvent[];
  clearEvents(): void;
  /** Registers a listener that is called after each attempt. */
  onSent(listener: (attempt: DeliveryAttempt) => void): void;
  /** Aborts deliveries in progress after the state was replaced, and starts those pending in the new state. */
  restart(): Promise<void>;
  /** Resolves when no delivery is pending. */
  settled(): Promise<void>;
  /** Aborts deliveries in progress. */
  close(): Promise<void>;
}

/** State and services shared by all parts of one running emulator. */
export interface EmulatorContext {
  readonly db: Database;
  readonly dialect: Dialect;
  readonly edition: Edition | "all";
  /** Generation of the pages' markup. */
  readonly markup: Markup;
  /** API root without a trailing slash. */
  readonly apiUrl: string;
  readonly webUrl: string;
  /** Whether pages of every origin can use the API, as on GitHub. */
  readonly allowsAnyOrigin: boolean;
  /** Values of new tokens. */
  readonly tokenValue: TokenValue;
  readonly clock: ServiceClock;
  /** The emulator's time. */
  readonly now: () => Date;
  readonly deliveries: Dispatcher;
  /** Hosts of webhooks that can have private addresses. */
  readonly hookHosts: HookHosts;
  /** Rate limit accounting, which rejects no call if limits are off. */
  readonly limits: RateLimiter;
  /** Injected faults. */
  readonly faults: FaultRegistry;
  readonly calls: CallLog;
  readonly traffic: Traffic;
}

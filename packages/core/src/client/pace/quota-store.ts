import type { Clock } from "../clock.ts";
import type { WaitReason } from "../events.ts";
import type { CallRequest } from "../middleware.ts";
import type { RateLimitRejection } from "../response/rate-limit.ts";
import type { PaceLimits } from "./limits.ts";
import type { PaceOptions } from "./pace-options.ts";
import type { ReportedLimit } from "./primary-limits.ts";
import type { WindowName } from "./quota-windows.ts";
import type { Quota } from "./scheduled-pacing.ts";

/**
 * A store in which any number of processes share quotas, such as `redisQuotaStore()` of `@forgehand/redis`. `createQuotaStore`
 * makes one of a function that changes a quota's state.
 */
export interface QuotaStore {
  readonly run: RunQuotaCommand;
  /**
   * Returns what finds the quota of a request. The client calls it.
   * @throws InputError if an option is invalid; its `field` names it
   */
  readonly quotasFor: (options: PaceOptions, limits: PaceLimits) => StoreQuotas;
}

/**
 * Changes the state of a quota: one atomic change for each command, in the order in which the store received them, and by the
 * store's own clock. A store only has to keep that state and to let one command change it at a time: `applyQuotaCommand`
 * computes the change.
 * @param quota name of the quota: service and account, without a secret
 * @param signal aborted once the result is no longer needed; the command may still take effect
 */
export type RunQuotaCommand = (quota: string, command: QuotaCommand, signal?: AbortSignal) => Promise<QuotaReply>;

/** Creates the function that returns the quota of a request. */
export type StoreQuotas = (clock: Clock, random: () => number) => (request: CallRequest) => Quota;

/** A change of a quota's state. */
export type QuotaCommand = (ReserveCommand | SettleCommand | RenewCommand | RecordCommand) & KnownGeneration;

/** The state that a process knows. */
export interface KnownGeneration {
  /**
   * The state's generation; undefined if the process knows none. If the state was lost since then, the new one grants nothing for a
   * moment, in which the processes with calls can record what they have used.
   */
  readonly generation?: string | undefined;
}

/** Reserves room for a call, if all limits have room for it. Can be repeated. */
export interface ReserveCommand {
  readonly type: "reserve";
  /** Identifies the call. Must be unique. */
  readonly id: string;
  /** Milliseconds after which a call that is neither settled nor renewed is no longer in flight; its usage stays counted. */
  readonly lease: number;
  readonly isUrgent: boolean;
  /** Primary limit that it counts against; null if none. */
  readonly resource: string | null;
  /** Maximum number of calls in flight, and of those that are not urgent; null for no limit. */
  readonly inFlight: number | null;
  readonly ordinaryInFlight: number | null;
  /** Milliseconds between two starts, before and after the first rejection; 0 if the call can start at once. */
  readonly interval: number;
  readonly carefulInterval: number;
  readonly windows: readonly WindowUse[];
}

/** A window's limit, and what a call uses of it. */
export interface WindowUse {
  readonly name: WindowName;
  /** Length in milliseconds. */
  readonly span: number;
  /** Published limit per span. */
  readonly published: number;
  /** Highest cost of one call. */
  readonly minimum: number;
  /** Amount that only urgent calls can use. */
  readonly reserve: number;
  /** Whether it limits calls only after a rejection. */
  readonly isAssumed: boolean;
  readonly cost: number;
}

/** Records the end of a call. Can be repeated. */
export interface SettleCommand {
  readonly type: "settle";
  readonly id: string;
  /** Whether the call was never sent. */
  readonly isUnsent: boolean;
  /** CPU time of the service in milliseconds; null if the call was rejected or never sent, so that it used nothing. */
  readonly cpuTime: number | null;
  /** Null if there was none. */
  readonly response: SettledResponse | null;
  /** Set if the service rejected the call because of a rate limit. */
  readonly rejection: SettledRejection | null;
  /** Primary limit of the call; null if none. */
  readonly resource: string | null;
  /** Usual concurrency; null for no limit. */
  readonly usual: number | null;
  /** A random number from 0 to 1, for the length of pauses. */
  readonly random: number;
}

/** A response, as far as it affects limits. */
interface SettledResponse {
  /** The call does not count against the primary limit. */
  readonly isFree: boolean;
  readonly rate: ReportedLimit | null;
  /** Milliseconds by which the response's date is later than the earlier dates imply. */
  readonly deviation: number;
}

/** A rejection by a rate limit; `wait` in milliseconds, null if the service does not specify it. */
interface SettledRejection extends Pick<RateLimitRejection, "spent"> {
  readonly wait: number | null;
}

/** Extends the leases of calls in flight, in milliseconds from now. Without any calls, it only asks for the state. */
export interface RenewCommand {
  readonly type: "renew";
  readonly ids: readonly string[];
  readonly lease: number;
}

/** Counts usage that the state doesn't include: the store was unreachable, or has lost it. */
export interface RecordCommand {
  readonly type: "record";
  readonly usage: readonly RecordedUsage[];
}

/** Usage of one window. */
export interface RecordedUsage extends Omit<WindowUse, "isAssumed"> {
  readonly isAssumed: boolean;
  readonly isUrgent: boolean;
  /** Milliseconds until it expires. */
  readonly freeIn: number;
}

/** The result of a command. */
export interface QuotaReply {
  /** Identifies the state; another one means that the state was lost since. */
  readonly generation: string;
  /** The limit that has no room for a reservation; null if it is granted, and for other commands. */
  readonly blocker: QuotaBlocker | null;
}

/** A limit without room, in milliseconds from now; null for waits that depend on other calls. */
export interface QuotaBlocker {
  readonly reason: WaitReason;
  readonly wait: number | null;
  /** Whether calls behind it need not wait. */
  readonly isPassable: boolean;
  /** The longest known wait for any limit, and its reason. */
  readonly longest: { readonly reason: WaitReason; readonly wait: number };
}

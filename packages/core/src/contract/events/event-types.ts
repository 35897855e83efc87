/**
 * One webhook event as receivers see it: its payloads, by action. This file doesn't import zod, which keeps
 * declarations short and editors fast.
 */
export interface WebhookEvent<out Name extends string, out Payloads> {
  /** Neutral name, as in the delivery's headers. */
  readonly name: Name;
  /** Webhooks that can receive the event. */
  readonly rule: EventRule;
  /** Builds the schemas at the first call. */
  readonly define: () => unknown;
  /** Carries the payloads by action; `*` is the payload without an action or with an unknown one. Never set. */
  readonly "~payloads"?: Payloads;
}

/**
 * An action that the contract doesn't know. As a distinct type it lets `action === "created"` narrow a payload, and
 * stays distinct from all known actions.
 */
export declare enum OtherAction {
  Unknown = "an action that is yet to come",
}

/** Any event, whatever its payload. */
export type AnyEvent = WebhookEvent<string, unknown>;

/** Level at which a webhook is configured. */
export type HookKind = "repository" | "organization" | "app";

/** Kinds of webhooks that can receive an event (source: docs). */
export interface EventRule {
  readonly hooks: readonly HookKind[];
  /** Permissions of which an app needs at least one, with read access; empty if none is needed. */
  readonly permissions: readonly string[];
  /**
   * Apps that receive the event without subscribing: all of them (`always`; apps then cannot subscribe), or those with
   * write access (`write`).
   */
  readonly sentUnsubscribed?: "always" | "write";
  /** Actions that are sent to fewer webhooks than the event. With `level`, apps also need that level of permission. */
  readonly actions?: Readonly<Record<string, { readonly hooks: readonly HookKind[]; readonly level?: "write" }>>;
}

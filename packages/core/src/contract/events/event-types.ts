import type { Schema } from "../../schema/schema.ts";

/**
 * One webhook event as receivers see it: its payloads, by action. This file doesn't import zod, which keeps
 * declarations short and editors fast.
 */
export interface WebhookEvent<out Name extends string, out Payloads> {
  /** Neutral name, as in the delivery's headers. */
  readonly name: Name;
  /** Webhooks that can receive the event. */
  readonly rule: EventRule;
  /** Builds the schemas of the payloads at the first call, as plain data. */
  readonly define: () => EventDefinition;
  /** Builds the schemas with which they were declared; absent in the published events. */
  readonly "~declared"?: () => unknown;
  /** Carries the payloads by action; `*` is the payload without an action or with an unknown one. Never set. */
  readonly "~payloads"?: Payloads;
}

/** Payloads of an event as plain data. */
export interface EventDefinition {
  /** Schemas by action; `*` is the schema without an action or with an unknown one. */
  readonly payloads: Readonly<Record<string, Schema>>;
}

/**
 * An action that the contract doesn't know. An enum rather than `string`, so that `action === "created"` narrows a
 * payload.
 */
export declare enum OtherAction {
  Unknown = "an action that the contract does not know",
}

/** Any event, whatever its payload. */
export type AnyEvent = WebhookEvent<string, unknown>;

/** Level at which a webhook is configured. */
export type HookKind = "repository" | "organization" | "app";

/** Webhooks and apps that receive an event (source: docs). */
export interface EventRule {
  readonly hooks: readonly HookKind[];
  /** Permissions of which an app needs at least one, with read access; empty if none is needed. */
  readonly permissions: readonly string[];
  /**
   * Sent without a subscription. `always`: to all apps, which cannot subscribe; `write`: to apps with write access to
   * one of `permissions`.
   */
  readonly sentUnsubscribed?: "always" | "write";
  /** Actions that are sent to fewer webhooks than the event. With `level`, apps also need that level of permission. */
  readonly actions?: Readonly<Record<string, { readonly hooks: readonly HookKind[]; readonly level?: "write" }>>;
}

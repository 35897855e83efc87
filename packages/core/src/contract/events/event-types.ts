/**
 * One event of the service, as its receivers see it: what its deliveries carry, by action. This file knows nothing of zod,
 * so that declarations stay plain and editors quick.
 */
export interface WebhookEvent<out Name extends string, out Payloads> {
  /** The neutral name, as deliveries' headers say it. */
  readonly name: Name;
  /** Which webhooks may have it. */
  readonly rule: EventRule;
  /** Builds the schemas, once, at the first use. */
  readonly define: () => unknown;
  /** Carries the payloads, by action; under `*` that of an event without actions, or of actions to come. Never set. */
  readonly "~payloads"?: Payloads;
}

/**
 * An action that the service may add: no text that is known. So `action === "created"` narrows a payload, and what is left
 * after all known actions is not taken for one of them.
 */
export declare enum OtherAction {
  Unknown = "an action that is yet to come",
}

/** Any event, whatever it carries. */
export type AnyEvent = WebhookEvent<string, unknown>;

/** Where a webhook was set up. */
export type HookKind = "repository" | "organization" | "app";

/** Which webhooks may have an event (document 1, Events). */
export interface EventRule {
  readonly hooks: readonly HookKind[];
  /** Permission sets, any of which an app must hold, at least to read; none where nothing is needed. */
  readonly needs: readonly string[];
  /** Apps that are told without subscribing: all, who then can't subscribe; or who may write what the event needs. */
  readonly unasked?: "always" | "write";
  /** Actions that go to fewer webhooks than the event; to apps that may write what it needs, where that is said. */
  readonly actions?: Readonly<Record<string, { readonly hooks: readonly HookKind[]; readonly level?: "write" }>>;
}

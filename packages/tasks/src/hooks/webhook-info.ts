/** A webhook, as far as it is needed to select it. */
export interface WebhookInfo {
  /** Its numeric id; for an app's webhook, which has none, another text that identifies it. */
  readonly id: string;
  readonly active: boolean;
  /** The URL it delivers to; undefined if the service does not show it. */
  readonly address: string | undefined;
  /** Events it subscribes to, `*` for all; undefined if the service does not show them. */
  readonly events?: readonly string[] | undefined;
}

/** A webhook that the service shows in an unexpected form. */
export interface UnexpectedWebhook {
  /** Undefined if the id is what is unexpected. */
  readonly id: string | undefined;
  readonly error: Error;
}

/** The webhooks of a scope. */
export interface WebhookList<Webhook extends WebhookInfo = WebhookInfo> {
  readonly hooks: readonly Webhook[];
  readonly unexpected: readonly UnexpectedWebhook[];
}

/** Name of an app's own webhook. */
export const APP_HOOK_NAME = "the app's webhook";

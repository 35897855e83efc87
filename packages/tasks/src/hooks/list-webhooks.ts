import type { InvalidItem } from "@forgehand/core";
import type { UnexpectedWebhook, WebhookInfo, WebhookList } from "./webhook-info.ts";

/** Fields of a webhook that are used. Others are not validated, so that an unexpected value does not stop a run. */
export const HOOK_FIELDS = { id: true, active: true, config: { url: true }, events: true } as const;

interface HookResponse {
  readonly id: number;
  readonly active: boolean;
  readonly config: { readonly url?: string | undefined };
  readonly events: readonly string[];
}

export const hookOf = ({ id, active, config, events }: HookResponse): WebhookInfo => ({
  id: String(id),
  active,
  address: config.url,
  events,
});

/**
 * Reads a list of webhooks. One in an unexpected form affects only itself.
 * @throws ForgeError
 */
export async function listWebhooks<Response, Webhook extends WebhookInfo>(
  listHooks: (onInvalidItem: (invalid: InvalidItem) => void) => AsyncIterable<Response>,
  toWebhook: (response: Response) => Webhook,
): Promise<WebhookList<Webhook>> {
  const unexpected: UnexpectedWebhook[] = [];
  const hooks: Webhook[] = [];
  const responses = listHooks(({ item, error }) => {
    const id: unknown = Object(item).id;
    unexpected.push({ id: typeof id === "number" ? String(id) : undefined, error });
  });
  for await (const response of responses) hooks.push(toWebhook(response));
  return { hooks, unexpected };
}

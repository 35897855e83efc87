import * as z from "zod/mini";
import { t } from "../../locales/i18n.ts";
import type { MessageKind, MessagePayload, MessageResponse } from "../../messages/protocol.ts";
import type { Sender } from "../message-subject.ts";
import { RefusedError } from "../refused-error.ts";

export type MessageHandler<T extends MessageKind> = (raw: object, sender: Sender) => Promise<MessageResponse<T>>;

export type MessageHandlers<Messages> = { readonly [T in keyof Messages & MessageKind]: MessageHandler<T> };

/**
 * Wraps a handler so that it only receives messages that match the schema and have no other fields. Senders are not
 * trusted.
 */
export function validatingHandler<T extends MessageKind, R extends object = MessagePayload<T>>(
  schema: z.ZodMiniType<R>,
  respond: (request: R, sender: Sender) => Promise<MessageResponse<T>>,
): MessageHandler<T> {
  return async (raw, sender) => {
    const parsed = z.safeParse(schema, raw);
    // Parsing drops unknown fields, so they are detected here.
    const isKnown = (field: string) => parsed.success && Object.hasOwn(parsed.data, field);
    if (!parsed.success || !Object.keys(raw).every(isKnown)) throw new RefusedError(t("notUnderstood"));
    return respond(parsed.data, sender);
  };
}

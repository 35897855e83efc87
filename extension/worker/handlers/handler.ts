import type { FieldValues, SchemaFields } from "@forgehand/core/schema";
import { t } from "../../locales/i18n.ts";
import type { MessageKind, MessageResponse } from "../../messages/protocol.ts";
import type { Sender } from "../message-subject.ts";
import { RefusedError } from "../refused-error.ts";
import { closedObjectOf, isExactly } from "./schemas.ts";

export type MessageHandler<T extends MessageKind> = (raw: object, sender: Sender) => Promise<MessageResponse<T>>;

export type MessageHandlers<Messages> = { readonly [T in keyof Messages & MessageKind]: MessageHandler<T> };

/** Wraps a handler so that it only receives messages with these fields and no others. Senders are not trusted. */
export function validatingHandler<const F extends SchemaFields, R>(
  fields: F,
  respond: (request: FieldValues<F>, sender: Sender) => Promise<R>,
): (raw: object, sender: Sender) => Promise<R> {
  const schema = closedObjectOf(fields);
  return async (raw, sender) => {
    if (!isExactly(schema, raw)) throw new RefusedError(t("notUnderstood"));
    return respond(raw, sender);
  };
}

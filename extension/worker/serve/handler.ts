import * as z from "zod/mini";
import type { Answer, AskName, Request } from "../../messages/protocol.ts";
import { t } from "../../ui/words.ts";
import type { Sender } from "../acting.ts";
import { Refused } from "../problems.ts";

/** Answers one kind of message, whatever is in it. */
export type Handler<T extends AskName> = (raw: object, sender: Sender) => Promise<Answer<T>>;

/** A handler for each of some asks. */
export type Handlers<Asks> = { readonly [T in keyof Asks & AskName]: Handler<T> };

/**
 * Answers a kind of message once it is found to be in its shape, and to have nothing that the shape hasn't: whoever sent
 * it may be anything.
 */
export function handler<T extends AskName, R extends object = Request<T>>(
  shape: z.ZodMiniType<R>,
  answer: (request: R, sender: Sender) => Promise<Answer<T>>,
): Handler<T> {
  return async (raw, sender) => {
    const read = z.safeParse(shape, raw);
    // Parsing leaves out what it doesn't know.
    const isKnown = (field: string) => read.success && Object.hasOwn(read.data, field);
    if (!read.success || !Object.keys(raw).every(isKnown)) throw new Refused(t("notUnderstood"));
    return answer(read.data, sender);
  };
}

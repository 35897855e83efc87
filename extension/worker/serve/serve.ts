import * as z from "zod/mini";
import type { AskName, Reply } from "../../messages/protocol.ts";
import { t } from "../../ui/words.ts";
import type { Sender } from "../acting.ts";
import { somebodyIsHere } from "../jobs/presence.ts";
import { speakLanguage } from "../language.ts";
import { noteActivity } from "../lock-session.ts";
import { problemOf, Refused } from "../problems.ts";
import { ACCOUNT_HANDLERS } from "./accounts.ts";
import { ENTRY_HANDLERS } from "./entries.ts";
import type { Handler } from "./handler.ts";
import { LIST_HANDLERS } from "./lists.ts";
import { LOCK_HANDLERS } from "./lock.ts";
import { PAGE_HANDLERS } from "./page.ts";
import { POPUP_HANDLERS } from "./popup.ts";
import { ROW_HANDLERS } from "./rows.ts";
import { SETTING_HANDLERS } from "./settings.ts";

const OWN_HANDLERS = {
  ...ACCOUNT_HANDLERS,
  ...LOCK_HANDLERS,
  ...SETTING_HANDLERS,
  ...POPUP_HANDLERS,
  ...LIST_HANDLERS,
  ...ENTRY_HANDLERS,
};

/** What pages may ask for, and what the extension's own pages may beside that. */
const FOR_PAGES: ReadonlyMap<string, Handler<AskName>> = new Map(Object.entries({ ...PAGE_HANDLERS, ...ROW_HANDLERS }));
const FOR_OWN: ReadonlyMap<string, Handler<AskName>> = new Map([...FOR_PAGES, ...Object.entries(OWN_HANDLERS)]);

/** What only people do on pages. What scripts ask by themselves must not keep tokens open. */
const BY_HAND = new Set<string>(["act", "candidates", "switch-account", "open"] satisfies AskName[]);

const Message = z.looseObject({ type: z.string() });

/** Answers a message, whoever sent it. What a page may not ask for is no message that there is. */
export async function serve(message: unknown, sender: Sender): Promise<Reply<unknown>> {
  try {
    await speakLanguage();
    const read = z.safeParse(Message, message);
    const { type, ...request } = read.success ? read.data : { type: "" };
    const handler = (sender.own ? FOR_OWN : FOR_PAGES).get(type);
    if (!handler) throw new Refused(t("notUnderstood"));
    if (sender.own || BY_HAND.has(type)) await noteActivity();
    somebodyIsHere();
    return { ok: true, value: await handler(request, sender) };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}

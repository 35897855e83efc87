import { hasType, isObject, objectOf } from "@forgehand/core/schema";
import { t } from "../../locales/i18n.ts";
import type { MessageKind, WorkerReply } from "../../messages/protocol.ts";
import { recordUserActivity } from "../jobs/user-activity.ts";
import { loadLanguage } from "../language.ts";
import { recordActivity } from "../lock-session.ts";
import type { Sender } from "../message-subject.ts";
import { toProblem } from "../problems.ts";
import { RefusedError } from "../refused-error.ts";
import { interruptionSignal, isGateClosed, runTask } from "../task-gate.ts";
import { ACCOUNT_HANDLERS } from "./account-handlers.ts";
import { CONFIRMATION_HANDLERS } from "./confirmation-handlers.ts";
import type { MessageHandler } from "./handler.ts";
import { LIST_HANDLERS } from "./list-handlers.ts";
import { LOCK_HANDLERS } from "./lock-handlers.ts";
import { PAGE_HANDLERS } from "./page-handlers.ts";
import { admitMessage, runForPage } from "./page-limits.ts";
import { POPUP_HANDLERS } from "./popup-handlers.ts";
import { SETTING_HANDLERS } from "./settings-handlers.ts";
import { USER_ACTIONS } from "./user-actions.ts";

const EXTENSION_PAGE_HANDLERS = {
  ...ACCOUNT_HANDLERS,
  ...LOCK_HANDLERS,
  ...SETTING_HANDLERS,
  ...POPUP_HANDLERS,
  ...CONFIRMATION_HANDLERS,
  ...LIST_HANDLERS,
};

/** Handlers for messages from web pages, and the additional ones for the extension's own pages. */
const HANDLERS_FOR_WEB_PAGES: ReadonlyMap<string, MessageHandler<MessageKind>> = new Map(Object.entries(PAGE_HANDLERS));
const HANDLERS_FOR_EXTENSION_PAGES: ReadonlyMap<string, MessageHandler<MessageKind>> = new Map([
  ...HANDLERS_FOR_WEB_PAGES,
  ...Object.entries(EXTENSION_PAGE_HANDLERS),
]);

const userActions: ReadonlyMap<string, boolean> = new Map(Object.entries(USER_ACTIONS));

const ProblemResponseSchema = /* @__PURE__ */ objectOf({ problem: { type: "object", fields: { text: "string" } } });

/** Handles a message from any sender. Messages that the sender is not allowed to send are treated as unknown. */
export async function handleMessage(message: unknown, sender: Sender): Promise<WorkerReply<unknown>> {
  try {
    if (!sender.isExtensionPage) admitMessage(message, sender);
    await loadLanguage();
    const { type: kind, ...request }: Readonly<Record<string, unknown>> = isObject(message) ? message : {};
    const type = typeof kind === "string" ? kind : "";
    const handler = (sender.isExtensionPage ? HANDLERS_FOR_EXTENSION_PAGES : HANDLERS_FOR_WEB_PAGES).get(type);
    if (!handler) throw new RefusedError(t("notUnderstood"));
    const isUserAction = userActions.get(type) === true;
    // Other messages wait until the data is deleted.
    if (isUserAction && isGateClosed()) throw new RefusedError(t("dataIsBeingDeleted"));
    const handle = async () => {
      if (isUserAction) await recordActivity(sender.isExtensionPage ? "extension" : "page");
      recordUserActivity();
      const respond = () => handler(request, sender);
      return sender.isExtensionPage ? respond() : runForPage(type, request["page"], sender, respond);
    };
    // The deletion of all data waits for all tasks, so it is not one itself.
    if (type === "wipe") return { ok: true, value: await handle() };
    const { value, interruption } = await runTask(async () => {
      const interruption = interruptionSignal();
      return { value: await handle(), interruption };
    });
    // What the user stored was deleted again.
    if (isUserAction && !hasProblem(value)) interruption.throwIfAborted();
    return { ok: true, value };
  } catch (error) {
    return { ok: false, problem: toProblem(error) };
  }
}

/** Whether a response reports a problem, such as that of a change. */
function hasProblem(response: unknown): boolean {
  return hasType(ProblemResponseSchema, response);
}

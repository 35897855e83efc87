import type { Problem } from "../model/problem.ts";
import type { AccountMessages } from "./accounts.ts";
import type { ConfirmationMessages } from "./confirmations.ts";
import type { ListMessages } from "./lists.ts";
import type { LockMessages } from "./lock.ts";
import type { PageMessages } from "./page.ts";
import type { PopupMessages } from "./popup.ts";
import type { SettingsMessages } from "./settings.ts";

// The message protocol between views and worker. Types only; the worker's parsers are in worker/handlers/.

/** Messages that only the extension's own pages send. */
export interface ExtensionPageMessages
  extends AccountMessages,
    LockMessages,
    SettingsMessages,
    PopupMessages,
    ConfirmationMessages,
    ListMessages {}

export type AllMessages = PageMessages & ExtensionPageMessages;
export type MessageKind = keyof AllMessages;
export type MessagePayload<T extends MessageKind> = AllMessages[T]["request"];
export type MessageResponse<T extends MessageKind> = AllMessages[T]["response"];

/** The worker's reply: the response, or why there is none. */
export type WorkerReply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem };

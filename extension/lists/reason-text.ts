import { t } from "../locales/i18n.ts";
import type { TextKey } from "../locales/text-keys.ts";
import type { Reason, ReasonKind } from "./reason.ts";

const REASON_TEXTS = {
  "not-checked": "reasonNotLooked",
  unlisted: "reasonUnlisted",
  "token-kind": "reasonTokenKind",
  permission: "reasonPermission",
  "not-found": "reasonNotFound",
  gone: "reasonGone",
  blocked: "reasonBlocked",
  limit: "reasonLimit",
  offline: "reasonOffline",
  token: "reasonToken",
  "no-account": "reasonNoAccount",
  account: "reasonAccount",
  locked: "reasonLocked",
  "switched-off": "reasonSwitchedOff",
  service: "reasonForge",
  "storage-full": "reasonStorageFull",
  "all-refused": "reasonAllRefused",
  unverified: "reasonUnverified",
  "changed-since": "reasonChangedSince",
  "nothing-to-do": "reasonNothingToDo",
  internal: "reasonInternal",
} as const satisfies Readonly<Record<ReasonKind, TextKey>>;

/** Translates a reason into one or two sentences. */
export function reasonText({ kind, detail = "", cause }: Reason): string {
  const details = cause === undefined ? detail : reasonText({ kind: cause, detail });
  return t(REASON_TEXTS[kind], details).trim();
}

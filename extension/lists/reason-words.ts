import type { Word } from "../locales/words.ts";
import { t } from "../ui/words.ts";
import type { Reason, ReasonKind } from "./reason.ts";

const WORDS = {
  "not looked": "reasonNotLooked",
  "token kind": "reasonTokenKind",
  permission: "reasonPermission",
  "not found": "reasonNotFound",
  gone: "reasonGone",
  blocked: "reasonBlocked",
  limit: "reasonLimit",
  offline: "reasonOffline",
  token: "reasonToken",
  "no account": "reasonNoAccount",
  account: "reasonAccount",
  locked: "reasonLocked",
  forge: "reasonForge",
  "storage full": "reasonStorageFull",
  "all refused": "reasonAllRefused",
  "changed since": "reasonChangedSince",
  "nothing to do": "reasonNothingToDo",
  internal: "reasonInternal",
} as const satisfies Readonly<Record<ReasonKind, Word>>;

/** A reason in a sentence or two, in the person's language. */
export function reasonText({ kind, detail = "", of }: Reason): string {
  const more = of === undefined ? detail : reasonText({ kind: of, detail });
  return t(WORDS[kind], more).trim();
}

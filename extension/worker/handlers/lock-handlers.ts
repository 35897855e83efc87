import type { LockMessages } from "../../messages/lock.ts";
import { applyAccountChanges } from "../accounts-changed.ts";
import {
  changePassphrase,
  forgetPassphrase,
  lockNow,
  lockState,
  removePassphrase,
  setPassphrase,
  unlock,
  unlockWait,
} from "../lock.ts";
import { type MessageHandlers, validatingHandler } from "./handler.ts";

/** A passphrase. The maximum length is above that of any typed passphrase. */
const passphrase = { type: "limited", of: "string", max: 1000 } as const;

/** Handlers for lock messages of the extension's pages. */
export const LOCK_HANDLERS: MessageHandlers<LockMessages> = {
  "lock-state": lockState,
  "unlock-wait": unlockWait,
  lock: () => applyLockChange(lockNow()),
  unlock: validatingHandler({ passphrase }, ({ passphrase }) => applyLockChange(unlock(passphrase))),
  "set-passphrase": validatingHandler({ passphrase }, ({ passphrase }) => applyLockChange(setPassphrase(passphrase))),
  "change-passphrase": validatingHandler({ old: passphrase, passphrase }, ({ old, passphrase }) =>
    applyLockChange(changePassphrase(old, passphrase)),
  ),
  "remove-passphrase": validatingHandler({ passphrase }, ({ passphrase }) =>
    applyLockChange(removePassphrase(passphrase)),
  ),
  "forget-passphrase": () => applyLockChange(forgetPassphrase()),
};

async function applyLockChange(change: Promise<void>) {
  await change;
  await applyAccountChanges();
  return lockState();
}

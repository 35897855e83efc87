import * as z from "zod/mini";
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
const passphrase = z.string().check(z.maxLength(1000));

/** Handlers for lock messages of the extension's pages. */
export const LOCK_HANDLERS: MessageHandlers<LockMessages> = {
  "lock-state": lockState,
  "unlock-wait": unlockWait,
  lock: () => applyLockChange(lockNow()),
  unlock: validatingHandler<"unlock">(z.object({ passphrase }), ({ passphrase }) =>
    applyLockChange(unlock(passphrase)),
  ),
  "set-passphrase": validatingHandler<"set-passphrase">(z.object({ passphrase }), ({ passphrase }) =>
    applyLockChange(setPassphrase(passphrase)),
  ),
  "change-passphrase": validatingHandler<"change-passphrase">(
    z.object({ old: passphrase, passphrase }),
    ({ old, passphrase }) => applyLockChange(changePassphrase(old, passphrase)),
  ),
  "remove-passphrase": validatingHandler<"remove-passphrase">(z.object({ passphrase }), ({ passphrase }) =>
    applyLockChange(removePassphrase(passphrase)),
  ),
  "forget-passphrase": () => applyLockChange(forgetPassphrase()),
};

async function applyLockChange(change: Promise<void>) {
  await change;
  await applyAccountChanges();
  return lockState();
}

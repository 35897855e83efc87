import * as z from "zod/mini";
import type { LockAsks } from "../../messages/lock.ts";
import { accountsMoved } from "../accounts-moved.ts";
import {
  changePassphrase,
  forgetPassphrase,
  lockNow,
  lockState,
  removePassphrase,
  setPassphrase,
  unlock,
} from "../lock.ts";
import { type Handlers, handler } from "./handler.ts";

/** As long as anybody would type. */
const passphrase = z.string().check(z.maxLength(1000));

/** What the extension's own pages ask about the lock. */
export const LOCK_HANDLERS: Handlers<LockAsks> = {
  lock: lockState,
  "lock-now": () => then(lockNow()),
  unlock: handler<"unlock">(z.object({ passphrase }), ({ passphrase }) => then(unlock(passphrase))),
  "set-passphrase": handler<"set-passphrase">(z.object({ passphrase }), ({ passphrase }) =>
    then(setPassphrase(passphrase)),
  ),
  "change-passphrase": handler<"change-passphrase">(z.object({ old: passphrase, passphrase }), ({ old, passphrase }) =>
    then(changePassphrase(old, passphrase)),
  ),
  "remove-passphrase": handler<"remove-passphrase">(z.object({ passphrase }), ({ passphrase }) =>
    then(removePassphrase(passphrase)),
  ),
  "forget-passphrase": () => then(forgetPassphrase()),
};

async function then(changed: Promise<void>) {
  await changed;
  await accountsMoved();
  return lockState();
}

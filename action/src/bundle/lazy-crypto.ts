// Replaces `node:crypto` in the bundle and loads it at its first use: loading takes as long as reading all inputs. Only
// outputs of `@actions/core` and an app's credentials need it.
import type * as crypto from "node:crypto";

const real = (): typeof crypto => process.getBuiltinModule("node:crypto");

export const randomUUID: typeof crypto.randomUUID = (options) => real().randomUUID(options);

export const createPrivateKey: typeof crypto.createPrivateKey = (key) => real().createPrivateKey(key);

// Stands for `node:crypto` where a step imports it at its start: loading it takes as long as reading all inputs does. Of
// `@actions/core` only outputs need it, and of credentials only an app's.
import type * as crypto from "node:crypto";

const real = (): typeof crypto => process.getBuiltinModule("node:crypto");

export const randomUUID: typeof crypto.randomUUID = (options) => real().randomUUID(options);

export const createPrivateKey: typeof crypto.createPrivateKey = (key) => real().createPrivateKey(key);

import * as child from "node:child_process";
import { promisify } from "node:util";
import { emulator as running } from "../anywhere.ts";

/** An emulator that keeps running, whatever examples stop. */
export const emulator = running;

/** Node's execFile as a promise, run in the folder of the reader's `deploy.mjs`. */
export const execFile = (file: string, args: readonly string[], options: { readonly env: NodeJS.ProcessEnv }) =>
  promisify(child.execFile)(file, args, { ...options, cwd: new URL("reader/", import.meta.url) });

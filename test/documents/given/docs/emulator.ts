import * as child from "node:child_process";
import { promisify } from "node:util";
import { emulator as running } from "../anywhere.ts";

/** One that runs still, whatever examples stop. */
export const emulator = running;

/** Node's own as a promise, where the reader's `deploy.mjs` is. */
export const execFile = (file: string, args: readonly string[], options: { readonly env: NodeJS.ProcessEnv }) =>
  promisify(child.execFile)(file, args, { ...options, cwd: new URL("reader/", import.meta.url) });

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { inject } from "vitest";
import * as z from "zod/mini";
import { cleanEnvironment } from "./environment.ts";

/** Prints the URLs of the modules that an import loads. */
const PROGRAM = `
import { registerHooks } from "node:module";
const urls = [];
registerHooks({
  load(url, context, next) {
    urls.push(url);
    return next(url, context);
  },
});
await import(process.argv[1]);
console.log(JSON.stringify(urls));
`;

/**
 * Imports a module of an installed package in a new Node process.
 * @param id for example `@forgehand/core/lean`
 * @returns the loaded files, relative to the folder with the installed packages; without Node's own modules
 */
export async function loadedModules(id: string): Promise<string[]> {
  const folder = inject("consumers");
  const args = ["--input-type=module", "--eval", PROGRAM, id];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env: cleanEnvironment() });
  const urls = z.parse(z.array(z.string()), JSON.parse(stdout));
  return urls.filter((url) => url.startsWith("file:")).map((url) => url.replace(/^.*?\/node_modules\//, ""));
}

/** The entries of the core with the condition `node`, and one area of operations. */
export const NODE_ENTRIES = [
  "@forgehand/core",
  "@forgehand/core/by-route",
  "@forgehand/core/compiled",
  "@forgehand/core/dialects",
  "@forgehand/core/internal",
  "@forgehand/core/lean",
  "@forgehand/core/namespaced-client",
  "@forgehand/core/oidc",
  "@forgehand/core/preload",
  "@forgehand/core/operations",
  "@forgehand/core/operations/starring",
  "@forgehand/core/quota",
  "@forgehand/core/recovery",
  "@forgehand/core/schema",
  "@forgehand/core/sealed-box",
  "@forgehand/core/undici",
  "@forgehand/core/webhooks",
  "@forgehand/core/webhooks/node",
  "@forgehand/core/webhooks/sqlite",
] as const;

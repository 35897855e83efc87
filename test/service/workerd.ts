import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import * as z from "zod/mini";

/** The package has no types. It exports the path of its binary. */
const { default: workerd } = z.object({ default: z.string() }).parse(createRequire(import.meta.url)("workerd"));

/** A running workerd process. */
export interface Workerd {
  readonly url: string;
  stop(): Promise<void>;
}

const ListenEventSchema = z.object({ event: z.literal("listen"), port: z.int() });

/**
 * Starts the worker that a folder's config.capnp describes.
 * @param environment variables for the worker's configuration
 */
export async function serveWorkerd(
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Workerd> {
  const child = spawn(workerd, ["serve", "--control-fd=3", "config.capnp"], {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "inherit", "inherit", "pipe"],
  });
  const ended = once(child, "exit").then(([code]: unknown[]) => {
    throw new Error(`workerd exited with code ${code}.`);
  });
  ended.catch(() => undefined);
  const control = child.stdio[3];
  if (!(control instanceof Readable)) throw new Error("workerd has no control pipe.");
  const lines = createInterface(control);
  const [line]: unknown[] = await Promise.race([once(lines, "line"), ended]);
  const { port } = ListenEventSchema.parse(JSON.parse(String(line)));
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const exit = once(child, "exit");
      child.kill();
      await exit;
    },
  };
}

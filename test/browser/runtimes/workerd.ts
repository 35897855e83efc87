import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import * as z from "zod/mini";

const CONFIG = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "main.mjs", esModule = embed "main.mjs"), (name = "built.mjs", esModule = embed "built.mjs")],
  compatibilityDate = "2026-06-01",
);
`;

const WORKER = `import { receiver, receiving } from "./built.mjs";
export default {
  async fetch(request, _, context) {
    const { pathname } = new URL(request.url);
    if (pathname !== "/deliveries") return Response.json(await receiving(await request.json()));
    return receiver(request, context);
  },
};
`;

/** It has no types: where its binary is. */
const { default: workerd } = z.object({ default: z.string() }).parse(createRequire(import.meta.url)("workerd"));

/** A worker's runtime with the module in it. */
export interface Workerd {
  readonly url: string;
  stop(): Promise<void>;
}

const Listening = z.object({ event: z.literal("listen"), port: z.int() });

export async function startWorkerd(built: string): Promise<Workerd> {
  const folder = mkdtempSync(join(tmpdir(), "forgehand-workerd-"));
  writeFileSync(join(folder, "config.capnp"), CONFIG);
  writeFileSync(join(folder, "main.mjs"), WORKER);
  writeFileSync(join(folder, "built.mjs"), built);
  const child = spawn(workerd, ["serve", "--control-fd=3", "config.capnp"], {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit", "pipe"],
  });
  const ended = once(child, "exit").then(([code]: unknown[]) => {
    throw new Error(`workerd ended, code ${code}`);
  });
  ended.catch(() => undefined);
  const control = child.stdio[3];
  if (!(control instanceof Readable)) throw new Error("workerd has no control");
  const lines = createInterface(control);
  const [line]: unknown[] = await Promise.race([once(lines, "line"), ended]);
  const { port } = Listening.parse(JSON.parse(String(line)));
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const exit = once(child, "exit");
      child.kill();
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serveWorkerd, type Workerd } from "../../service/workerd.ts";

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

const WORKER = `import { receiver, receiveDeliveries } from "./built.mjs";
export default {
  async fetch(request, _, context) {
    const { pathname } = new URL(request.url);
    if (pathname !== "/deliveries") return Response.json(await receiveDeliveries(await request.json()));
    return receiver(request, context);
  },
};
`;

/** Starts workerd with the bundled module. */
export async function startWorkerd(moduleText: string): Promise<Workerd> {
  const folder = mkdtempSync(join(tmpdir(), "forgehand-workerd-"));
  writeFileSync(join(folder, "config.capnp"), CONFIG);
  writeFileSync(join(folder, "main.mjs"), WORKER);
  writeFileSync(join(folder, "built.mjs"), moduleText);
  const { url, stop } = await serveWorkerd(folder);
  return {
    url,
    async stop() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

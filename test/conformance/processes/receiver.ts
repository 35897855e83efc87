import { appendFileSync } from "node:fs";
import { createServer } from "node:http";
import { createReceiver } from "@forgehand/core/webhooks";
import { nodeListener } from "@forgehand/core/webhooks/node";
import { sqliteStore } from "@forgehand/core/webhooks/sqlite";

// A receiver in a process of its own that has a bad day: it fails, takes too long, and is killed in the middle of its work.
// What it handled it writes down, a GUID a line.

const [port = "0", store = "", log = "", secret = ""] = process.argv.slice(2);

let attempts = Number(process.argv[6] ?? 0);

const receiver = createReceiver({
  secrets: secret,
  store: sqliteStore(store),
  // Whoever was killed holds what it had for so long.
  lease: 1000,
  on: {
    async star({ guid, payload }) {
      attempts += 1;
      if (attempts % 7 === 3) throw new Error("the handler fails");
      // Longer than the service waits, and than the lease: it has failed for both.
      if (attempts % 11 === 5) await new Promise((resolve) => setTimeout(resolve, 60_000));
      if (attempts % 13 === 7) process.kill(process.pid, "SIGKILL");
      appendFileSync(log, `${guid} ${payload.action}\n`);
    },
  },
  onError() {},
});

const server = createServer(nodeListener(receiver)).listen(Number(port), "127.0.0.1", () => {
  const address = server.address();
  process.send?.(typeof address === "object" ? address?.port : undefined);
});

import { appendFileSync } from "node:fs";
import { createServer } from "node:http";
import { createReceiver } from "@forgehand/core/webhooks";
import { nodeListener } from "@forgehand/core/webhooks/node";
import { sqliteStore } from "@forgehand/core/webhooks/sqlite";

// An unreliable webhook receiver in a separate process: it fails, exceeds timeouts and kills itself in the middle of
// its work. It appends the GUID of each handled delivery to a log file.

const [port = "0", store = "", log = "", secret = ""] = process.argv.slice(2);

let attempts = Number(process.argv[6] ?? 0);

const receiver = createReceiver({
  secrets: secret,
  store: sqliteStore(store),
  // Deliveries stay locked for this long after the process was killed, in milliseconds.
  lease: 1000,
  on: {
    async star({ guid, payload }) {
      attempts += 1;
      if (attempts % 7 === 3) throw new Error("the handler fails");
      // Exceeds both the emulator's timeout and the lease, so both consider the attempt failed.
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

// Child process: one of several receivers that share a store of deliveries. Appends each start of a handler and each
// completed delivery to a log, which the parent reads after it has killed some of them.
import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createReceiver } from "@forgehand/core/webhooks";
import { nodeListener } from "@forgehand/core/webhooks/node";
import { DELIVERY_STORES, isDeliveryEngine } from "./delivery-stores.ts";
import { serveForParent } from "./reply.ts";

const [engine = "", address = "", prefix = "", secret = "", logFile = "", handlerMs = "0"] = process.argv.slice(2);
if (!isDeliveryEngine(engine)) throw new Error(`unknown engine ${engine}`);
const { store } = await DELIVERY_STORES[engine](address, prefix);
const log = (event: "started" | "completed", guid: string) => {
  if (logFile !== "") appendFileSync(logFile, `${event} ${guid}\n`);
};

const receiver = createReceiver({
  secrets: secret,
  store: {
    ...store,
    async complete(guid, signal) {
      await store.complete(guid, signal);
      log("completed", guid);
    },
  },
  // The deliveries of a killed process can be claimed after this, and after the time that the store can take.
  lease: 1000,
  concurrency: 50,
  on: {
    async "*"({ guid }) {
      log("started", guid);
      if (handlerMs !== "0") await sleep(Number(handlerMs));
    },
  },
  onError: () => {},
});

serveForParent(nodeListener(receiver), () => "ready");

// Child process in a folder with packages installed as from a registry: receives deliveries in one way, in batches that
// the parent requests. Sends the parent the size of a delivery first.
import { readFileSync } from "node:fs";
import * as z from "zod/mini";
import { runReceiver } from "./delivery-cost.ts";
import { isReceiverName, RECEIVERS, signPayload } from "./receivers.ts";

const Payload = z.record(z.string(), z.unknown());

const [name = "", payloadFile = ""] = process.argv.slice(2);
if (!isReceiverName(name)) throw new Error(`unknown receiver ${name}`);
const signed = await signPayload(Payload.parse(JSON.parse(readFileSync(payloadFile, "utf8"))));
const receive = await RECEIVERS[name](signed);

process.on("message", async () => {
  process.send?.(await runReceiver(receive));
});
process.on("disconnect", () => process.exit());
process.send?.(signed.body.length);

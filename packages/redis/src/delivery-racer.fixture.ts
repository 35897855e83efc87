import process from "node:process";
import { PACKAGES, SINGLE_CLIENTS } from "./clients.fixture.ts";
import { redisDeliveryStore } from "./delivery-store.ts";

// A process that claims given deliveries as fast as it can, and reports which ones it got.

const [packageName, port, prefix = "", name = ""] = process.argv.slice(2);

process.on("message", async (guids: readonly string[]) => {
  const open = SINGLE_CLIENTS[PACKAGES.find((known) => known === packageName) ?? "redis"];
  const { client, close } = await open({ port: Number(port) });
  const store = redisDeliveryStore(client, { prefix });
  const won: string[] = [];
  for (const guid of guids) if ((await store.claim(guid, name, 60_000)) === "claimed") won.push(guid);
  close();
  process.send?.(won);
  process.disconnect();
});
process.send?.("ready");

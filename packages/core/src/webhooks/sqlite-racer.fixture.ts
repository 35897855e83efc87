import process from "node:process";
import { sqliteStore } from "./sqlite-store.ts";

// A process that claims given deliveries as fast as it can, and reports which ones it got.

const [path = "", name = ""] = process.argv.slice(2);

process.on("message", async (guids: readonly string[]) => {
  const store = sqliteStore(path);
  const won: string[] = [];
  for (const guid of guids) if ((await store.claim(guid, name, 60_000)) === "claimed") won.push(guid);
  store.close();
  process.send?.(won);
  process.disconnect();
});
process.send?.("ready");

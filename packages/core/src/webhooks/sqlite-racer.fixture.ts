import process from "node:process";
import { sqliteStore } from "./sqlite-store.ts";

// A process that claims given deliveries as fast as it can, and reports which ones it got.

const [path = "", name = ""] = process.argv.slice(2);

process.on("message", (guids: readonly string[]) => {
  const store = sqliteStore(path);
  const won = guids.filter((guid) => store.claim(guid, name, 60_000) === "claimed");
  store.close();
  process.send?.(won);
  process.disconnect();
});
process.send?.("ready");

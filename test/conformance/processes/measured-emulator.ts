import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

// The built emulator in a separate process that reports its memory.

// V8 lets code collect garbage only with this flag.
setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

const built = fileURLToPath(new URL("../../../packages/emulator/dist/index.js", import.meta.url));
const { startEmulator }: typeof import("@forgehand/emulator") = await import(built);
const { control, apiUrl, webUrl, tokens } = await startEmulator(JSON.parse(process.argv[2] ?? "{}"));
process.send?.({ apiUrl, webUrl, tokens });
process.on("message", async () => {
  await control.settled();
  collectGarbage();
  const { heapUsed, heapTotal, rss } = process.memoryUsage();
  // V8 keeps memory that it has freed, so that only the used part of the heap counts.
  process.send?.({ heap: heapUsed, other: rss - heapTotal });
});
process.on("disconnect", () => process.exit());

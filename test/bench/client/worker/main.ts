// A process of its own, in a folder where packages are installed as from a registry: calls with one client, in batches as
// its parent asks for them.
import * as z from "zod/mini";
import { runBatch } from "./batch.ts";
import { CALLERS, isClientName } from "./callers.ts";

const Batch = z.object({ calls: z.int(), inFlight: z.int() });
const Page = z.array(z.looseObject({ login: z.string(), name: z.string() })).check(z.length(30));

const [name = "", baseUrl = ""] = process.argv.slice(2);
if (!isClientName(name)) throw new Error(`there is no client ${name}`);
const call = (await CALLERS[name]())(baseUrl);
// Whoever gives anything else has not done the same work.
Page.parse(await call(0));

process.on("message", async (message) => {
  process.send?.(await runBatch(call, Batch.parse(message)));
});
process.on("disconnect", () => process.exit());
process.send?.("ready");

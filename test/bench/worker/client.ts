// Child process in a folder with packages installed as from a registry: makes calls with one client, in batches that
// the parent requests.
import * as z from "zod/mini";
import { runBatch } from "./batch.ts";
import { CALLERS, isHttpClientName } from "./callers.ts";
import { replyToParent } from "./reply.ts";

const Batch = z.object({ calls: z.int(), inFlight: z.int() });
const Page = z.array(z.looseObject({ login: z.string(), name: z.string() })).check(z.length(30));

const [name = "", baseUrl = ""] = process.argv.slice(2);
if (!isHttpClientName(name)) throw new Error(`unknown client ${name}`);
const call = await CALLERS[name](baseUrl);
// A client that returns anything else has not done the same work.
Page.parse(await call(0));
replyToParent((message) => runBatch(call, Batch.parse(message)));

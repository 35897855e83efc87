// Child process: makes one call with each of many tokens, as a service does for its users, with a client for each.
// Responses are made here, so that only the client's own cost is measured.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createClient } from "@forgehand/core";
import { checkStar } from "@forgehand/core/operations/starring";

const BLOCK = 1000;

setFlagsFromString("--expose-gc");
const collectGarbage: unknown = runInNewContext("gc");
const heapInUse = (): number => {
  if (typeof collectGarbage !== "function") throw new Error("no garbage collection on request");
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

const tokens = Number(process.argv[2]);
const options = {
  baseUrl: "https://api.forge.test",
  transport: async () => ({ status: 204, headers: new Headers(), text: "" }),
};

/** Makes the first calls of a block of tokens; returns the CPU time of one in milliseconds. */
async function callBlock(name: string): Promise<number> {
  const before = process.cpuUsage();
  for (let index = 0; index < BLOCK; index++) {
    const { call } = createClient({ ...options, credentials: `token-${name}-${index}` });
    await call(checkStar, { owner: "acme", repo: "widgets" });
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / BLOCK;
}

for (let block = 0; block < 5; block++) await callBlock(`warm-up-${block}`);
const before = heapInUse();
const costs: number[] = [];
for (let block = 0; block < tokens / BLOCK; block++) costs.push(await callBlock(String(block)));
process.send?.({ costs, bytesPerToken: (heapInUse() - before) / tokens });

import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ConnectionError, createClient } from "@forgehand/core";
import {
  checkStar,
  createOrganizationVariable,
  createRepositoryHook,
  listOrganizationVariables,
  starRepository,
  unstarRepository,
} from "@forgehand/core/operations";
import { createReceiver } from "@forgehand/core/webhooks";
import { nodeListener } from "@forgehand/core/webhooks/node";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { sized } from "../effort.ts";

const SERVICE = fileURLToPath(new URL("processes/service.ts", import.meta.url));
const WIDGETS = { owner: "acme", repo: "widgets" };
const SECRET = "It's a Secret to Everybody";
/** Each kill costs a start of the service. */
const KILLS = sized(8, 100);

const Ready = z.object({ apiUrl: z.string(), tokens: z.object({ alice: z.string() }) });

async function startService(data: string) {
  const child = fork(SERVICE, [data]);
  const gone = new Promise((resolve) => child.once("exit", resolve));
  const said = await new Promise((resolve, reject) => {
    child.once("message", resolve).once("exit", () => reject(new Error("The service did not start.")));
  });
  const { apiUrl, tokens } = z.parse(Ready, said);
  const client = createClient({ baseUrl: apiUrl, credentials: tokens.alice, pace: "off", retry: false, cache: false });
  return { child, gone, client };
}

type Service = Awaited<ReturnType<typeof startService>>;

/** A receiver that handles each event once, in the order in which they come. */
async function startReceiver() {
  const actions: string[] = [];
  const receiver = createReceiver({
    secrets: SECRET,
    on: { star: ({ payload }) => void actions.push(String(payload.action)) },
  });
  const server = createServer(nodeListener(receiver));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`;
  return { url, actions, stop: () => server.close() };
}

/** Asks again and again until the service is gone. @returns how often it was asked, and answered */
async function untilGone(ask: () => Promise<unknown>): Promise<{ asked: number; answered: number }> {
  for (let asked = 1; ; asked += 1) {
    try {
      await ask();
    } catch (error) {
      if (error instanceof ConnectionError) return { asked, answered: asked - 1 };
      throw error;
    }
  }
}

test(`a service that is killed ${KILLS} times loses nothing that it answered`, { timeout: 600_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "forgehand-durability-"));
  const data = join(folder, "state.db");
  const receiver = await startReceiver();
  let service: Service | undefined;
  try {
    service = await startService(data);
    const config = { url: receiver.url, content_type: "json" as const, secret: SECRET };
    await service.client.call(createRepositoryHook, { ...WIDGETS, config, events: ["star"] });
    let isStarred = false;
    const stars = { asked: 0, answered: 0 };
    const names: string[] = [];

    for (let kill = 0; kill < KILLS; kill += 1) {
      service ??= await startService(data);
      const { client, child, gone } = service;
      // What was asked last may have been done, though nobody was told.
      isStarred = await client.call(checkStar, WIDGETS);
      const enough = Math.ceil(Math.random() * 8);
      let count = 0;
      const writes = [
        untilGone(async () => {
          const name = `V_${kill}_${count++}`;
          await client.call(createOrganizationVariable, { org: "acme", name, value: "1", visibility: "all" });
          names.push(name);
          // Somewhere in the middle of what comes next.
          if (count === enough) setTimeout(() => child.kill("SIGKILL"), Math.random() * 3);
        }),
        untilGone(async () => {
          await client.call(isStarred ? unstarRepository : starRepository, WIDGETS);
          isStarred = !isStarred;
        }),
      ];
      const [, starring] = await Promise.all(writes);
      stars.asked += starring?.asked ?? 0;
      stars.answered += starring?.answered ?? 0;
      await gone;
      service = undefined;
    }

    service = await startService(data);
    const { client } = service;
    const kept = await Array.fromAsync(client.items(listOrganizationVariables, { org: "acme" }), ({ name }) => name);
    expect(names.length).toBeGreaterThan(KILLS);
    expect(names.filter((name) => !kept.includes(name))).toEqual([]);
    // What nobody was told of may be there: once for each time that it was killed.
    expect(kept.length - names.length).toBeLessThanOrEqual(KILLS);

    // One more, behind which nothing waits in line.
    const last = (await client.call(checkStar, WIDGETS)) ? "deleted" : "created";
    await client.call(last === "deleted" ? unstarRepository : starRepository, WIDGETS);
    // Calls go before deliveries, so hundreds can be waiting by now.
    const received = () => ({ hasAll: receiver.actions.length > stars.answered, last: receiver.actions.at(-1) });
    await expect.poll(received, { timeout: 180_000 }).toEqual({ hasAll: true, last });
    expect(receiver.actions.length).toBeLessThanOrEqual(stars.asked + 1);
    // In order: a star is given, taken back, given.
    expect(receiver.actions).toEqual(receiver.actions.map((_, index) => (index % 2 === 0 ? "created" : "deleted")));
  } finally {
    service?.child.kill("SIGKILL");
    receiver.stop();
    rmSync(folder, { recursive: true });
  }
});

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
import { pickSize } from "../test-size.ts";

const SERVICE = fileURLToPath(new URL("processes/service.ts", import.meta.url));
const WIDGETS = { owner: "acme", repo: "widgets" };
const SECRET = "It's a Secret to Everybody";
/** Each kill requires a restart of the emulator. */
const KILLS = pickSize(8, 100);

const StartedServiceSchema = z.object({ apiUrl: z.string(), tokens: z.object({ alice: z.string() }) });

async function startService(data: string, hookHost: string) {
  const child = fork(SERVICE, [data, "0", hookHost]);
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const readyMessage = await new Promise((resolve, reject) => {
    child.once("message", resolve).once("exit", () => reject(new Error("The service did not start.")));
  });
  const { apiUrl, tokens } = z.parse(StartedServiceSchema, readyMessage);
  const client = createClient({ baseUrl: apiUrl, credentials: tokens.alice, pace: "off", retry: false, cache: false });
  return { child, exited, client };
}

type KillableService = Awaited<ReturnType<typeof startService>>;

/** Starts a receiver that handles each event once and records their order. */
async function startReceiver() {
  const actions: string[] = [];
  const receiver = createReceiver({
    secrets: SECRET,
    on: { star: ({ payload }) => void actions.push(String(payload.action)) },
  });
  const server = createServer(nodeListener(receiver));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const host = `127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  return { url: `http://${host}/`, host, actions, stop: () => server.close() };
}

/**
 * Repeats requests until the emulator is gone.
 * @returns the number of requests that were sent and of those that were acknowledged
 */
async function pollUntilGone(sendRequest: () => Promise<unknown>): Promise<{ sent: number; acknowledged: number }> {
  for (let sent = 1; ; sent += 1) {
    try {
      await sendRequest();
    } catch (error) {
      if (error instanceof ConnectionError) return { sent, acknowledged: sent - 1 };
      throw error;
    }
  }
}

test(`an emulator that is killed ${KILLS} times loses nothing that it acknowledged`, { timeout: 600_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "forgehand-durability-"));
  const data = join(folder, "state.db");
  const receiver = await startReceiver();
  let service: KillableService | undefined;
  try {
    service = await startService(data, receiver.host);
    const config = { url: receiver.url, content_type: "json" as const, secret: SECRET };
    await service.client.call(createRepositoryHook, { ...WIDGETS, config, events: ["star"] });
    let isStarred = false;
    const stars = { sent: 0, acknowledged: 0 };
    const names: string[] = [];

    for (let kill = 0; kill < KILLS; kill += 1) {
      service ??= await startService(data, receiver.host);
      const { client, child, exited } = service;
      // The last request can have taken effect without a response.
      isStarred = await client.call(checkStar, WIDGETS);
      const callsBeforeKill = Math.ceil(Math.random() * 8);
      let count = 0;
      const writes = [
        pollUntilGone(async () => {
          const name = `V_${kill}_${count++}`;
          await client.call(createOrganizationVariable, { org: "acme", name, value: "1", visibility: "all" });
          names.push(name);
          // Kills the process in the middle of the following requests.
          if (count === callsBeforeKill) setTimeout(() => child.kill("SIGKILL"), Math.random() * 3);
        }),
        pollUntilGone(async () => {
          await client.call(isStarred ? unstarRepository : starRepository, WIDGETS);
          isStarred = !isStarred;
        }),
      ];
      const [, starring] = await Promise.all(writes);
      stars.sent += starring?.sent ?? 0;
      stars.acknowledged += starring?.acknowledged ?? 0;
      await exited;
      service = undefined;
    }

    service = await startService(data, receiver.host);
    const { client } = service;
    const kept = await Array.fromAsync(client.items(listOrganizationVariables, { org: "acme" }), ({ name }) => name);
    expect(names.length).toBeGreaterThan(KILLS);
    expect(names.filter((name) => !kept.includes(name))).toEqual([]);
    // Unacknowledged writes can exist, at most one for each kill.
    expect(kept.length - names.length).toBeLessThanOrEqual(KILLS);

    // A final event, which is delivered after all queued ones.
    const last = (await client.call(checkStar, WIDGETS)) ? "deleted" : "created";
    await client.call(last === "deleted" ? unstarRepository : starRepository, WIDGETS);
    // Calls take priority over deliveries, so hundreds can be queued by now.
    const received = () => ({ hasAll: receiver.actions.length > stars.acknowledged, last: receiver.actions.at(-1) });
    await expect.poll(received, { timeout: 180_000 }).toEqual({ hasAll: true, last });
    expect(receiver.actions.length).toBeLessThanOrEqual(stars.sent + 1);
    // In order: star events alternate between created and deleted.
    expect(receiver.actions).toEqual(receiver.actions.map((_, index) => (index % 2 === 0 ? "created" : "deleted")));
  } finally {
    service?.child.kill("SIGKILL");
    receiver.stop();
    rmSync(folder, { recursive: true });
  }
});

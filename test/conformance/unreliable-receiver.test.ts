import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient } from "@forgehand/core";
import {
  createRepositoryHook,
  listRepositoryHookDeliveries,
  redeliverRepositoryHookDelivery,
  starRepository,
  unstarRepository,
} from "@forgehand/core/operations";
import { planRecovery } from "@forgehand/core/recovery";
import { startEmulator } from "@forgehand/emulator";
import { expect, test } from "vitest";
import * as z from "zod/mini";

const RECEIVER = fileURLToPath(new URL("processes/receiver.ts", import.meta.url));
const WIDGETS = { owner: "acme", repo: "widgets" };
const SECRET = "It's a Secret to Everybody";
const EVENTS = 24;

/** Starts a receiver that is restarted on the same port whenever it exits. */
async function startReceiver(folder: string) {
  let child: ChildProcess | undefined;
  let restarts = 0;
  let stopped = false;
  let whenListening = Promise.resolve(0);
  function start(port: number): Promise<number> {
    const files = [join(folder, "store.db"), join(folder, "handled")];
    // Continues counting attempts where the last process stopped.
    const started = fork(RECEIVER, [String(port), ...files, SECRET, String(restarts * 13 + 8 * Math.min(restarts, 1))]);
    child = started;
    started.once("exit", () => {
      restarts += 1;
      if (!stopped) whenListening = start(listening);
    });
    return new Promise((resolve, reject) => {
      started.once("message", (message) => resolve(z.parse(z.int(), message))).once("error", reject);
    });
  }
  writeFileSync(join(folder, "handled"), "");
  const listening = await start(0);
  return {
    url: `http://127.0.0.1:${listening}/`,
    restarts: () => restarts,
    /** Resolves when the receiver listens. */
    waitUntilListening: () => whenListening,
    handled: () => readFileSync(join(folder, "handled"), "utf8").split("\n").slice(0, -1),
    stop() {
      stopped = true;
      child?.kill("SIGKILL");
    },
  };
}

test("a receiver that fails, times out and is killed handles every event exactly once", {
  timeout: 60_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), "forgehand-receiver-"));
  const receiver = await startReceiver(folder);
  const { control, ...emulator } = await startEmulator({
    hookTimeout: 0.5,
    allowHookHosts: [new URL(receiver.url).host],
  });
  try {
    const client = createClient({ baseUrl: emulator.apiUrl, credentials: emulator.tokens["alice"] ?? "", pace: "off" });
    const config = { url: receiver.url, content_type: "json" as const, secret: SECRET };
    const { id } = await client.call(createRepositoryHook, { ...WIDGETS, config, events: ["star"] });
    const hook = { ...WIDGETS, hook_id: id };
    for (let n = 0; n < EVENTS; n += 1) await client.call(n % 2 === 0 ? starRepository : unstarRepository, WIDGETS);
    await control.settled();

    // Repeats the recovery, like a scheduled job.
    let runs = 0;
    const problems = new Set<string>();
    for (;;) {
      const records = await Array.fromAsync(client.items(listRepositoryHookDeliveries, hook));
      for (const { status } of records) problems.add(status);
      const plan = await planRecovery(records, { now: new Date(), maxAttempts: 50 });
      if (plan.redeliver.size === 0) break;
      for (const { id: delivery_id } of plan.redeliver) {
        await client.call(redeliverRepositoryHookDelivery, { ...hook, delivery_id });
      }
      await control.settled();
      runs += 1;
      await receiver.waitUntilListening();
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(runs).toBeGreaterThan(1);
    expect(receiver.restarts()).toBeGreaterThan(1);
    expect([...problems]).toEqual(
      expect.arrayContaining(["OK", "Invalid HTTP Response: 500", "timed out", "failed to connect to host"]),
    );

    const starEvents = control.events().filter(({ event, hooks }) => event === "star" && hooks.includes(id));
    expect(starEvents).toHaveLength(EVENTS);
    const handled = receiver.handled();
    expect(handled.toSorted()).toEqual(starEvents.map(({ guid, action }) => `${guid} ${action}`).toSorted());
  } finally {
    receiver.stop();
    await emulator.stop();
    rmSync(folder, { recursive: true });
  }
});

import { type ChildProcess, spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { signDelivery } from "@forgehand/core/webhooks";
import { startEmulator } from "@forgehand/emulator";
import { migrationSql } from "@forgehand/postgres";
import { Client } from "pg";
import { createClient } from "redis";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod/mini";
import { realPayload } from "../../../packages/core/src/webhooks/real-payload.fixture.ts";
import { readBlocks } from "../../documents/blocks.ts";
import { writeModules } from "../../documents/modules.ts";
import { describePostgres } from "../../engines/postgres.ts";
import { describeRedis } from "../../engines/redis.ts";
import { runExample } from "../webhooks/run-example.ts";

// Runs the deployment of docs/scale.md: the programs and commands of its Compose file, with engines of this machine.

const DOCUMENT = "docs/scale.md";
const SECRET = "It's a Secret to Everybody";
const blocks = readBlocks(DOCUMENT);
const examples = await writeModules(blocks);
afterAll(() => examples.remove());
const folder = examples.folder(DOCUMENT);

/** Milliseconds in which programs start on a busy machine. */
const START_TIMEOUT = 120_000;

const ComposeServices = z.object({
  services: z.record(
    z.string(),
    z.object({
      command: z.optional(z.string()),
      deploy: z.optional(z.object({ replicas: z.int() })),
      environment: z.optional(z.record(z.string(), z.string())),
    }),
  ),
});
const { services } = z.parse(ComposeServices, parse(blocks.find(({ title }) => title === "compose.yaml")?.code ?? ""));

/** Returns the arguments of a service's command, which must start with these words. */
function argumentsOf(service: string, ...start: readonly string[]): string[] {
  const words = (services[service]?.command ?? "").match(/"[^"]*"|\S+/g) ?? [];
  expect(words.slice(0, start.length)).toEqual(start);
  return words.slice(start.length).map((word) => word.replaceAll('"', ""));
}

/** Returns a service's environment with the values that it has here. */
function environmentOf(service: string, values: Readonly<Record<string, string>>): Record<string, string> {
  const environment = services[service]?.environment ?? {};
  expect(Object.keys(environment).toSorted()).toEqual(Object.keys(values).toSorted());
  return { ...values };
}

const replicasOf = (service: string) => Array.from({ length: services[service]?.deploy?.replicas ?? 1 }, (_, at) => at);

/** Starts a program that runs until the test ends. */
function start(file: string, environment: Readonly<Record<string, string>>): ChildProcess {
  const path = join(folder, file);
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", path], {
    cwd: dirname(path),
    env: { PATH: process.env["PATH"], ...environment },
    stdio: ["ignore", "ignore", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

describePostgres("two receivers", (postgres) => {
  test("handle each delivery once", async () => {
    const database = new Client({ connectionString: postgres().url });
    await database.connect();
    onTestFinished(() => database.end());
    await database.query(migrationSql());
    const [file = ""] = argumentsOf("receiver", "node");
    const environment = environmentOf("receiver", { PORT: "", WEBHOOK_SECRET: SECRET, DATABASE_URL: postgres().url });
    const { PORT: _, ...own } = environment;
    const receivers = await Promise.all(replicasOf("receiver").map(() => runExample(join(folder, file), own)));
    onTestFinished(() => {
      for (const receiver of receivers) receiver.process.kill("SIGKILL");
    });
    expect(receivers).toHaveLength(2);
    const payload = realPayload("star", { action: "created" });
    const deliveries = await Promise.all(
      Array.from({ length: 10 }, () => signDelivery({ event: "star", payload, secret: SECRET })),
    );
    const send = async (url: string, index: number) => {
      const response = await fetch(url, deliveries[index]);
      await response.text();
      return response.status;
    };
    const statuses = await Promise.all(deliveries.flatMap((_, index) => receivers.map(({ url }) => send(url, index))));
    expect(statuses.filter((status) => ![200, 409].includes(status))).toEqual([]);
    const lines = () => receivers.flatMap((receiver) => receiver.lines());
    await expect.poll(lines).toHaveLength(10);
    expect(new Set(lines().map((line) => line.split(" ")[0])).size).toBe(10);
    for (const receiver of receivers) receiver.process.kill("SIGTERM");
    expect(await Promise.all(receivers.map(({ exited }) => exited))).toEqual([0, 0]);
    expect(receivers.flatMap((receiver) => receiver.errors())).toEqual([]);
  });
});

describeRedis(
  "two workers",
  (redis) =>
    describeRedis(
      "with a cache",
      (cache) => {
        test("work through all jobs within the limits", { timeout: 2 * START_TIMEOUT }, async () => {
          const emulator = await startEmulator({ limits: "published" });
          onTestFinished(() => emulator.stop());
          const client = await createClient({ url: redis().url }).connect();
          onTestFinished(() => client.destroy());
          const jobs = Array.from({ length: 20 }, () => "acme/widgets");
          await client.rPush("jobs", jobs);
          const [file = ""] = argumentsOf("worker", "node");
          const addresses = { REDIS_URL: redis().url, CACHE_URL: cache().url };
          const environment = environmentOf("worker", { TOKEN: emulator.tokens["alice"] ?? "", ...addresses });
          const workers = replicasOf("worker").map(() => start(file, { API_URL: emulator.apiUrl, ...environment }));
          expect(workers).toHaveLength(2);
          const calls = () => emulator.control.calls().filter(({ operation }) => operation === "setSubscription");
          await expect.poll(() => calls().length, { timeout: START_TIMEOUT }).toBe(jobs.length);
          expect(calls().filter(({ status }) => status !== 200)).toEqual([]);
          await expect.poll(() => client.keys("running:*")).toEqual([]);
          expect(await client.keys("forgehand:*")).not.toEqual([]);
        });
      },
      argumentsOf("cache", "redis-server"),
    ),
  argumentsOf("redis", "redis-server"),
);

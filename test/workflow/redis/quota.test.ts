import type { QuotaCommand } from "@forgehand/core/quota";
import type { Emulator } from "@forgehand/emulator";
import { test } from "@forgehand/emulator/vitest";
import { redisQuotaStore } from "@forgehand/redis";
import { createClient } from "redis";
import { expect, onTestFinished, vi } from "vitest";
import { reservation } from "../../../packages/core/src/client/pace/quota-store-contract.fixture.ts";
import { describeRedis, type RedisEngine } from "../../engines/redis.ts";
import { isFullRun } from "../../test-size.ts";
import { addRepositories } from "../fleet/add-repositories.ts";
import { inputsFor } from "../inputs.ts";
import { startStep } from "../runner.ts";

const TEMPLATE = {
  task: "oidc-template",
  mode: "apply",
  "include-claim-keys": "repo, context, job_workflow_ref",
  repositories: "acme/service-*",
};
const POLL_OPTIONS = { timeout: 60_000, interval: 20 };
const SET = "setRepositorySubjectTemplate";

/** Connects to the server as another process does. */
async function connect({ url }: RedisEngine) {
  const client = createClient({ url });
  await client.connect();
  onTestFinished(() => client.destroy());
  const { run } = redisQuotaStore(client);
  /** Finds the only quota that has calls, which a step has created. */
  async function findQuota(): Promise<string> {
    const keys = await client.keys("forgehand:{127.*}:state");
    const [, name = ""] = /\{(.*)\}/.exec(keys[0] ?? "") ?? [];
    expect(keys).toHaveLength(1);
    return decodeURIComponent(name);
  }
  return { client, runOn: (quota: string, command: QuotaCommand) => run(quota, command), findQuota };
}

/** Milliseconds in which another process has used the limits. */
const USED_MS = 10_000;

/** Usage of 890 of the 900 points of a minute, which expires in a few seconds. */
const usage = (freeIn: number): QuotaCommand => {
  const limit = { name: "points", span: 60_000, published: 900, minimum: 5, reserve: 15, isAssumed: false } as const;
  return { type: "record", usage: [{ ...limit, cost: 890, isUrgent: false, freeIn }] };
};

const refusedCalls = (emulator: Emulator) =>
  emulator.control.calls().filter(({ status }) => status === 403 || status === 429);

const changedBy = (steps: readonly { readonly outputs: Readonly<Record<string, string>> }[]) =>
  steps.reduce((sum, { outputs }) => sum + Number(outputs["changed"]), 0);

describeRedis("shards that share a quota through Redis", (engine) => {
  test("get no fixed shares from the matrix, which says so", async ({ emulator }) => {
    await addRepositories(emulator, "acme", 120);
    const inputs = { ...inputsFor(emulator), ...TEMPLATE, mode: "matrix", "redis-url": engine().url };
    const step = await startStep(inputs).done;
    expect(step.errors).toEqual([]);
    const { include } = JSON.parse(step.outputs["matrix"] ?? "");
    expect(include).toEqual([
      { shard: "1/2", installation: "", targets: expect.any(Number) },
      { shard: "2/2", installation: "", targets: expect.any(Number) },
    ]);
    for (const text of [step.log, step.summary])
      expect(text).toContain("The shards have no fixed shares: they use the rate limits together, through Redis.");
    expect(step.summary).not.toContain("<th>Share</th>");
  });

  test("wait for each other's usage, and process each target once", async ({ emulator }) => {
    const count = isFullRun ? 240 : 8;
    await addRepositories(emulator, "acme", count);
    const inputs = { ...inputsFor(emulator), ...TEMPLATE, "redis-url": engine().url };
    const { client, runOn, findQuota } = await connect(engine());
    await client.flushAll();
    const plan = await startStep({ ...inputs, mode: "plan" }).done;
    expect(plan.outputs["changed"]).toBe(`${count}`);
    const quota = await findQuota();
    emulator.control.clearCalls();
    const usedUntil = Date.now() + USED_MS;
    await runOn(quota, usage(USED_MS));
    const started = performance.now();
    const steps = await Promise.all(["1/2", "2/2"].map((shard) => startStep({ ...inputs, shard }).done));
    expect(steps.flatMap(({ errors }) => errors)).toEqual([]);
    expect(changedBy(steps)).toBe(count);
    expect(refusedCalls(emulator)).toEqual([]);
    const calls = emulator.control.calls();
    expect(calls.filter(({ operation }) => operation === SET)).toHaveLength(count);
    expect(calls.filter(({ at }) => Date.parse(at) < usedUntil)).toEqual([]);
    // 240 targets take 7 points each, which is more than a minute's.
    if (isFullRun) expect(performance.now() - started).toBeGreaterThan(60_000);
  });

  test("return the slots of a killed shard after its lease, but not its usage", async ({ emulator }) => {
    await addRepositories(emulator, "acme", 6);
    emulator.control.faults.add({ operation: SET, delay: 600 });
    const inputs = { ...inputsFor(emulator), ...TEMPLATE, "redis-url": engine().url };
    const { client, runOn, findQuota } = await connect(engine());
    await client.flushAll();
    const killed = startStep(inputs);
    await vi.waitFor(() => {
      expect(emulator.control.faults.list()[0]?.happened).toBeGreaterThan(0);
    }, POLL_OPTIONS);
    killed.child.kill("SIGKILL");
    await killed.done;
    emulator.control.faults.clear();
    const quota = await findQuota();
    const blockerOf = async (points: number, inFlight: number) => {
      const limit = {
        name: "points",
        span: 60_000,
        published: points,
        minimum: 0,
        reserve: 0,
        isAssumed: false,
      } as const;
      const id = crypto.randomUUID();
      const reply = await runOn(
        quota,
        reservation(id, { inFlight, ordinaryInFlight: inFlight, windows: [{ ...limit, cost: 5 }] }),
      );
      return reply.blocker?.reason;
    };
    expect(await blockerOf(900, 1)).toBe("concurrency");
    await vi.waitFor(async () => expect(await blockerOf(900, 1)).toBeUndefined(), POLL_OPTIONS);
    // The killed shard has read the list and 6 templates, and written at least one: 12 points.
    expect(await blockerOf(16, 100)).toBe("points");
    const next = await startStep(inputs).done;
    expect(next.errors).toEqual([]);
  });

  test("stop if Redis ends, and continue in the next run", async ({ emulator }) => {
    await addRepositories(emulator, "acme", 30);
    emulator.control.faults.add({ operation: SET, delay: 0.5 });
    const inputs = { ...inputsFor(emulator), ...TEMPLATE, "redis-url": engine().url };
    const step = startStep(inputs);
    await vi.waitFor(() => {
      expect(emulator.control.faults.list()[0]?.happened).toBeGreaterThan(3);
    }, POLL_OPTIONS);
    await engine().kill();
    const { errors, outputs, log } = await step.done;
    await engine().start();
    emulator.control.faults.clear();
    expect(errors).not.toEqual([]);
    expect(log).toContain(`::warning::Redis at 127.0.0.1:${engine().port} can't be reached: `);
    expect(log).toContain("Not sent, because the store of the quota fails");
    expect(Number(outputs["failed"])).toBeGreaterThan(0);
    const next = await startStep(inputs).done;
    expect(next.errors).toEqual([]);
    expect(Number(next.outputs["changed"])).toBeLessThanOrEqual(30);
  });
});

import { createServer } from "node:net";
import { test } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";
import { describeRedis } from "../../engines/redis.ts";
import { inputsFor } from "../inputs.ts";
import { runStep, type StepResult, startStep } from "../runner.ts";

const TEMPLATE = {
  task: "oidc-template",
  "include-claim-keys": "repo, context, job_workflow_ref",
  repositories: "acme/widgets",
};
const PASSWORD = "a-p@ss-of-redis";

/** Everything that a step writes, without its mask commands. */
const shownBy = ({ log, summary, report, outputs }: StepResult) =>
  [log.replaceAll(/^::add-mask::.*$/gm, ""), summary, report, ...Object.values(outputs)].join("\n");

describe.concurrent("without Redis, a step", () => {
  test("says that the server can't be reached, with its host and port but no password", async ({ emulator }) => {
    const redisUrl = `redis://user:${encodeURIComponent(PASSWORD)}@127.0.0.1:1`;
    const started = performance.now();
    const step = await runStep({ ...inputsFor(emulator), ...TEMPLATE, "redis-url": redisUrl });
    expect(performance.now() - started).toBeLessThan(30_000);
    expect(step.exitCode).toBe(1);
    expect(step.errors).toEqual(["Redis at 127.0.0.1:1 can't be reached: the connection was refused (ECONNREFUSED)."]);
    expect(shownBy(step)).not.toContain(PASSWORD);
    expect(shownBy(step)).not.toContain(encodeURIComponent(PASSWORD));
    expect(emulator.control.calls()).toEqual([]);
  });

  test("writes a report if it is a shard", async ({ emulator }) => {
    const inputs = { ...inputsFor(emulator), ...TEMPLATE, "redis-url": "redis://127.0.0.1:1", shard: "acme" };
    const step = await runStep(inputs);
    expect(step.exitCode).toBe(1);
    expect(step.report).toContain("Redis at 127.0.0.1:1 can't be reached");
  });

  test("ends if the server does not respond", async ({ emulator }) => {
    const server = createServer(() => {});
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    const step = startStep({ ...inputsFor(emulator), ...TEMPLATE, "redis-url": `redis://127.0.0.1:${port}` });
    const { errors } = await step.done;
    server.close();
    expect(errors).toEqual([`Redis at 127.0.0.1:${port} did not respond within 10 s.`]);
  });

  for (const [inputs, problem] of [
    [
      { "redis-url": "redis://:secret@redis.acme.example" },
      'The input "redis-url" must be a rediss URL, got a redis URL of redis.acme.example:6379: without TLS, everyone on the network can read the password. Set "allow-http: true" to connect anyway.',
    ],
    [
      { "redis-url": "rediss://redis.acme.example", share: "1/2" },
      'The input "share" must not be set with "redis-url", which needs no fixed shares. Remove one.',
    ],
    [
      { "redis-url": `redis://:a#${PASSWORD}@redis.acme.example` },
      `The input "redis-url" must be a redis or rediss URL of a server, with at most a user name, a password, a port and a database number. For example: redis-url: $\{{ secrets.FORGEHAND_REDIS_URL }}`,
    ],
  ] as const) {
    test(`rejects before the first call: ${problem}`, async ({ emulator }) => {
      const step = await runStep({ ...inputsFor(emulator), ...TEMPLATE, ...inputs });
      expect(step.errors).toEqual([problem]);
      expect(shownBy(step)).not.toContain(PASSWORD);
      expect(emulator.control.calls()).toEqual([]);
    });
  }
});

describeRedis(
  "with a password, Redis",
  (engine) => {
    test("refuses a wrong one, which the message does not contain", async ({ emulator }) => {
      const { port } = engine();
      const step = await runStep({
        ...inputsFor(emulator),
        ...TEMPLATE,
        "redis-url": `redis://:another-password@127.0.0.1:${port}`,
      });
      expect(step.errors).toEqual([
        `Redis at 127.0.0.1:${port} refused the user name or password of "redis-url": WRONGPASS invalid username-password pair or user is disabled. Special characters of a password must be percent-encoded there.`,
      ]);
      expect(shownBy(step)).not.toContain("another-password");
      expect(emulator.control.calls()).toEqual([]);
    });

    test("refuses a missing one", async ({ emulator }) => {
      const { port, url } = engine();
      const step = await runStep({ ...inputsFor(emulator), ...TEMPLATE, "redis-url": url });
      expect(step.errors[0]).toContain(`Redis at 127.0.0.1:${port} refused the user name or password`);
    });

    test("accepts the right one, which is masked like a token", async ({ emulator }) => {
      const redisUrl = `redis://:${encodeURIComponent(PASSWORD)}@127.0.0.1:${engine().port}`;
      const step = await runStep({ ...inputsFor(emulator), ...TEMPLATE, "redis-url": redisUrl });
      expect(step.errors).toEqual([]);
      expect(step.outputs["changed"]).toBe("1");
      expect(step.log).toContain(`::add-mask::${redisUrl.replaceAll("%", "%25")}\n`);
      expect(step.log).toContain(`::add-mask::${PASSWORD}\n`);
      expect(shownBy(step)).not.toContain(PASSWORD);
    });
  },
  ["--requirepass", PASSWORD],
);

describeRedis(
  "Redis that evicts keys",
  (engine) => {
    test("is refused", async ({ emulator }) => {
      const { port, url } = engine();
      const step = await runStep({ ...inputsFor(emulator), ...TEMPLATE, "redis-url": url });
      expect(step.errors[0]).toContain(`Redis at 127.0.0.1:${port} can't be used: Redis must not evict keys`);
      expect(emulator.control.calls()).toEqual([]);
    });
  },
  ["--maxmemory", "100mb", "--maxmemory-policy", "allkeys-lru"],
);

describeRedis(
  "Redis that only reads",
  (engine) => {
    test("is refused", async ({ emulator }) => {
      const { port, url } = engine();
      const step = await runStep({ ...inputsFor(emulator), ...TEMPLATE, "redis-url": url });
      expect(step.errors[0]).toContain(`Redis at 127.0.0.1:${port} refuses writes: READONLY `);
    });
  },
  ["--replicaof", "127.0.0.1 1"],
);

import { type ClientOptions, createClient } from "@forgehand/core";
import * as operations from "@forgehand/core/operations";
import type { Emulator } from "@forgehand/emulator";
import { emulatorTest } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";
import { holdFetch } from "../clock/hold-fetch.ts";
import { createVirtualClock } from "../clock/virtual-clock.ts";

const widgets = { owner: "acme", repo: "widgets" };

const clock = createVirtualClock();

const heldFetch = holdFetch(clock);

// Checks the client's view of faults against the state of the emulator.
for (const dialect of ["github", "svc"] as const) {
  describe(`the client in the dialect ${dialect}`, () => {
    const it = emulatorTest({ dialect, now: () => new Date(clock.now()) }).extend<{ passingTime: undefined }>({
      passingTime: [
        // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures that this one needs from the pattern
        async ({}, use) => {
          const ended = Promise.withResolvers<void>();
          const passing = clock.runUntil(ended.promise);
          await use(undefined);
          ended.resolve();
          await passing;
        },
        { auto: true },
      ],
    });

    const clientOf = ({ apiUrl, tokens }: Emulator, options: Partial<ClientOptions> = {}) =>
      createClient({
        baseUrl: apiUrl,
        credentials: tokens["alice"] ?? "",
        dialect,
        clock,
        fetch: heldFetch,
        pace: "off" as const,
        ...options,
      });

    /** Number of calls of an operation that the emulator received. */
    const callCount = ({ control }: Emulator, name: string) =>
      control.calls().filter(({ operation }) => operation === name).length;

    const hooksOf = (emulator: Emulator) => clientOf(emulator).call(operations.listRepositoryHooks, widgets);

    it("reports the outcome of a write as unknown if its response was cut off", async ({ emulator }) => {
      const { call } = clientOf(emulator, { retry: false });
      const star = () => call(operations.starRepository, widgets);
      emulator.control.faults.add({ operation: "starRepository", cut: "connection", times: 1 });
      await expect(star()).rejects.toMatchObject({ name: "ConnectionError", outcome: "unknown" });
      expect(await call(operations.checkStar, widgets)).toBe(false);
      emulator.control.faults.add({ operation: "starRepository", cut: "connection", executed: true });
      await expect(star()).rejects.toMatchObject({ name: "ConnectionError", outcome: "unknown" });
      expect(await call(operations.checkStar, widgets)).toBe(true);
    });

    it("retries idempotent writes", async ({ emulator }) => {
      const { call } = clientOf(emulator);
      emulator.control.faults.add({ operation: "starRepository", cut: "connection", executed: true, times: 1 });
      emulator.control.faults.add({ operation: "starRepository", status: 502, times: 1 });
      await call(operations.starRepository, widgets);
      expect(emulator.control.calls().map(({ status, fault }) => [status, fault])).toEqual([
        [null, 1],
        [502, 2],
        [204, null],
      ]);
      expect((await call(operations.getRepository, widgets)).stargazers_count).toBe(1);
    });

    it("treats a missing resource as deleted if its own earlier attempt may have deleted it", async ({ emulator }) => {
      const { call } = clientOf(emulator);
      const [hook] = await hooksOf(emulator);
      const hookPath = { ...widgets, hook_id: hook?.id ?? 0 };
      emulator.control.faults.add({ operation: "deleteRepositoryHook", cut: "connection", executed: true, times: 1 });
      await call(operations.deleteRepositoryHook, hookPath);
      expect(emulator.control.calls().map(({ status }) => status)).toEqual([200, null, 404]);
      await expect(call(operations.deleteRepositoryHook, hookPath)).rejects.toMatchObject({ name: "NotFoundError" });
    });

    for (const [failure, fault] of [
      ["cut", { cut: "connection" }],
      ["rejected", { status: 502 }],
    ] as const) {
      it(`checks whether a resource was created before it repeats the request: ${failure}`, async ({ emulator }) => {
        const { call } = clientOf(emulator);
        const operation = "createRepositoryVariable";
        for (const executed of [true, false]) {
          emulator.control.clearCalls();
          const name = executed ? "DONE" : "NOT_DONE";
          emulator.control.faults.add({ operation, ...fault, executed, times: 1 });
          await call(operations.createRepositoryVariable, { ...widgets, name, value: "1" });
          // Creating the variable again would have failed because its name exists.
          expect(callCount(emulator, operation)).toBe(executed ? 1 : 2);
          expect(callCount(emulator, "getRepositoryVariable")).toBe(1);
          expect(await call(operations.getRepositoryVariable, { ...widgets, name })).toMatchObject({ value: "1" });
        }
      });

      it(`never repeats a write that is not idempotent: ${failure}`, async ({ emulator }) => {
        const { call } = clientOf(emulator);
        const before = (await hooksOf(emulator)).length;
        emulator.control.allowHookHost("127.0.0.1:9");
        const config = { url: "http://127.0.0.1:9/", content_type: "json" as const };
        const create = () => call(operations.createRepositoryHook, { ...widgets, config, events: ["star"] });
        emulator.control.faults.add({ operation: "createRepositoryHook", ...fault, executed: true });
        await expect(create()).rejects.toMatchObject({
          name: failure === "cut" ? "ConnectionError" : "ServiceError",
          outcome: "unknown",
        });
        expect(callCount(emulator, "createRepositoryHook")).toBe(1);
        expect((await hooksOf(emulator)).length).toBe(before + 1);
      });
    }

    it("reports the true outcome of each call even if many calls fail", async ({ emulator }) => {
      const { call } = clientOf(emulator, { retry: { attempts: 8 } });
      const { faults } = emulator.control;
      faults.add({ cut: "connection", executed: true, rate: 0.2, seed: 1 });
      faults.add({ status: 502, rate: 0.2, seed: 2 });
      faults.add({ cut: "body", rate: 0.2, seed: 3 });
      const names = Array.from({ length: 12 }, (_, index) => `KEY_${index}`);
      const results = await Promise.allSettled(
        names.map((name) => call(operations.createRepositoryVariable, { ...widgets, name, value: name })),
      );
      const triggered = faults.list().map((fault) => fault.happened);
      expect(Math.min(...triggered)).toBeGreaterThan(0);
      faults.clear();
      for (const [index, name] of names.entries()) {
        const found = await call(operations.getRepositoryVariable, { ...widgets, name });
        if (results[index]?.status === "fulfilled") expect(found).toMatchObject({ value: name });
        else expect(results[index]).toMatchObject({ reason: { outcome: "unknown" } });
      }
      expect(results.filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(8);
    });

    it("retries a read whose response was cut off", async ({ emulator }) => {
      const { faults } = emulator.control;
      faults.add({ operation: "getRepository", cut: "body", times: 3 });
      expect((await clientOf(emulator).call(operations.getRepository, widgets)).full_name).toBe("acme/widgets");
      expect(callCount(emulator, "getRepository")).toBe(4);
      faults.add({ operation: "getRepository", cut: "body" });
      const withoutRetry = clientOf(emulator, { retry: false }).call(operations.getRepository, widgets);
      await expect(withoutRetry).rejects.toMatchObject({
        name: "ConnectionError",
        message: expect.stringContaining("The connection was lost"),
      });
    });

    it("names the field that violates the contract", async ({ emulator }) => {
      const { call } = clientOf(emulator);
      emulator.control.faults.add({ operation: "getRepository", shape: "wrong", times: 2 });
      const [missing, wrong] = [
        await rejectionOf(call(operations.getRepository, widgets)),
        await rejectionOf(call(operations.getRepository, widgets)),
      ];
      expect(missing).toMatchObject({ name: "ResponseError", status: 200 });
      expect(missing.message).toMatch(/does not match the contract, where \w+ is missing: must be \w+/);
      expect(wrong.message).toMatch(/does not match the contract, where \w+ must be \w+/);
      // The faulty response was not cached.
      expect((await call(operations.getRepository, widgets)).full_name).toBe("acme/widgets");
    });

    it("reports a write as done even if its response is invalid", async ({ emulator }) => {
      const { call } = clientOf(emulator);
      const watch = () => rejectionOf(call(operations.setSubscription, { ...widgets, subscribed: true }));
      emulator.control.faults.add({ operation: "setSubscription", shape: "wrong", times: 1 });
      emulator.control.faults.add({ operation: "setSubscription", shape: "text", executed: true, times: 1 });
      for (const failure of [await watch(), await watch()]) {
        expect(failure).toMatchObject({ name: "ResponseError", status: 200 });
        expect(failure.message).toContain("The write was executed anyway.");
      }
      expect(callCount(emulator, "setSubscription")).toBe(2);
      expect(await call(operations.getSubscription, widgets)).toMatchObject({ subscribed: true });
    });

    it("distinguishes a proxy's page from a response of the API", async ({ emulator }) => {
      const { call } = clientOf(emulator, { retry: false });
      emulator.control.faults.add({ operation: "getRepository", shape: "text", times: 1 });
      emulator.control.faults.add({ operation: "getRepository", shape: "text", status: 502 });
      const page = await rejectionOf(call(operations.getRepository, widgets));
      expect(page).toMatchObject({ name: "ResponseError", status: 200 });
      expect(page.message).toContain("a web page");
      const gatewayError = call(operations.getRepository, widgets);
      await expect(gatewayError).rejects.toMatchObject({ name: "ServiceError", status: 502 });
    });

    it("waits exactly as long as Retry-After says", async ({ emulator }) => {
      const { call } = clientOf(emulator, { random: () => 0 });
      const headers = { "retry-after": "10" };
      emulator.control.faults.add({ operation: "getRepository", status: 503, headers, times: 1 });
      emulator.control.faults.add({ operation: "getRepository", status: 429, headers, times: 1 });
      await call(operations.getRepository, widgets);
      const [first = 0, second = 0, third = 0, ...more] = emulator.control.calls().map(({ at }) => Date.parse(at));
      expect(more).toEqual([]);
      expect([second - first, third - second]).toEqual([10_000, 10_000]);
    });

    it("times out a slow call and reports its outcome as unknown", async ({ emulator }) => {
      // Time passes while the response is pending.
      const { call } = clientOf(emulator, { retry: false, timeout: 30_000, fetch });
      emulator.control.faults.add({ operation: "starRepository", delay: 60 });
      const late = await rejectionOf(call(operations.starRepository, widgets));
      expect(late).toMatchObject({ name: "ConnectionError", outcome: "unknown" });
      expect(late.message).toContain("No response within 30 s");
      expect(await call(operations.checkStar, widgets)).toBe(true);
    });
  });
}

/** Returns the error with which a call rejects. */
async function rejectionOf(call: Promise<unknown>): Promise<Error> {
  const ended = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (ended instanceof Error) return ended;
  throw new Error("The call must fail.");
}

import { type ClientOptions, createClient } from "@forgehand/core";
import * as operations from "@forgehand/core/operations";
import type { Emulator } from "@forgehand/emulator";
import { emulatorTest } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";
import { createVirtualClock } from "../clock/virtual-clock.ts";

const widgets = { owner: "acme", repo: "widgets" };

const clock = createVirtualClock();

/** The platform's fetch. Time stands still until a response has arrived whole, or has broken off. */
const heldFetch = clock.hold(async (...request: Parameters<typeof fetch>): Promise<Response> => {
  const response = await fetch(...request);
  await response
    .clone()
    .arrayBuffer()
    .catch(() => undefined);
  return response;
});

// What the client makes of what goes wrong: the service says what really happened.
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
        ...{ dialect, clock, fetch: heldFetch, pace: "off" as const, ...options },
      });

    /** How often the service heard of an operation. */
    const heard = ({ control }: Emulator, name: string) =>
      control.calls().filter(({ operation }) => operation === name).length;

    const hooksOf = (emulator: Emulator) => clientOf(emulator).call(operations.listRepositoryHooks, widgets);

    it("doesn't know what became of a write whose answer was cut, and says so", async ({ emulator }) => {
      const { call } = clientOf(emulator, { retry: false });
      const star = () => call(operations.starRepository, widgets);
      emulator.control.faults.add({ operation: "starRepository", cut: "connection", times: 1 });
      await expect(star()).rejects.toMatchObject({ name: "ConnectionError", outcome: "unknown" });
      expect(await call(operations.checkStar, widgets)).toBe(false);
      emulator.control.faults.add({ operation: "starRepository", cut: "connection", executed: true });
      await expect(star()).rejects.toMatchObject({ name: "ConnectionError", outcome: "unknown" });
      expect(await call(operations.checkStar, widgets)).toBe(true);
    });

    it("repeats what is the same twice as once", async ({ emulator }) => {
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

    it("takes what is gone for deleted, where it may have been the one who deleted it", async ({ emulator }) => {
      const { call } = clientOf(emulator);
      const [hook] = await hooksOf(emulator);
      const gone = { ...widgets, hook_id: hook?.id ?? 0 };
      emulator.control.faults.add({ operation: "deleteRepositoryHook", cut: "connection", executed: true, times: 1 });
      await call(operations.deleteRepositoryHook, gone);
      expect(emulator.control.calls().map(({ status }) => status)).toEqual([200, null, 404]);
      await expect(call(operations.deleteRepositoryHook, gone)).rejects.toMatchObject({ name: "NotFoundError" });
    });

    for (const [how, fault] of [
      ["cut", { cut: "connection" }],
      ["refused", { status: 502 }],
    ] as const) {
      it(`looks before it creates again what may be there: ${how}`, async ({ emulator }) => {
        const { call } = clientOf(emulator);
        const operation = "createRepositoryVariable";
        for (const executed of [true, false]) {
          emulator.control.clearCalls();
          const name = executed ? "DONE" : "NOT_DONE";
          emulator.control.faults.add({ operation, ...fault, executed, times: 1 });
          await call(operations.createRepositoryVariable, { ...widgets, name, value: "1" });
          // Created again it would have been refused: the name is taken.
          expect(heard(emulator, operation)).toBe(executed ? 1 : 2);
          expect(heard(emulator, "getRepositoryVariable")).toBe(1);
          expect(await call(operations.getRepositoryVariable, { ...widgets, name })).toMatchObject({ value: "1" });
        }
      });

      it(`never does twice what would be done twice: ${how}`, async ({ emulator }) => {
        const { call } = clientOf(emulator);
        const before = (await hooksOf(emulator)).length;
        const config = { url: "http://127.0.0.1:9/", content_type: "json" as const };
        const create = () => call(operations.createRepositoryHook, { ...widgets, config, events: ["star"] });
        emulator.control.faults.add({ operation: "createRepositoryHook", ...fault, executed: true });
        await expect(create()).rejects.toMatchObject({
          name: how === "cut" ? "ConnectionError" : "ServiceError",
          outcome: "unknown",
        });
        expect(heard(emulator, "createRepositoryHook")).toBe(1);
        expect((await hooksOf(emulator)).length).toBe(before + 1);
      });
    }

    it("ends as it says it did, however many calls go wrong", async ({ emulator }) => {
      const { call } = clientOf(emulator, { retry: { attempts: 8 } });
      const { faults } = emulator.control;
      faults.add({ cut: "connection", executed: true, rate: 0.2, seed: 1 });
      faults.add({ status: 502, rate: 0.2, seed: 2 });
      faults.add({ cut: "body", rate: 0.2, seed: 3 });
      const names = Array.from({ length: 12 }, (_, index) => `KEY_${index}`);
      const made = await Promise.allSettled(
        names.map((name) => call(operations.createRepositoryVariable, { ...widgets, name, value: name })),
      );
      const happened = faults.list().map((fault) => fault.happened);
      expect(Math.min(...happened)).toBeGreaterThan(0);
      faults.clear();
      for (const [index, name] of names.entries()) {
        const found = await call(operations.getRepositoryVariable, { ...widgets, name });
        if (made[index]?.status === "fulfilled") expect(found).toMatchObject({ value: name });
        else expect(made[index]).toMatchObject({ reason: { outcome: "unknown" } });
      }
      expect(made.filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(8);
    });

    it("reads again what broke off in the middle", async ({ emulator }) => {
      const { faults } = emulator.control;
      faults.add({ operation: "getRepository", cut: "body", times: 3 });
      expect((await clientOf(emulator).call(operations.getRepository, widgets)).full_name).toBe("acme/widgets");
      expect(heard(emulator, "getRepository")).toBe(4);
      faults.add({ operation: "getRepository", cut: "body" });
      const once = clientOf(emulator, { retry: false }).call(operations.getRepository, widgets);
      await expect(once).rejects.toMatchObject({
        name: "ConnectionError",
        message: expect.stringContaining("The answer broke off"),
      });
    });

    it("names the field that is not what the contract says", async ({ emulator }) => {
      const { call } = clientOf(emulator);
      emulator.control.faults.add({ operation: "getRepository", shape: "wrong", times: 2 });
      const [missing, wrong] = [
        await failureOf(call(operations.getRepository, widgets)),
        await failureOf(call(operations.getRepository, widgets)),
      ];
      expect(missing).toMatchObject({ name: "ResponseError", status: 200 });
      expect(missing.message).toMatch(/not what the contract says, where \w+ is missing: \w+/);
      expect(wrong.message).toMatch(/not what the contract says, where \w+ must be \w+/);
      // Nothing of it was kept.
      expect((await call(operations.getRepository, widgets)).full_name).toBe("acme/widgets");
    });

    it("says of a write that it was done, though its answer is of no use", async ({ emulator }) => {
      const { call } = clientOf(emulator);
      const watch = () => failureOf(call(operations.setSubscription, { ...widgets, subscribed: true }));
      emulator.control.faults.add({ operation: "setSubscription", shape: "wrong", times: 1 });
      emulator.control.faults.add({ operation: "setSubscription", shape: "text", executed: true, times: 1 });
      for (const failure of [await watch(), await watch()]) {
        expect(failure).toMatchObject({ name: "ResponseError", status: 200 });
        expect(failure.message).toContain("It was done all the same");
      }
      expect(heard(emulator, "setSubscription")).toBe(2);
      expect(await call(operations.getSubscription, widgets)).toMatchObject({ subscribed: true });
    });

    it("tells a proxy's page from an answer", async ({ emulator }) => {
      const { call } = clientOf(emulator, { retry: false });
      emulator.control.faults.add({ operation: "getRepository", shape: "text", times: 1 });
      emulator.control.faults.add({ operation: "getRepository", shape: "text", status: 502 });
      const page = await failureOf(call(operations.getRepository, widgets));
      expect(page).toMatchObject({ name: "ResponseError", status: 200 });
      expect(page.message).toContain("a web page");
      const trouble = call(operations.getRepository, widgets);
      await expect(trouble).rejects.toMatchObject({ name: "ServiceError", status: 502 });
    });

    it("waits for as long as it is told, and not for less", async ({ emulator }) => {
      const { call } = clientOf(emulator, { random: () => 0 });
      const headers = { "retry-after": "10" };
      emulator.control.faults.add({ operation: "getRepository", status: 503, headers, times: 1 });
      emulator.control.faults.add({ operation: "getRepository", status: 429, headers, times: 1 });
      await call(operations.getRepository, widgets);
      const [first = 0, second = 0, third = 0, ...more] = emulator.control.calls().map(({ at }) => Date.parse(at));
      expect(more).toEqual([]);
      expect([second - first, third - second]).toEqual([10_000, 10_000]);
    });

    it("gives up on what takes too long, and doesn't know what became of it", async ({ emulator }) => {
      // Time passes while the response is on its way.
      const { call } = clientOf(emulator, { retry: false, timeout: 30_000, fetch });
      emulator.control.faults.add({ operation: "starRepository", delay: 60 });
      const late = await failureOf(call(operations.starRepository, widgets));
      expect(late).toMatchObject({ name: "ConnectionError", outcome: "unknown" });
      expect(late.message).toContain("No answer within 30 s");
      expect(await call(operations.checkStar, widgets)).toBe(true);
    });
  });
}

/** What a call ends in. */
async function failureOf(call: Promise<unknown>): Promise<Error> {
  const ended = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (ended instanceof Error) return ended;
  throw new Error("It went well.");
}

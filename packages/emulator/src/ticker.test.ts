import { afterEach, describe, expect, test, vi } from "vitest";
import { startReceiver } from "./deliveries/receiver.fixture.ts";
import { startEmulator } from "./emulator.ts";
import type { Emulator, EmulatorOptions } from "./public.ts";
import { requestJson } from "./requests.fixture.ts";

const EVENTS = ["workflow_run", "repository_import"];
const GIT = "https://git.example/acme/source.git";

afterEach(() => void vi.useRealTimers());

/**
 * Freezes time at the start of a second; it passes only through {@link passTime}. Timers that are already set continue.
 */
async function stopTime({ emulator }: { emulator: Emulator }): Promise<void> {
  // The first call sets timers of the HTTP client that outlive a test, so they must be real.
  await requestJson(emulator, "GET /repos/acme/widgets");
  const now = Math.ceil(Date.now() / 1000) * 1000;
  vi.useFakeTimers({ now, toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
}

/** Lets time pass, and waits for the resulting deliveries. */
async function passTime({ emulator }: { emulator: Emulator }, milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  await emulator.control.settled();
}

async function startWithReceiver(options: EmulatorOptions = {}) {
  const receiver = await startReceiver();
  const hooks = [{ url: receiver.url, content_type: "json", events: EVENTS }];
  const jobs = { build: { wait: 0, seconds: 1 } };
  const emulator = await startEmulator({
    ...options,
    seed: {
      users: { alice: {} },
      organizations: { acme: { members: { alice: "owner" }, hooks } },
      repositories: { "acme/widgets": { workflow_runs: [{ actor: "alice", jobs }] }, "acme/gears": {} },
      tokens: { alice: { kind: "classic", user: "alice", scopes: ["repo"] } },
    },
  });
  return {
    emulator,
    sentEvents: () =>
      receiver.received.map(({ headers, payload }) => {
        const { action, status } = Object(payload);
        return `${headers["x-github-event"]} ${action ?? status}`;
      }),
    async [Symbol.asyncDispose]() {
      await emulator.stop();
      await receiver[Symbol.asyncDispose]();
    },
  };
}

const rerun = (emulator: Emulator) => requestJson(emulator, "POST /repos/acme/widgets/actions/runs/1/rerun");

describe("timed state changes", () => {
  test("happen even if nothing reads the state", async () => {
    await using service = await startWithReceiver();
    await stopTime(service);
    await rerun(service.emulator);
    await passTime(service, 999);
    expect(service.sentEvents()).toEqual(["workflow_run in_progress"]);
    await passTime(service, 1);
    expect(service.sentEvents()).toEqual(["workflow_run in_progress", "workflow_run completed"]);
  });

  test("follow a clock that runs faster than the system clock", async () => {
    let startedAt = performance.now();
    const now = () => new Date(Date.parse("2024-03-01T12:00:00Z") + (performance.now() - startedAt) * 200);
    await using service = await startWithReceiver({ now });
    await stopTime(service);
    startedAt = performance.now();
    await requestJson(service.emulator, "PUT /repos/acme/gears/import", { vcs_url: GIT, vcs: "git" });
    // The import takes 110 seconds of the emulator's clock, which is checked every second of system time.
    await passTime(service, 549);
    expect(service.sentEvents()).toEqual([]);
    await passTime(service, 1001);
    expect(service.sentEvents()).toEqual(["repository_import success"]);
  });

  test("happen in order when the clock is set forward", async () => {
    const now = () => new Date("2024-03-01T12:00:00Z");
    await using service = await startWithReceiver({ now });
    const { control } = service.emulator;
    await requestJson(service.emulator, "PUT /repos/acme/gears/import", { vcs_url: GIT, vcs: "git" });
    control.clock.advance(100);
    await rerun(service.emulator);
    // The import ends 110 seconds after its start, the run one second after its own.
    control.clock.set(new Date("2024-03-02T12:00:00Z"));
    await control.settled();
    expect(service.sentEvents()).toEqual([
      "workflow_run in_progress",
      "workflow_run completed",
      "repository_import success",
    ]);
  });

  test("wait when the clock is set back", async () => {
    const now = () => new Date("2024-03-01T12:00:00Z");
    await using service = await startWithReceiver({ now });
    const { control } = service.emulator;
    await rerun(service.emulator);
    control.clock.advance(-3600);
    await control.settled();
    expect(service.sentEvents()).toEqual(["workflow_run in_progress"]);
    control.clock.advance(3601);
    await control.settled();
    expect(service.sentEvents()).toEqual(["workflow_run in_progress", "workflow_run completed"]);
  });
});

test("timed state changes don't keep the process alive", async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  await using service = await startWithReceiver();
  await rerun(service.emulator);
  expect(timers()).toBeLessThanOrEqual(before);
});

test("timed state changes stop when the emulator stops", async () => {
  const service = await startWithReceiver();
  await stopTime(service);
  await rerun(service.emulator);
  await passTime(service, 500);
  expect(service.sentEvents()).toEqual(["workflow_run in_progress"]);
  await service[Symbol.asyncDispose]();
  // The next step would be due now, but the state is closed and must not be read.
  using stderrWrites = vi.spyOn(process.stderr, "write");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(stderrWrites).not.toHaveBeenCalled();
});

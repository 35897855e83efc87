import { afterEach, describe, expect, test, vi } from "vitest";
import { ask } from "./calling.fixture.ts";
import { startReceiver } from "./deliveries/receiver.fixture.ts";
import { startEmulator } from "./emulator.ts";
import type { Emulator, EmulatorOptions } from "./public.ts";

const EVENTS = ["workflow_run", "repository_import"];
const GIT = "https://git.example/acme/source.git";

afterEach(() => void vi.useRealTimers());

/** Stops time at the begin of a second: it passes only as {@link pass} says. Timers that are set already go on. */
async function stopTime({ emulator }: { emulator: Emulator }): Promise<void> {
  // The first call sets timers of the HTTP client, which outlive a test: they must be real ones.
  await ask(emulator, "GET /repos/acme/widgets");
  const now = Math.ceil(Date.now() / 1000) * 1000;
  vi.useFakeTimers({ now, toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
}

/** Lets time pass, and what is due then be sent. */
async function pass({ emulator }: { emulator: Emulator }, milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  await emulator.control.settled();
}

async function start(options: EmulatorOptions = {}) {
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
    told: () =>
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

const rerun = (emulator: Emulator) => ask(emulator, "POST /repos/acme/widgets/actions/runs/1/rerun");

describe("what goes on by itself", () => {
  test("does so while nobody looks", async () => {
    await using service = await start();
    await stopTime(service);
    await rerun(service.emulator);
    await pass(service, 999);
    expect(service.told()).toEqual(["workflow_run in_progress"]);
    await pass(service, 1);
    expect(service.told()).toEqual(["workflow_run in_progress", "workflow_run completed"]);
  });

  test("does so by a clock that goes as it likes", async () => {
    let began = performance.now();
    const now = () => new Date(Date.parse("2024-03-01T12:00:00Z") + (performance.now() - began) * 200);
    await using service = await start({ now });
    await stopTime(service);
    began = performance.now();
    await ask(service.emulator, "PUT /repos/acme/gears/import", { vcs_url: GIT, vcs: "git" });
    // The import takes 110 seconds of the service's clock, which is checked each second of the machine's.
    await pass(service, 549);
    expect(service.told()).toEqual([]);
    await pass(service, 1001);
    expect(service.told()).toEqual(["repository_import success"]);
  });

  test("has happened by the time that the clock has been put forward, and in its order", async () => {
    const now = () => new Date("2024-03-01T12:00:00Z");
    await using service = await start({ now });
    const { control } = service.emulator;
    await ask(service.emulator, "PUT /repos/acme/gears/import", { vcs_url: GIT, vcs: "git" });
    control.clock.advance(100);
    await rerun(service.emulator);
    // The import ends 110 seconds after its beginning, the run a second after its own.
    control.clock.set(new Date("2024-03-02T12:00:00Z"));
    await control.settled();
    expect(service.told()).toEqual([
      ...["workflow_run in_progress", "workflow_run completed", "repository_import success"],
    ]);
  });

  test("waits where the clock is put back", async () => {
    const now = () => new Date("2024-03-01T12:00:00Z");
    await using service = await start({ now });
    const { control } = service.emulator;
    await rerun(service.emulator);
    control.clock.advance(-3600);
    await control.settled();
    expect(service.told()).toEqual(["workflow_run in_progress"]);
    control.clock.advance(3601);
    await control.settled();
    expect(service.told()).toEqual(["workflow_run in_progress", "workflow_run completed"]);
  });
});

test("a service that goes on keeps no process alive", async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  await using service = await start();
  await rerun(service.emulator);
  expect(timers()).toBeLessThanOrEqual(before);
});

test("a service that stops ends what was going on", async () => {
  const service = await start();
  await stopTime(service);
  await rerun(service.emulator);
  await pass(service, 500);
  expect(service.told()).toEqual(["workflow_run in_progress"]);
  await service[Symbol.asyncDispose]();
  // Its time would come now: its state is gone, and nobody looks for it there.
  using complaints = vi.spyOn(process.stderr, "write");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(complaints).not.toHaveBeenCalled();
});

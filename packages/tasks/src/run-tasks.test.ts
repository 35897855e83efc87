import { systemClock, type Transport } from "@forgehand/core";
import { undiciTransport } from "@forgehand/core/undici";
import type { Emulator } from "@forgehand/emulator";
import { test } from "@forgehand/emulator/vitest";
import { describe, vi } from "vitest";
import { createRunRecorder } from "./cancellation/run-recorder.ts";
import { createSecretMasker } from "./masking/secret-masker.ts";
import { type RunDependencies, runTasks } from "./run-tasks.ts";
import type { Settings } from "./settings/create-settings.ts";
import { settingsOf } from "./settings/text-settings.fixture.ts";

/** Maximum number of functions from the start of a run to the call that writes. */
const MAX_FRAMES = 10;

/** Sends requests, and keeps the call stack of each write. */
function transportWithStacks(stacks: string[]): Transport {
  const send = undiciTransport();
  return (request) => {
    if (request.method === "PUT") stacks.push(new Error("write").stack ?? "");
    return send(request);
  };
}

function rotationOf({ tokens }: Emulator, texts: Parameters<typeof settingsOf>[0] = {}): Settings {
  return settingsOf({
    mode: "apply",
    task: "rotate-secrets",
    token: tokens["alice"] ?? "",
    repositories: "acme/widgets",
    kind: "actions",
    secret: "DEPLOY_KEY",
    value: "a new value",
    ...texts,
  });
}

function dependencies({ apiUrl }: Emulator): RunDependencies {
  const doNothing = () => undefined;
  return {
    environment: {},
    workspace: process.cwd(),
    credentials: [],
    defaultApiUrl: apiUrl,
    clock: systemClock,
    stopping: new AbortController().signal,
    recorder: createRunRecorder(),
    log: {
      info: doNothing,
      warning: doNothing,
      error: doNothing,
      debug: undefined,
      group: doNothing,
      ...createSecretMasker(),
    },
  };
}

describe("a run", () => {
  test(`reaches the call that writes through at most ${MAX_FRAMES} functions`, async ({ emulator, expect }) => {
    const stacks: string[] = [];
    const settings = rotationOf(emulator);
    const previous = Error.stackTraceLimit;
    Error.stackTraceLimit = 100;
    try {
      const transport = transportWithStacks(stacks);
      await runTasks(settings, new Map([["rotate-secrets", [settings]]]), { ...dependencies(emulator), transport });
    } finally {
      Error.stackTraceLimit = previous;
    }
    const [stack = "", ...others] = stacks;
    expect(others).toEqual([]);
    // Above the client's own frames, from the newest to the start of the run.
    const frames = stack.slice(stack.lastIndexOf("/client/")).match(/^ +at \w.*\(.*\/tasks\/.*$/gm) ?? [];
    const names = frames.map((line) => /at (?:async )?(?:.* \[as )?([\w.]+)/.exec(line)?.[1]);
    expect(names.slice(0, 1)).toEqual(["writeSecret"]);
    expect(names.slice(-2)).toEqual(["Object.finish", "runTasks"]);
    // A program calls runTasks through two functions of its own.
    expect(frames.length + 2, stack).toBeLessThanOrEqual(MAX_FRAMES);
  });

  const METADATA = { mode: "apply", step: "", at: "", attempt: 1, cancelled: false } as const;
  const isWrite = ({ method }: { readonly method: string }) => method !== "GET";

  test("plans all tasks before it asks, and changes nothing without a confirmation", async ({ emulator, expect }) => {
    const settings = rotationOf(emulator);
    const template = rotationOf(emulator, { "use-default": "false" });
    const declarations = new Map([
      ["rotate-secrets", [settings]],
      ["oidc-template", [template]],
    ] as const);
    const deps = dependencies(emulator);
    const confirm = vi.fn(async () => false);
    await runTasks(settings, declarations, { ...deps, confirm });
    expect(confirm).toHaveBeenCalledOnce();
    expect(confirm).toHaveBeenCalledWith([
      expect.objectContaining({ task: "rotate-secrets" }),
      expect.objectContaining({ task: "oidc-template" }),
    ]);
    expect(emulator.control.calls().filter(isWrite)).toEqual([]);
    const { tasks } = deps.recorder.report(METADATA);
    expect(tasks.map(({ outcomes }) => outcomes.map(({ end }) => end))).toEqual([["not-started"], ["not-started"]]);
  });

  test("makes the changes once they are confirmed, and asks only if there are any", async ({ emulator, expect }) => {
    const settings = rotationOf(emulator);
    const confirm = vi.fn(async () => true);
    await runTasks(settings, new Map([["rotate-secrets", [settings]]]), { ...dependencies(emulator), confirm });
    expect(confirm).toHaveBeenCalledOnce();
    expect(emulator.control.calls().filter(isWrite)).toHaveLength(1);
    const rotated = rotationOf(emulator, { when: "missing" });
    await runTasks(rotated, new Map([["rotate-secrets", [rotated]]]), { ...dependencies(emulator), confirm });
    expect(confirm).toHaveBeenCalledOnce();
  });
});

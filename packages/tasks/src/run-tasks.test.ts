import { systemClock, type Transport } from "@forgehand/core";
import { undiciTransport } from "@forgehand/core/undici";
import { test } from "@forgehand/emulator/vitest";
import { describe } from "vitest";
import { createRunRecorder } from "./cancellation/run-recorder.ts";
import { createSecretMasker } from "./masking/secret-masker.ts";
import { runTasks } from "./run-tasks.ts";
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

describe("a run", () => {
  test(`reaches the call that writes through at most ${MAX_FRAMES} functions`, async ({ emulator, expect }) => {
    const stacks: string[] = [];
    const recorder = createRunRecorder();
    const settings = settingsOf({
      mode: "apply",
      task: "rotate-secrets",
      token: emulator.tokens["alice"] ?? "",
      repositories: "acme/widgets",
      kind: "actions",
      secret: "DEPLOY_KEY",
      value: "a new value",
    });
    const doNothing = () => undefined;
    const previous = Error.stackTraceLimit;
    Error.stackTraceLimit = 100;
    try {
      await runTasks(settings, new Map([["rotate-secrets", [settings]]]), {
        environment: {},
        workspace: process.cwd(),
        credentials: [],
        defaultApiUrl: emulator.apiUrl,
        clock: systemClock,
        stopping: new AbortController().signal,
        transport: transportWithStacks(stacks),
        recorder,
        log: {
          info: doNothing,
          warning: doNothing,
          error: doNothing,
          debug: undefined,
          group: doNothing,
          ...createSecretMasker(),
        },
      });
    } finally {
      Error.stackTraceLimit = previous;
    }
    const [stack = "", ...others] = stacks;
    expect(others).toEqual([]);
    // Above the client's own frames, from the newest to the start of the run.
    const frames = stack.slice(stack.lastIndexOf("/client/")).match(/^ +at \w.*\(.*\/tasks\/.*$/gm) ?? [];
    const names = frames.map((line) => /at (?:async )?(?:.* \[as )?([\w.]+)/.exec(line)?.[1]);
    expect(names.slice(0, 1)).toEqual(["writeSecret"]);
    expect(names.slice(-2)).toEqual(["runTask", "runTasks"]);
    // A program calls runTasks through two functions of its own.
    expect(frames.length + 2, stack).toBeLessThanOrEqual(MAX_FRAMES);
  });
});

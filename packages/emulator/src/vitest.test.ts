import { once } from "node:events";
import { Octokit } from "octokit";
import { afterAll, beforeAll, describe, expect, test as plainTest, type TestContext, vi } from "vitest";
import { startEmulator } from "./emulator.ts";
import { emulatorTest, test } from "./vitest.ts";

describe("fixture", () => {
  const webUrls: string[] = [];

  test("gives each test its own emulator", async ({ emulator }) => {
    webUrls.push(emulator.webUrl);
    const headers = { authorization: `Bearer ${emulator.tokens["alice"]}` };
    const star = `${emulator.apiUrl}/user/starred/acme/widgets`;
    expect((await fetch(star, { method: "PUT", headers })).status).toBe(204);
    expect((await fetch(star, { headers })).status).toBe(204);
  });

  test("stops the emulator after the test", async ({ emulator }) => {
    const headers = { authorization: `Bearer ${emulator.tokens["alice"]}` };
    expect((await fetch(`${emulator.apiUrl}/user/starred/acme/widgets`, { headers })).status).toBe(404);
    const [before = ""] = webUrls;
    await expect(fetch(before)).rejects.toThrow("fetch failed");
  });

  describe("with options", () => {
    const test = emulatorTest({ seed: "empty" });
    test("starts each emulator with those options", ({ emulator }) => expect(emulator.tokens).toEqual({}));
  });
});

describe("failed test", () => {
  // Output is printed after each test ends, so the following test checks it.
  const printed: string[] = [];
  const spy = vi.spyOn(console, "error").mockImplementation((text) => void printed.push(String(text)));
  afterAll(() => spy.mockRestore());

  test.fails("makes 30 calls", async ({ emulator }) => {
    for (let call = 0; call < 30; call++) await fetch(`${emulator.apiUrl}/repos/acme/nothing-${call}`);
    expect(emulator.apiUrl).toBe("");
  });
  plainTest("prints the last calls", () => {
    const [title, ...lines] = String(printed.at(-1)).split("\n  ");
    expect(title).toBe("Last 20 of 30 calls that the emulator received:");
    expect(lines).toHaveLength(20);
    expect(lines.at(-1)).toMatch(/ {2}404 .* GET {4}\/api\/v3\/repos\/acme\/nothing-29 +getRepository$/);
  });

  test.fails("makes one call", async ({ emulator }) => {
    await fetch(`${emulator.apiUrl}/repos/acme/widgets`);
    expect(emulator.apiUrl).toBe("");
  });
  plainTest("prints all calls if there are few", () => {
    expect(printed.at(-1)).toMatch(/^Calls that the emulator received:\n.* 200 .* getRepository$/);
  });

  test.fails("makes no call", ({ emulator }) => expect(emulator.apiUrl).toBe(""));
  plainTest("says if there were no calls", () => expect(printed.at(-1)).toBe("The emulator received no calls."));

  test("makes a call and passes", async ({ emulator }) => {
    expect((await fetch(`${emulator.apiUrl}/repos/acme/widgets`)).status).toBe(200);
  });
  plainTest("prints nothing for passing tests", () => expect(printed).toHaveLength(3));
});

describe("strict mode", () => {
  const messages: string[] = [];
  let countCalls = () => 0;
  beforeAll(() => {
    const spy = vi.spyOn(console, "error").mockImplementation(() => undefined);
    return () => spy.mockRestore();
  });

  /** Keeps the errors of a failing test. */
  function keepErrors({ task, onTestFailed }: Pick<TestContext, "task" | "onTestFailed">): void {
    messages.length = 0;
    onTestFailed(() => void messages.push(...(task.result?.errors ?? []).map(({ message }) => message)));
  }

  test.fails("ends a test at an unserved call", async ({ emulator, task, onTestFailed }) => {
    keepErrors({ task, onTestFailed });
    countCalls = () => emulator.control.calls().length;
    const { rest } = new Octokit({ baseUrl: emulator.apiUrl });
    await rest.repos.listAutolinks({ owner: "acme", repo: "widgets" });
  });
  plainTest("names the route, before Octokit has repeated the call", () => {
    expect(messages).toEqual([
      "GET /api/v3/repos/acme/widgets/autolinks returned 501, because the emulator doesn't have this route of the " +
        "API. If the test expects this, set the option strict to false.",
    ]);
    expect(countCalls()).toBe(1);
  });

  test.fails("ends a test that waits for something else", async ({ emulator, task, onTestFailed, signal }) => {
    keepErrors({ task, onTestFailed });
    void fetch(`${emulator.apiUrl}/nothing`).catch(() => undefined);
    await once(signal, "abort");
    expect(signal.aborted).toBe(true);
    await new Promise(() => undefined);
  });
  plainTest("names the route once", () => {
    expect(messages).toEqual([
      expect.stringMatching("^GET /api/v3/nothing returned 404, because the API has no such route."),
    ]);
  });

  describe("in a hook", () => {
    test.beforeEach(async ({ emulator }) => {
      await fetch(`${emulator.apiUrl}/nothing`);
    });
    test.fails("fails the test at its end", ({ task, onTestFailed }) => keepErrors({ task, onTestFailed }));
  });
  plainTest("names the route that a hook called", () => {
    expect(messages).toEqual([expect.stringMatching("^GET /api/v3/nothing returned 404")]);
  });

  describe("in an edition", () => {
    const test = emulatorTest({ edition: "self-hosted" });
    test.fails("ends a test at a call that the edition doesn't have", async ({
      emulator,
      task,
      onTestFailed,
      signal,
    }) => {
      keepErrors({ task, onTestFailed });
      const headers = { authorization: `Bearer ${emulator.tokens["alice"]}` };
      void fetch(`${emulator.apiUrl}/orgs/acme/copilot/billing`, { headers }).catch(() => undefined);
      await once(signal, "abort");
      await new Promise(() => undefined);
    });
    plainTest("names the edition", () => {
      expect(messages).toEqual([expect.stringContaining("the API of the edition self-hosted has no such route")]);
    });
  });

  describe("turned off", () => {
    const test = emulatorTest({ strict: false });
    test("lets a test expect the response", async ({ emulator }) => {
      const responses = await Promise.all(["gists", "nothing"].map((path) => fetch(`${emulator.apiUrl}/${path}`)));
      expect(responses.map(({ status }) => status)).toEqual([501, 404]);
    });
  });
});

plainTest("stop() leaves no connections open", async () => {
  const open = () => process.getActiveResourcesInfo().filter((resource) => /^(TCP|Connect)/.test(resource)).length;
  // Other files in this process can have left connections open.
  const before = open();
  using errors = vi.spyOn(process.stderr, "write");
  for (let round = 0; round < 5; round++) {
    const { apiUrl, webUrl, tokens, stop } = await startEmulator();
    // Creates a kept-alive connection and calls that are interrupted.
    await (await fetch(`${apiUrl}/repos/acme/widgets`)).text();
    const headers = { authorization: `Bearer ${tokens["alice"]}` };
    const body = JSON.stringify({ message: "Add", content: "YQ==" });
    const cut = [
      fetch(`${apiUrl}/repos/acme/widgets/contents/a`, { method: "PUT", headers, body }),
      fetch(`${webUrl}/acme/widgets`),
    ].map((call) => call.catch(() => {}));
    // The calls progress further in each round.
    for (let turn = 0; turn < 8 * round; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(process.getActiveResourcesInfo()).toContain("TCPServerWrap");
    await Promise.all([stop(), stop()]);
    await Promise.all(cut);
  }
  await expect.poll(open).toBeLessThanOrEqual(before);
  expect(errors.mock.calls).toEqual([]);
});

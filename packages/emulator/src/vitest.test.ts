import { afterAll, describe, expect, test as plain, vi } from "vitest";
import { startEmulator } from "./emulator.ts";
import { emulatorTest, test } from "./vitest.ts";

describe("the fixture", () => {
  const met: string[] = [];

  test("gives each test a service with a state of its own", async ({ emulator }) => {
    met.push(emulator.webUrl);
    const headers = { authorization: `Bearer ${emulator.tokens["alice"]}` };
    const star = `${emulator.apiUrl}/user/starred/acme/widgets`;
    expect((await fetch(star, { method: "PUT", headers })).status).toBe(204);
    expect((await fetch(star, { headers })).status).toBe(204);
  });

  test("and the next one another", async ({ emulator }) => {
    const headers = { authorization: `Bearer ${emulator.tokens["alice"]}` };
    expect((await fetch(`${emulator.apiUrl}/user/starred/acme/widgets`, { headers })).status).toBe(404);
    const [before = ""] = met;
    await expect(fetch(before)).rejects.toThrow("fetch failed");
  });

  describe("with options", () => {
    const test = emulatorTest({ seed: "empty" });
    test("starts it with them", ({ emulator }) => expect(emulator.tokens).toEqual({}));
  });
});

describe("a test that fails", () => {
  // What is told is told once the test is over: the test behind it looks.
  const told: string[] = [];
  const spy = vi.spyOn(console, "error").mockImplementation((text) => void told.push(String(text)));
  afterAll(() => spy.mockRestore());

  test.fails("makes 30 calls", async ({ emulator }) => {
    for (let call = 0; call < 30; call++) await fetch(`${emulator.apiUrl}/repos/acme/nothing-${call}`);
    expect(emulator.apiUrl).toBe("");
  });
  plain("tells of the last calls that came in", () => {
    const [title, ...lines] = String(told.at(-1)).split("\n  ");
    expect(title).toBe("The last 20 of 30 calls that came in to the emulator:");
    expect(lines).toHaveLength(20);
    expect(lines.at(-1)).toMatch(/ {2}404 .* GET {4}\/api\/v3\/repos\/acme\/nothing-29 +getRepository$/);
  });

  test.fails("makes one call", async ({ emulator }) => {
    await fetch(`${emulator.apiUrl}/repos/acme/widgets`);
    expect(emulator.apiUrl).toBe("");
  });
  plain("tells of all calls where there were few", () => {
    expect(told.at(-1)).toMatch(/^The calls that came in to the emulator:\n.* 200 .* getRepository$/);
  });

  test.fails("makes none", ({ emulator }) => expect(emulator.apiUrl).toBe(""));
  plain("says that no call came in", () => expect(told.at(-1)).toBe("No call came in to the emulator."));

  test("goes well", async ({ emulator }) => {
    expect((await fetch(`${emulator.apiUrl}/repos/acme/widgets`)).status).toBe(200);
  });
  plain("is the only one that tells", () => expect(told).toHaveLength(3));
});

plain("a service that stops leaves nothing behind", async () => {
  const open = () => process.getActiveResourcesInfo().filter((resource) => /^(TCP|Connect)/.test(resource)).length;
  // Other files of this process can have left connections behind.
  const before = open();
  using errors = vi.spyOn(process.stderr, "write");
  for (let time = 0; time < 5; time++) {
    const { apiUrl, webUrl, tokens, stop } = await startEmulator();
    // A connection that stays open, and calls in the middle of what they do.
    await (await fetch(`${apiUrl}/repos/acme/widgets`)).text();
    const headers = { authorization: `Bearer ${tokens["alice"]}` };
    const body = JSON.stringify({ message: "Add", content: "YQ==" });
    const cut = [
      fetch(`${apiUrl}/repos/acme/widgets/contents/a`, { method: "PUT", headers, body }),
      fetch(`${webUrl}/acme/widgets`),
    ].map((call) => call.catch(() => {}));
    // Each time the calls have come further.
    for (let turn = 0; turn < 8 * time; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(process.getActiveResourcesInfo()).toContain("TCPServerWrap");
    await Promise.all([stop(), stop()]);
    await Promise.all(cut);
  }
  await expect.poll(open).toBeLessThanOrEqual(before);
  expect(errors.mock.calls).toEqual([]);
});

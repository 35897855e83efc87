import { inspect } from "node:util";
import { expect, onTestFinished, test, vi } from "vitest";
import { received } from "./deliveries.fixture.ts";
import { createConsoleReporter } from "./log-failures.ts";

test("the log of a failed handler has its error's stack, but no request and no token", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());
  const request = { headers: { authorization: "Bearer ghp_0123456789" } };
  const cause = Object.assign(new Error("socket closed"), { code: "ECONNRESET", request });
  const error = Object.assign(new TypeError("Can't reach the queue.", { cause }), { config: request });
  createConsoleReporter()(error, { at: "handler", delivery: await received("ping", {}) });
  const written = inspect(log.mock.calls, { depth: null, showHidden: true, getters: true });
  expect(written).toContain("TypeError: Can't reach the queue.");
  expect(written).toContain("log-failures.test.ts");
  expect(written).toContain("ECONNRESET");
  expect(written).not.toContain("ghp_0123456789");
});

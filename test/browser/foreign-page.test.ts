import { createServer } from "node:http";
import { startEmulator } from "@forgehand/emulator";
import { emulatorTest } from "@forgehand/emulator/vitest";
import { type Browser, chromium, type Page } from "playwright-core";
import { describe } from "vitest";
import { startReceiver } from "../../packages/emulator/src/deliveries/receiver.fixture.ts";
import { CHROMIUM } from "../../scripts/browsers.mjs";
import { findProgram } from "../../scripts/program.mjs";

/** The browser resolves every name under `.test` to this machine, as an attacker's DNS server would. */
const RESOLVER_RULES = "MAP *.test 127.0.0.1, MAP localhost 127.0.0.1";

let launched: Promise<Browser> | undefined;
function launchBrowser(): Promise<Browser> {
  const executablePath = findProgram(CHROMIUM);
  if (!executablePath) throw new Error("Chromium was not found. Run `npm run setup`, or set CHROMIUM_PATH.");
  launched ??= chromium.launch({
    executablePath,
    args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), `--host-resolver-rules=${RESOLVER_RULES}`],
  });
  return launched;
}

interface ForeignPageFixtures {
  page: Page;
  /** Port of a server whose pages run no scripts of their own. */
  foreignPort: number;
  receiver: Awaited<ReturnType<typeof startReceiver>>;
}

const foreignPageTest = (options?: Parameters<typeof emulatorTest>[0]) =>
  emulatorTest(options).extend<ForeignPageFixtures>({
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures that this one needs from the pattern
    page: async ({}, use) => {
      const context = await (await launchBrowser()).newContext();
      await use(await context.newPage());
      await context.close();
    },
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures that this one needs from the pattern
    foreignPort: async ({}, use) => {
      const server = createServer((_request, response) => {
        response.setHeader("content-type", "text/html").end("<!doctype html><title>Another site</title>");
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const address = server.address();
      await use(typeof address === "object" && address ? address.port : 0);
      server.closeAllConnections();
      server.close();
    },
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures that this one needs from the pattern
    receiver: async ({}, use) => {
      await using receiver = await startReceiver();
      receiver.setResponse(200, "internal data");
      await use(receiver);
    },
  });

interface Attack {
  readonly apiUrl: string;
  readonly token: string;
  readonly hookUrl: string;
}

/**
 * Runs on a foreign page: creates a webhook that points at another local service, pings it, and reads the service's
 * response from the record of the delivery.
 * @returns the results of all requests, as text
 */
async function readLocalService({ apiUrl, token, hookUrl }: Attack): Promise<string> {
  const results: string[] = [];
  const send = async (method: string, path: string, body?: object): Promise<string> => {
    try {
      const headers = { authorization: `Bearer ${token}`, accept: "application/json" };
      const init = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await fetch(`${apiUrl}${path}`, { method, headers, cache: "no-store", ...init });
      const text = await response.text();
      results.push(`${response.status} ${text}`);
      return text;
    } catch (error) {
      results.push(String(error));
      return "";
    }
  };
  const hooks = "/repos/acme/widgets/hooks";
  // Delivery IDs exceed the safe integers, so they are not parsed.
  const firstId = (json: string) => /"id":(\d+)/.exec(json)?.[1] ?? "1";
  const hook = await send("POST", hooks, { config: { url: hookUrl, content_type: "json" }, events: ["star"] });
  const path = `${hooks}/${firstId(hook)}`;
  await send("POST", `${path}/pings`);
  // The delivery is recorded shortly after the ping was accepted.
  for (let attempt = 0; attempt < 2000 && !results.join().includes("internal data"); attempt++) {
    await send("GET", `${path}/deliveries/${firstId(await send("GET", `${path}/deliveries`))}`);
    if (!hook.includes('"id"')) break;
  }
  // Requests that need no preflight, with and without credentials.
  for (const init of [{}, { credentials: "include" }, { mode: "no-cors", method: "POST", body: "{}" }] as const) {
    await fetch(`${apiUrl}/repos/acme/widgets`, init).then(
      async (response) => results.push(`${response.type} ${await response.text()}`),
      (error: unknown) => results.push(String(error)),
    );
  }
  return results.join("\n");
}

describe("a page of another origin", () => {
  const test = foreignPageTest();
  for (const name of ["evil.test", "localhost", "127.0.0.1"]) {
    test(`at ${name} can't make the emulator call a local service, or read anything`, async ({
      emulator,
      page,
      foreignPort,
      receiver,
      expect,
    }) => {
      const { apiUrl, tokens } = emulator;
      // Even with a valid token, and a webhook that its address doesn't prevent.
      emulator.control.allowHookHost(new URL(receiver.url).host);
      const attack = { apiUrl, token: tokens["alice"] ?? "", hookUrl: receiver.url };
      await page.goto(`http://${name}:${foreignPort}/`);
      const results = await page.evaluate(readLocalService, attack);
      expect(results).not.toContain("internal data");
      expect(results).not.toMatch(/\bfull_name\b|^\d{3} /m);
      expect(receiver.received).toEqual([]);
      expect(emulator.control.calls()).toEqual([]);
    });
  }

  test("can't use the emulator under a name that it points at this machine", async ({
    emulator,
    page,
    receiver,
    expect,
  }) => {
    const rebound = new URL(emulator.apiUrl);
    rebound.hostname = "evil.test";
    const response = await page.goto(`${rebound.origin}/acme/widgets`);
    expect(response?.status()).toBe(421);
    // The page is now of the same origin as the API's address.
    emulator.control.allowHookHost(new URL(receiver.url).host);
    const attack = { apiUrl: rebound.href, token: emulator.tokens["alice"] ?? "", hookUrl: receiver.url };
    const results = await page.evaluate(readLocalService, attack);
    expect(results).not.toContain("internal data");
    expect(results).not.toContain("full_name");
    expect(receiver.received).toEqual([]);
    expect(emulator.control.calls()).toEqual([]);
  });
});

describe("a page of an allowed origin", () => {
  const test = foreignPageTest();
  test.for(["its own origin", "*"])(
    "can use the API with --allow-origin %s",
    async (allowed, { page, foreignPort, receiver, expect }) => {
      const origin = `http://page.test:${foreignPort}`;
      const emulator = await startEmulator({
        allowOrigins: [allowed === "*" ? allowed : origin],
        allowHookHosts: [new URL(receiver.url).host],
      });
      try {
        await page.goto(origin);
        const { apiUrl, tokens } = emulator;
        const attack = { apiUrl, token: tokens["alice"] ?? "", hookUrl: receiver.url };
        expect(await page.evaluate(readLocalService, attack)).toContain("internal data");
        expect(receiver.received.length).toBeGreaterThan(0);
      } finally {
        await emulator.stop();
      }
    },
  );
});

describe("elements of a page of another origin", () => {
  /** Requests as the emulator logged them, because the browser hides some responses. */
  const logged: string[] = [];
  const test = foreignPageTest({
    log: (_line, entry) => "method" in entry && logged.push(`${entry.status} ${entry.method} ${entry.path}`),
  });

  test("can't embed pages, images or scripts, or sign a user in", async ({ emulator, page, foreignPort, expect }) => {
    const { webUrl } = emulator;
    logged.length = 0;
    await page.goto(`http://127.0.0.1:${foreignPort}/`);
    await page.setContent(`
      <img src="${webUrl}/api/v3/repos/acme/widgets">
      <script src="${webUrl}/api/v3/versions"></script>
      <iframe src="${webUrl}/acme/widgets"></iframe>
      <form action="${webUrl}/login" method="post" target="_blank"><button name="login" value="alice">Go</button></form>
      <a href="${webUrl}/acme/widgets">A repository</a>`);
    const paths = ["/api/v3/repos/acme/widgets", "/api/v3/versions", "/acme/widgets"];
    await expect.poll(() => logged).toEqual(expect.arrayContaining(paths.map((path) => `403 GET ${path}`)));
    const [opened] = await Promise.all([page.waitForEvent("popup"), page.getByRole("button").click()]);
    await opened.waitForLoadState();
    await expect.poll(() => logged).toContain("403 POST /login");
    expect(await page.context().cookies(webUrl)).toEqual([]);

    // Links to pages work.
    await page.getByRole("link").click();
    await page.getByText("Widgets for every occasion").first().waitFor();
    expect(logged).toContain("200 GET /acme/widgets");
  });
});

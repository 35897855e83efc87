import { createServer, request } from "node:http";
import { afterEach, describe, expect } from "vitest";
import { startEmulator } from "../../emulator.ts";
import { sendLines } from "../../http/raw-request.fixture.ts";
import type { Emulator } from "../../public.ts";
import { fetchControl } from "../../requests.fixture.ts";
import { test as base, emulatorTest } from "../../vitest.ts";
import { ROUTE_DESCRIPTIONS } from "./descriptions.ts";
import { CONTROL_ROUTES } from "./routes.ts";

const NOW = new Date();
const test = emulatorTest({ control: true, seed: "empty", now: () => NOW });

const portOf = ({ webUrl }: Emulator) => new URL(webUrl).port;

const authorizationOf = ({ controlToken }: Pick<Emulator, "controlToken">) => `Bearer ${controlToken}`;

/** Requests the secrets with the token and additional header lines. */
async function statusWithLines(emulator: Emulator, lines: readonly string[]): Promise<number> {
  const hostLines = lines.some((line) => line.startsWith("host:")) ? [] : [`host: ${new URL(emulator.webUrl).host}`];
  const request = ["GET /_control/secrets HTTP/1.1", `authorization: ${authorizationOf(emulator)}`, ...hostLines];
  return (await sendLines(emulator, [...request, ...lines])).status;
}

describe("access to the control API", () => {
  test("is allowed from this machine under its own names", async ({ emulator }) => {
    const port = portOf(emulator);
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`, "127.9.9.9"]) {
      expect(await statusWithLines(emulator, [`host: ${host}`])).toBe(200);
    }
  });

  test("is denied under any other host name", async ({ emulator }) => {
    const port = portOf(emulator);
    for (const host of [
      `evil.test:${port}`,
      `127.0.0.1.evil.test:${port}`,
      "localhost.evil.test",
      "[::2]",
      "0.0.0.0",
    ]) {
      expect(await statusWithLines(emulator, [`host: ${host}`])).toBe(421);
    }
    expect((await sendLines(emulator, ["GET /_control/secrets HTTP/1.0"])).status).toBe(400);
  });

  test("is denied to pages of other origins, with or without a preflight", async ({ emulator }) => {
    const own = `origin: http://127.0.0.1:${portOf(emulator)}`;
    expect(await statusWithLines(emulator, [own])).toBe(200);
    expect(await statusWithLines(emulator, [own, "sec-fetch-site: same-origin"])).toBe(200);
    expect(await statusWithLines(emulator, ["sec-fetch-site: none"])).toBe(200);
    for (const origin of [
      "https://evil.test",
      "null",
      "http://127.0.0.1:1",
      "http://localhost",
      "chrome-extension://a",
    ]) {
      expect(await statusWithLines(emulator, [`origin: ${origin}`])).toBe(403);
    }
    for (const site of ["cross-site", "same-site", "same-origin-ish"]) {
      expect(await statusWithLines(emulator, [`sec-fetch-site: ${site}`])).toBe(403);
    }
  });

  test("is denied to forms of other pages", async ({ emulator }) => {
    const before = emulator.control.clock.now();
    const body = '{"advance":86400,"a":"="}';
    const head = ["POST /_control/clock HTTP/1.1", `host: 127.0.0.1:${portOf(emulator)}`, "content-type: text/plain"];
    const form = [...head, "origin: http://evil.test", `content-length: ${body.length}`];
    expect((await sendLines(emulator, form, { body })).status).toBe(403);
    const response = await fetchControl(emulator, "/clock", {
      method: "POST",
      body: new URLSearchParams({ advance: "86400" }),
    });
    expect(response.status).toBe(422);
    expect(emulator.control.clock.now()).toEqual(before);
  });

  test("is denied through a proxy, which makes every client look local", async ({ emulator }) => {
    for (const line of [
      "x-forwarded-for: 203.0.113.9",
      "x-forwarded-host: forge.test",
      "x-forwarded-proto: https",
      "x-real-ip: 203.0.113.9",
      "cf-connecting-ip: 203.0.113.9",
      "true-client-ip: 203.0.113.9",
      "forwarded: for=203.0.113.9",
      "via: 1.1 proxy",
    ]) {
      expect(await statusWithLines(emulator, [line])).toBe(403);
    }
  });

  test("is denied with a message that other pages can't read", async ({ emulator }) => {
    const extension = { origin: "chrome-extension://bpoadfkcbjbfhfodiogcnhhhpibjhbnh" };
    const response = await fetchControl(emulator, "/secrets", { headers: extension });
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({ message: "The control API can't be called by pages of other origins." });
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("needs the control token, for every route and method", async ({ emulator }) => {
    const { webUrl, controlToken, tokens } = emulator;
    const before = JSON.stringify(emulator.control.snapshot());
    const paths = ["", "/unknown", ...CONTROL_ROUTES.map(({ path }) => path)];
    for (const path of paths) {
      for (const method of ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]) {
        const response = await fetch(`${webUrl}/_control${path}`, { method });
        expect([path, method, response.status]).toEqual([path, method, 401]);
        expect(response.headers.get("www-authenticate")).toBe("Bearer");
      }
    }
    for (const authorization of [
      ...[
        `Basic ${controlToken}`,
        `Bearer ${controlToken}x`,
        `Bearer ${controlToken.slice(1)}`,
        "Bearer",
        "Bearer x y",
      ],
      ...Object.values(tokens).map((token) => `Bearer ${token}`),
      controlToken,
    ]) {
      const response = await fetch(`${webUrl}/_control/secrets`, { headers: { authorization } });
      expect(response.status).toBe(401);
      expect(await response.json()).toEqual({
        message: expect.stringContaining("Authorization: Bearer CONTROL_TOKEN"),
      });
    }
    const lowerCase = await fetch(`${webUrl}/_control/clock`, {
      headers: { authorization: `bearer  ${controlToken}` },
    });
    expect(lowerCase.status).toBe(200);
    expect(JSON.stringify(emulator.control.snapshot()).replace(/"now":"[^"]*"/, "")).toBe(
      before.replace(/"now":"[^"]*"/, ""),
    );
  });

  test("has a token of its own at each start, which is stored nowhere", async ({ emulator }) => {
    const { controlToken, control } = emulator;
    await fetchControl(emulator, "/calls");
    await fetch(`${emulator.apiUrl}/user`, { headers: { authorization: `Bearer ${controlToken}` } });
    expect(JSON.stringify([control.snapshot(), control.calls(), control.tokens()])).not.toContain(controlToken);
    const other = await startEmulator({ control: true, seed: "empty" });
    expect(other.controlToken).not.toBe(controlToken);
    const response = await fetch(`${other.webUrl}/_control/clock`, {
      headers: { authorization: `Bearer ${controlToken}` },
    });
    expect(response.status).toBe(401);
    await other.stop();
  });

  test("is denied through a plain reverse proxy, which nothing distinguishes from a local client", async ({
    emulator,
  }) => {
    const { hostname, port, host } = new URL(emulator.webUrl);
    const proxy = createServer((incoming, outgoing) => {
      const { method, url: path, headers } = incoming;
      const { origin: _origin, ...others } = headers;
      const forwarded = request({ hostname, port, method, path, headers: { ...others, host } }, (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      });
      incoming.pipe(forwarded);
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const address = proxy.address();
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
    expect((await fetch(`${url}/acme`)).status).toBe(404);
    for (const path of ["", "/secrets", "/tokens", "/snapshot"]) {
      expect((await fetch(`${url}/_control${path}`)).status).toBe(401);
    }
    proxy.closeAllConnections();
    proxy.close();
  });
});

describe("the control API", () => {
  let stop: (() => Promise<void>) | undefined;
  afterEach(() => stop?.());
  const start = async (options: Parameters<typeof startEmulator>[0]) => {
    const emulator = await startEmulator({ seed: "empty", ...options });
    stop = emulator.stop;
    return emulator;
  };

  base("is available over IPv6", async () => {
    const emulator = await start({ control: true, host: "::1" });
    expect((await fetchControl(emulator, "/clock")).status).toBe(200);
    expect(await statusWithLines(emulator, [`host: [::1]:${portOf(emulator)}`])).toBe(200);
    expect(await statusWithLines(emulator, [`host: evil.test:${portOf(emulator)}`])).toBe(421);
  });

  base("is available under the configured URL", async () => {
    const first = await startEmulator({ seed: "empty" });
    const port = portOf(first);
    await first.stop();
    const { controlToken } = await start({ control: true, url: "http://forge.test:8080", port: Number(port) });
    const statusWithHost = (host: string) => statusWithLines({ ...first, controlToken }, [`host: ${host}`]);
    expect(await statusWithHost("forge.test:8080")).toBe(200);
    expect(await statusWithHost(`localhost:${port}`)).toBe(200);
    expect(await statusWithHost("forge.test")).toBe(421);
    expect(await statusWithHost("forge.test:8081")).toBe(421);
  });

  base('allows every client that has the token with control: "anyone", except pages of other origins', async () => {
    const emulator = await start({ control: "anyone", allowHosts: ["forge.test"] });
    const proxied = { "x-forwarded-for": "203.0.113.9" };
    expect((await fetch(`${emulator.webUrl}/_control/clock`, { headers: proxied })).status).toBe(401);
    expect((await fetchControl(emulator, "/clock", { headers: proxied })).status).toBe(200);
    expect(await statusWithLines(emulator, ["host: forge.test", "x-forwarded-for: 203.0.113.9"])).toBe(200);
    expect(await statusWithLines(emulator, ["host: forge.test", "origin: http://forge.test"])).toBe(200);
    expect(await statusWithLines(emulator, ["host: forge.test", "origin: http://evil.test"])).toBe(403);
    expect(await statusWithLines(emulator, ["host: forge.test", "sec-fetch-site: cross-site"])).toBe(403);
  });

  base("doesn't exist unless enabled", async () => {
    expect((await fetchControl(await start({}), "/clock")).status).toBe(404);
  });
});

describe("control routes", () => {
  test("are listed at the root with descriptions", async ({ emulator }) => {
    const names = CONTROL_ROUTES.map(({ method, path }) => `${method} ${path}`);
    expect(names.toSorted()).toEqual(Object.keys(ROUTE_DESCRIPTIONS).toSorted());
    const list = await (await fetchControl(emulator, "")).json();
    const lines = names.map((name) => [name.replace(" ", " /_control"), ROUTE_DESCRIPTIONS[name]]);
    expect(list).toEqual({ routes: Object.fromEntries(lines) });
  });

  test("are listed in a 404 for an unknown route", async ({ emulator }) => {
    const response = await fetchControl(emulator, "/clocks", { method: "POST", body: "{}" });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      message: expect.stringContaining("no POST /_control/clocks"),
      routes: { "POST /_control/clock": ROUTE_DESCRIPTIONS["POST /clock"] },
    });
  });

  test("report the allowed methods", async ({ emulator }) => {
    const wrong = await fetchControl(emulator, "/clock", { method: "DELETE" });
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get("allow")).toBe("GET, POST, HEAD, OPTIONS");
    expect(await wrong.json()).toEqual({ message: "The method of /_control/clock must be GET, POST, got DELETE." });
    const one = await fetchControl(emulator, "/faults/1");
    expect([one.status, one.headers.get("allow")]).toEqual([405, "DELETE, OPTIONS"]);
    expect((await fetchControl(emulator, "", { method: "POST" })).status).toBe(405);
    const options = await fetchControl(emulator, "/jobs", { method: "OPTIONS" });
    expect([options.status, options.headers.get("allow"), await options.text()]).toEqual([204, "POST, OPTIONS", ""]);
  });

  test("respond to HEAD with the same headers, which forbid caching", async ({ emulator }) => {
    const head = await fetchControl(emulator, "/clock", { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(head.headers.get("content-type")).toContain("json");
    expect(head.headers.get("cache-control")).toBe("no-store");
  });
});

describe("request body", () => {
  const post = (emulator: Emulator, path: string, body: RequestInit["body"]) =>
    fetchControl(emulator, path, { method: "POST", body: body ?? null });

  test("needs no content type, and can start with a byte order mark", async ({ emulator }) => {
    const response = await post(emulator, "/clock", Buffer.from('\ufeff{"now":"2027-01-01T00:00:00Z"}'));
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ now: expect.stringMatching(/^2027-01-01T00:00:0/) });
  });

  test("is rejected with the location and reason if invalid", async ({ emulator }) => {
    const postAndRead = async (path: string, body: RequestInit["body"]) => {
      const response = await post(emulator, path, body);
      return [response.status, await response.json()];
    };
    const message = (text: string) => [422, { message: expect.stringContaining(text) }];
    expect(await postAndRead("/clock", "{")).toEqual(message("The body must be JSON: "));
    expect(await postAndRead("/clock", Buffer.from([0xff, 0x7b]))).toEqual(message("The body must be UTF-8."));
    const either = message('either { "now": ISO time } or { "advance": seconds }');
    expect(await postAndRead("/clock", "{}")).toEqual(either);
    expect(await postAndRead("/clock", '{"now":"2027-01-01T00:00:00Z","advance":1}')).toEqual(either);
    expect(await postAndRead("/clock", '{"advance":"1"}')).toEqual(message("advance must be a number."));
    expect(await postAndRead("/clock", '{"now":"2027"}')).toEqual(message("now must be a time in ISO 8601"));
    expect(await postAndRead("/clock", '{"advance":1e300}')).toEqual(
      message("must be between the years 1970 and 8999"),
    );
    expect(await postAndRead("/events", "")).toEqual(message("The body"));
    expect(await postAndRead("/events", '{"event":1}')).toEqual(message("event must be a string."));
    expect(await postAndRead("/events", '{"event":"star","repo":"a"}')).toEqual(message("repo is not a known field."));
    expect(await postAndRead("/seed", '{"users":{"a":{"nmae":"x"}}}')).toEqual(
      message("users.a.nmae is not a known field"),
    );
    expect(await postAndRead("/seed", '{"seed":"/no/such.yaml"}')).toEqual(message("/no/such.yaml"));
    const invalidId = await fetchControl(emulator, "/faults/abc", { method: "DELETE" });
    expect([invalidId.status, await invalidId.json()]).toEqual([
      422,
      { message: 'The fault must be a number, got "abc".' },
    ]);
  });

  test("is rejected if too large, with or without Content-Length", async ({ emulator }) => {
    const head = ["POST /_control/events HTTP/1.1", `host: 127.0.0.1:${portOf(emulator)}`];
    const { status, text } = await sendLines(emulator, [
      ...head,
      `authorization: ${authorizationOf(emulator)}`,
      `content-length: ${33 * 1024 * 1024}`,
    ]);
    expect([status, text]).toEqual([413, expect.stringContaining("larger than 32 MB")]);
    const megabyte = " ".repeat(1024 * 1024);
    let sent = 0;
    const endless = new ReadableStream({
      pull: (controller) => (sent++ < 40 ? controller.enqueue(Buffer.from(megabyte)) : controller.close()),
    });
    const init = { method: "POST", body: endless, duplex: "half" } as const;
    const response = await fetchControl(emulator, "/events", init);
    expect(response.status).toBe(413);
  });
});

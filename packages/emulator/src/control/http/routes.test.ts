import { connect } from "node:net";
import { afterEach, describe, expect } from "vitest";
import { startEmulator } from "../../emulator.ts";
import type { Emulator } from "../../public.ts";
import { test as base, emulatorTest } from "../../vitest.ts";
import { ROUTE_DESCRIPTIONS } from "./descriptions.ts";
import { CONTROL_ROUTES } from "./routes.ts";

const NOW = new Date();
const test = emulatorTest({ control: true, seed: "empty", now: () => NOW });

/**
 * Sends a raw request, for headers and hosts that fetch doesn't allow.
 * @returns the response's status, head and body
 */
async function write(port: string, host: string, lines: readonly string[], body = "") {
  const socket = connect({ host, port: Number(port) });
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => socket.on("end", resolve).on("error", reject));
  socket.write([...lines, "connection: close", "", body].join("\r\n"));
  await ended;
  const [head = "", text = ""] = Buffer.concat(chunks).toString().split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), head, text };
}

const portOf = ({ webUrl }: Emulator) => new URL(webUrl).port;

/** Requests the secrets with additional header lines. */
async function statusWithLines(emulator: Emulator, lines: readonly string[], host = "127.0.0.1"): Promise<number> {
  const requestLines = lines.some((line) => line.startsWith("host:"))
    ? lines
    : [`host: 127.0.0.1:${portOf(emulator)}`, ...lines];
  return (await write(portOf(emulator), host, ["GET /_control/secrets HTTP/1.1", ...requestLines])).status;
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
      expect(await statusWithLines(emulator, [`host: ${host}`])).toBe(403);
    }
    // Old browsers don't send an Origin header.
    expect((await write(port, "127.0.0.1", ["GET /_control/secrets HTTP/1.0"])).status).toBe(400);
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
    expect((await write(portOf(emulator), "127.0.0.1", form, body)).status).toBe(403);
    const response = await fetch(`${emulator.webUrl}/_control/clock`, {
      method: "POST",
      body: new URLSearchParams({ advance: "86400" }),
    });
    expect(response.status).toBe(422);
    expect(emulator.control.clock.now()).toEqual(before);
  });

  test("is denied through a proxy, which makes every client look local", async ({ emulator }) => {
    for (const line of ["x-forwarded-for: 203.0.113.9", "forwarded: for=203.0.113.9", "via: 1.1 proxy"]) {
      expect(await statusWithLines(emulator, [line])).toBe(403);
    }
  });

  test("is denied with a message that other pages can't read", async ({ emulator: { webUrl } }) => {
    const response = await fetch(`${webUrl}/_control/secrets`, { headers: { origin: "https://evil.test" } });
    expect(await response.json()).toEqual({ message: "The control API can't be called by pages of other origins." });
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
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
    expect((await fetch(`${emulator.webUrl}/_control/clock`)).status).toBe(200);
    expect(await statusWithLines(emulator, [`host: [::1]:${portOf(emulator)}`], "::1")).toBe(200);
    expect(await statusWithLines(emulator, [`host: evil.test:${portOf(emulator)}`], "::1")).toBe(403);
  });

  base("is available under the configured URL", async () => {
    const { webUrl, stop: stopFirst } = await startEmulator({ seed: "empty" });
    const { port } = new URL(webUrl);
    await stopFirst();
    await start({ control: true, url: "http://forge.test:8080", port: Number(port) });
    const statusWithHost = async (host: string) =>
      (await write(port, "127.0.0.1", ["GET /_control/secrets HTTP/1.1", `host: ${host}`])).status;
    expect(await statusWithHost("forge.test:8080")).toBe(200);
    expect(await statusWithHost(`localhost:${port}`)).toBe(200);
    expect(await statusWithHost("forge.test")).toBe(403);
    expect(await statusWithHost("forge.test:8081")).toBe(403);
  });

  base('allows every client with control: "anyone", except pages of other origins', async () => {
    const emulator = await start({ control: "anyone" });
    expect(await statusWithLines(emulator, ["host: forge.test", "x-forwarded-for: 203.0.113.9"])).toBe(200);
    expect(await statusWithLines(emulator, ["host: forge.test", "origin: http://forge.test"])).toBe(200);
    expect(await statusWithLines(emulator, ["host: forge.test", "origin: http://evil.test"])).toBe(403);
    expect(await statusWithLines(emulator, ["host: forge.test", "sec-fetch-site: cross-site"])).toBe(403);
  });

  base("doesn't exist unless enabled", async () => {
    const { webUrl } = await start({});
    expect((await fetch(`${webUrl}/_control/clock`)).status).toBe(404);
  });
});

describe("control routes", () => {
  test("are listed at the root with descriptions", async ({ emulator: { webUrl } }) => {
    const names = CONTROL_ROUTES.map(({ method, path }) => `${method} ${path}`);
    expect(names.toSorted()).toEqual(Object.keys(ROUTE_DESCRIPTIONS).toSorted());
    const list = await (await fetch(`${webUrl}/_control`)).json();
    const lines = names.map((name) => [name.replace(" ", " /_control"), ROUTE_DESCRIPTIONS[name]]);
    expect(list).toEqual({ routes: Object.fromEntries(lines) });
  });

  test("are listed in a 404 for an unknown route", async ({ emulator: { webUrl } }) => {
    const response = await fetch(`${webUrl}/_control/clocks`, { method: "POST", body: "{}" });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      message: expect.stringContaining("no POST /_control/clocks"),
      routes: { "POST /_control/clock": ROUTE_DESCRIPTIONS["POST /clock"] },
    });
  });

  test("report the allowed methods", async ({ emulator: { webUrl } }) => {
    const wrong = await fetch(`${webUrl}/_control/clock`, { method: "DELETE" });
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get("allow")).toBe("GET, POST, HEAD, OPTIONS");
    expect(await wrong.json()).toEqual({ message: "The method of /_control/clock must be GET, POST, got DELETE." });
    const one = await fetch(`${webUrl}/_control/faults/1`);
    expect([one.status, one.headers.get("allow")]).toEqual([405, "DELETE, OPTIONS"]);
    expect((await fetch(`${webUrl}/_control`, { method: "POST" })).status).toBe(405);
    const options = await fetch(`${webUrl}/_control/jobs`, { method: "OPTIONS" });
    expect([options.status, options.headers.get("allow"), await options.text()]).toEqual([204, "POST, OPTIONS", ""]);
  });

  test("respond to HEAD with the same headers, which forbid caching", async ({ emulator: { webUrl } }) => {
    const head = await fetch(`${webUrl}/_control/clock`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(head.headers.get("content-type")).toContain("json");
    expect(head.headers.get("cache-control")).toBe("no-store");
  });
});

describe("request body", () => {
  const post = (webUrl: string, path: string, body: RequestInit["body"]) =>
    fetch(`${webUrl}/_control${path}`, { method: "POST", body: body ?? null });

  test("needs no content type, and can start with a byte order mark", async ({ emulator: { webUrl } }) => {
    const response = await post(webUrl, "/clock", Buffer.from('\ufeff{"now":"2027-01-01T00:00:00Z"}'));
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ now: expect.stringMatching(/^2027-01-01T00:00:0/) });
  });

  test("is rejected with the location and reason if invalid", async ({ emulator: { webUrl } }) => {
    const postAndRead = async (path: string, body: RequestInit["body"]) => {
      const response = await post(webUrl, path, body);
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
    const invalidId = await fetch(`${webUrl}/_control/faults/abc`, { method: "DELETE" });
    expect([invalidId.status, await invalidId.json()]).toEqual([
      422,
      { message: 'The fault must be a number, got "abc".' },
    ]);
  });

  test("is rejected if too large, with or without Content-Length", async ({ emulator }) => {
    const port = portOf(emulator);
    const head = ["POST /_control/events HTTP/1.1", `host: 127.0.0.1:${port}`];
    const { status, text } = await write(port, "127.0.0.1", [...head, `content-length: ${33 * 1024 * 1024}`]);
    expect([status, text]).toEqual([413, expect.stringContaining("larger than 32 MB")]);
    const megabyte = " ".repeat(1024 * 1024);
    let sent = 0;
    const endless = new ReadableStream({
      pull: (controller) => (sent++ < 40 ? controller.enqueue(Buffer.from(megabyte)) : controller.close()),
    });
    const init = { method: "POST", body: endless, duplex: "half" } as const;
    const response = await fetch(`${emulator.webUrl}/_control/events`, init);
    expect(response.status).toBe(413);
  });
});

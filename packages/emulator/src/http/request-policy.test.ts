import { networkInterfaces } from "node:os";
import fc from "fast-check";
import { test as base, describe, expect } from "vitest";
import { startEmulator } from "../emulator.ts";
import type { EmulatorOptions } from "../public.ts";
import { emulatorTest } from "../vitest.ts";
import { type RawResponse, sendLines } from "./raw-request.fixture.ts";

/** Paths of the API, the pages, the sign-in, the start page, the OIDC issuer and the control API. */
const PATHS = [
  "/api/v3/repos/acme/widgets",
  "/acme/widgets",
  "/login",
  "/",
  "/_services/token/.well-known/jwks",
  "/_control/secrets",
  "/_assets/start.css",
];

const test = emulatorTest({ control: true, strict: false });

interface Service {
  readonly webUrl: string;
  readonly controlToken: string;
}

/** Requests a path with the given header lines and the control token. */
function get(service: Service, path: string, headers: readonly string[], address?: string): Promise<RawResponse> {
  const lines = [`GET ${path} HTTP/1.1`, `authorization: Bearer ${service.controlToken}`, ...headers];
  // The API doesn't know the control token.
  const sent = path.startsWith("/api") ? lines.filter((line) => !line.startsWith("authorization")) : lines;
  return sendLines(service, sent, address === undefined ? {} : { address });
}

async function withEmulator(options: EmulatorOptions, use: (service: Service) => Promise<void>): Promise<void> {
  const emulator = await startEmulator({ control: true, ...options });
  try {
    await use(emulator);
  } finally {
    await emulator.stop();
  }
}

describe("the request's host", () => {
  test("must be the emulator's own, for every path", async ({ emulator }) => {
    const { port } = new URL(emulator.webUrl);
    for (const path of PATHS) {
      expect((await get(emulator, path, [`host: 127.0.0.1:${port}`])).status, path).toBe(200);
      const { status, head, text } = await get(emulator, path, [`host: evil.test:${port}`]);
      expect([path, status]).toEqual([path, 421]);
      expect(JSON.parse(text)).toEqual({
        message: `The emulator is at ${emulator.webUrl}, not at evil.test:${port}. To serve it there, too, start it with --allow-host evil.test.`,
      });
      expect(head).not.toMatch(/access-control|set-cookie/i);
    }
    expect(emulator.control.calls()).toHaveLength(1);
  });

  test("can be any loopback name or address, on any port", async ({ emulator }) => {
    const { port } = new URL(emulator.webUrl);
    const hosts = [
      ...["127.0.0.1", `localhost:${port}`, "LOCALHOST:1", "localhost.:3000", `forge.localhost:${port}`],
      ...["[::1]:4567", "[0:0:0:0:0:0:0:1]", "127.9.9.9", "127.1", "2130706433"],
    ];
    for (const host of hosts) {
      expect([host, (await get(emulator, "/api/v3/versions", [`host: ${host}`])).status]).toEqual([host, 200]);
    }
  });

  test("can't look like a loopback name", async ({ emulator }) => {
    const { port } = new URL(emulator.webUrl);
    const foreign = [
      ...[`127.0.0.1.evil.test:${port}`, "localhost.evil.test", "evil.test.", "not-localhost", "localhost.."],
      ...["[::2]", "0.0.0.0", "128.0.0.1", "[::ffff:8.8.8.8]", "xn--localhost-.test", "127.0.0.1.evil"],
    ];
    for (const host of foreign) {
      expect([host, (await get(emulator, "/acme/widgets", [`host: ${host}`])).status]).toEqual([host, 421]);
    }
    const invalid = [
      ...["", "evil.test@127.0.0.1", "127.0.0.1@evil.test", "127.0.0.1/evil", "127.0.0.1#evil.test", "localhost:http"],
      ...["localhost, evil.test", "localhost:99999", "127.0.0.1\\evil.test", "%6c%6f", "[::1", "::1", "localhost:"],
    ];
    for (const host of invalid) {
      expect([host, (await get(emulator, "/acme/widgets", [`host: ${host}`])).status]).toEqual([host, 400]);
    }
  });

  test("must be there once", async ({ emulator }) => {
    const { host } = new URL(emulator.webUrl);
    expect((await get(emulator, "/acme/widgets", [])).status).toBe(400);
    expect((await sendLines(emulator, ["GET /acme/widgets HTTP/1.0"])).status).toBe(400);
    for (const hosts of [
      [host, "evil.test"],
      ["evil.test", host],
      [host, host],
    ]) {
      const lines = hosts.map((name, index) => `${index ? "Host" : "HOST"}: ${name}`);
      expect((await get(emulator, "/acme/widgets", lines)).status).toBe(400);
    }
  });

  test("is that of the target, if the target is a URL", async ({ emulator }) => {
    const { host } = new URL(emulator.webUrl);
    const send = async (target: string, named = host) =>
      (await sendLines(emulator, [`GET ${target} HTTP/1.1`, `host: ${named}`])).status;
    expect(await send(`http://${host}/acme/widgets`)).toBe(200);
    expect(await send(`http://${host}`)).toBe(200);
    expect(await send(`http://${host}/api/v3/repos/acme/widgets?per_page=1`)).toBe(200);
    expect(await send("http://evil.test/acme/widgets")).toBe(421);
    expect(await send("http://evil.test/api/v3/versions")).toBe(421);
    expect(await send(`http://${host}/acme/widgets`, "evil.test")).toBe(421);
    expect(await send(`HTTP://EVIL.TEST/acme/widgets`)).toBe(421);
    expect(await send(`http://me@${host}/acme/widgets`)).toBe(400);
  });

  test("is not checked for the health check", async ({ emulator }) => {
    expect((await sendLines(emulator, ["GET /_health HTTP/1.1", "host: evil.test"])).status).toBe(200);
  });

  const IPV4 = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)).map((parts) => parts.join("."));
  const NAME = fc.tuple(fc.domain(), fc.boolean()).map(([name, isUpper]) => (isUpper ? name.toUpperCase() : name));
  const PORT = fc.option(fc.nat(65_535)).map((port) => (port === null ? "" : `:${port}`));
  const FOREIGN = fc
    .tuple(
      fc.oneof(
        NAME,
        NAME.map((name) => `${name}.`),
        NAME.map((name) => `127.0.0.1.${name}`),
        NAME.map((name) => `localhost.${name}`),
        NAME.map((name) => `localhost@${name}`),
        IPV4.filter((address) => !address.startsWith("127.")),
        fc
          .ipV6()
          .map((address) => `[${address}]`)
          .filter((address) => URL.parse(`http://${address}`)?.hostname !== "[::1]"),
        fc
          .string({ minLength: 1, maxLength: 20 })
          .filter((text) => /^[\x21-\x7e]+$/.test(text) && !/local|127|::1/i.test(text)),
      ),
      PORT,
    )
    .map((parts) => parts.join(""));

  test("is rejected in every foreign spelling", async ({ emulator }) => {
    await fc.assert(
      fc.asyncProperty(FOREIGN, fc.boolean(), async (host, isAbsolute) => {
        const own = new URL(emulator.webUrl).host;
        const target = isAbsolute ? `http://${host.replaceAll(/[/?#]/g, "-")}/api/v3/versions` : "/api/v3/versions";
        const lines = [`GET ${target} HTTP/1.1`, `host: ${isAbsolute ? own : host}`];
        expect([400, 421]).toContain((await sendLines(emulator, lines)).status);
      }),
    );
    expect(emulator.control.calls()).toEqual([]);
  });

  base("can be the URL's, or one that is allowed, with or without its port", async () => {
    const allowHosts = ["emulator", "forge.test:80", "[fd00::7]:4567"];
    await withEmulator({ port: 0, allowHosts }, async (service) => {
      const statusAt = async (host: string) => (await get(service, "/api/v3/versions", [`host: ${host}`])).status;
      for (const host of [
        "emulator",
        "emulator:4567",
        "EMULATOR.:1",
        "forge.test",
        "forge.test:80",
        "[FD00:0::7]:4567",
      ]) {
        expect([host, await statusAt(host)]).toEqual([host, 200]);
      }
      for (const host of ["forge.test:8080", "[fd00::7]", "emulator.evil.test", "evil.emulator"]) {
        expect([host, await statusAt(host)]).toEqual([host, 421]);
      }
    });
  });

  base("can be the address that the connection was made to", async () => {
    const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
    const own = addresses.find(({ family, internal }) => family === "IPv4" && !internal)?.address;
    await withEmulator({ host: "::" }, async (service) => {
      const { port } = new URL(service.webUrl);
      const url = { ...service, webUrl: `http://127.0.0.1:${port}` };
      expect((await get(url, "/acme/widgets", ["host: 203.0.113.9"])).status).toBe(421);
      expect((await get(url, "/acme/widgets", [`host: [::ffff:127.0.0.1]:${port}`], "127.0.0.1")).status).toBe(421);
      if (own === undefined) return;
      expect((await get(url, "/acme/widgets", [`host: ${own}:${port}`], own)).status).toBe(200);
      expect((await get(url, "/acme/widgets", [`host: ${own}:${port}`])).status).toBe(421);
    });
  });
});

describe("the request's origin", () => {
  const FOREIGN_ORIGINS = [
    ...["https://evil.test", "null", "http://127.0.0.1:1", "http://localhost", "file://", "http://127.0.0.1.evil.test"],
    ...["ftp://127.0.0.1", "chrome-extension://a.b/c", "web-extension://abc", "x", ""],
  ];

  test("must be the emulator's own, for every path and method, without CORS headers otherwise", async ({
    emulator,
  }) => {
    const { host, port } = new URL(emulator.webUrl);
    for (const path of PATHS) {
      for (const method of ["GET", "POST", "OPTIONS"]) {
        for (const origin of [...FOREIGN_ORIGINS, `https://${host}`, `http://localhost:${port}`]) {
          const request = [`${method} ${path} HTTP/1.1`, `host: ${host}`, `origin: ${origin}`, "content-length: 0"];
          const { status, head } = await sendLines(emulator, request);
          expect([path, method, origin, status]).toEqual([path, method, origin, 403]);
          expect(head).not.toMatch(/access-control|set-cookie/i);
        }
      }
    }
    expect(emulator.control.calls()).toEqual([]);
    const own = await get(emulator, "/acme/widgets", [`host: localhost:${port}`, `origin: http://localhost:${port}`]);
    expect(own.status).toBe(200);
  });

  test("is explained with the flag that allows it", async ({ emulator }) => {
    const { host } = new URL(emulator.webUrl);
    const messageFor = async (origin: string) =>
      JSON.parse((await get(emulator, "/api/v3/versions", [`host: ${host}`, `origin: ${origin}`])).text).message;
    expect(await messageFor("http://localhost:5173")).toBe(
      "Pages of http://localhost:5173 can't use the emulator. To allow them, start it with --allow-origin http://localhost:5173.",
    );
    expect(await messageFor("null")).toBe(
      "Pages without an http or https origin can't use the emulator. To allow them, start it with --allow-origin '*'.",
    );
  });

  test("can be a browser extension's, except for the control API", async ({ emulator }) => {
    const { host } = new URL(emulator.webUrl);
    for (const origin of [
      "chrome-extension://bpoadfkcbjbfhfodiogcnhhhpibjhbnh",
      "moz-extension://2c127fa4-62c7-7e4f-90e5-472b45eecfdc",
      "safari-web-extension://2C127FA4-62C7-7E4F-90E5-472B45EECFDC",
    ]) {
      const headers = [`host: ${host}`, `origin: ${origin}`, "sec-fetch-site: cross-site"];
      const { status, head } = await get(emulator, "/api/v3/versions", headers);
      expect(status).toBe(200);
      expect(head).toContain(`access-control-allow-origin: ${origin}\r\n`);
      expect((await get(emulator, "/_control/secrets", headers)).status).toBe(403);
    }
  });

  base("can be one that is allowed", async () => {
    await withEmulator({ allowOrigins: ["http://localhost:5173/", "https://app.test"] }, async (service) => {
      const { host } = new URL(service.webUrl);
      const send = (origin: string, path = "/api/v3/versions") =>
        get(service, path, [`host: ${host}`, `origin: ${origin}`, "sec-fetch-site: cross-site"]);
      for (const origin of ["http://localhost:5173", "https://app.test"]) {
        const { status, head } = await send(origin);
        expect(status).toBe(200);
        expect(head).toContain(`access-control-allow-origin: ${origin}\r\n`);
        expect(head).toMatch(/^vary: Origin\r$/m);
        // Only the API and the issuer's public documents can be read.
        expect((await send(origin, "/acme/widgets")).head).not.toContain("access-control");
        expect((await send(origin, "/_services/token/.well-known/jwks")).head).toContain(`allow-origin: ${origin}\r\n`);
        expect((await send(origin, "/_control/secrets")).status).toBe(403);
      }
      for (const origin of ["http://localhost:5174", "http://app.test", "https://app.test.evil.test", "null"]) {
        expect((await send(origin)).status).toBe(403);
      }
    });
  });

  base("must have the scheme of the URL", async () => {
    const first = await startEmulator({ seed: "empty" });
    await first.stop();
    await withEmulator({ url: "https://forge.test", port: Number(new URL(first.webUrl).port) }, async () => {
      const statusOf = async (origin: string) => {
        const lines = ["GET /acme/widgets HTTP/1.1", "host: forge.test", `origin: ${origin}`];
        return (await sendLines(first, lines)).status;
      };
      expect(await statusOf("https://forge.test")).toBe(200);
      expect(await statusOf("http://forge.test")).toBe(403);
    });
  });
});

describe("a request of a page of another site without an origin", () => {
  const CROSS_SITE = ["sec-fetch-site: cross-site", "sec-fetch-site: same-site", "sec-fetch-site: other"];

  test("can only open pages, and load avatars", async ({ emulator }) => {
    const { host } = new URL(emulator.webUrl);
    const statusOf = async (path: string, lines: readonly string[], method = "GET") => {
      const request = [`${method} ${path} HTTP/1.1`, `host: ${host}`, "content-length: 0", ...lines];
      return (await sendLines(emulator, request)).status;
    };
    for (const site of CROSS_SITE) {
      const link = [site, "sec-fetch-mode: navigate", "sec-fetch-dest: document"];
      expect(await statusOf("/acme/widgets", link)).toBe(200);
      expect(await statusOf("/api/v3/repos/acme/widgets", link)).toBe(403);
      expect(await statusOf("/login", link, "POST")).toBe(403);
      expect(await statusOf("/logout", link, "POST")).toBe(403);
      expect(await statusOf("/_control/secrets", link)).toBe(403);
      for (const dest of ["iframe", "frame", "object", "embed"]) {
        expect(await statusOf("/acme/widgets", [site, "sec-fetch-mode: navigate", `sec-fetch-dest: ${dest}`])).toBe(
          403,
        );
      }
      for (const dest of ["image", "script", "style", "empty", "video"]) {
        const embedded = [site, "sec-fetch-mode: no-cors", `sec-fetch-dest: ${dest}`];
        for (const path of PATHS) expect(await statusOf(path, embedded)).toBe(403);
        expect(await statusOf("/avatars/alice.svg", embedded)).toBe(200);
        expect(await statusOf("/avatars/alice.svg", embedded, "POST")).toBe(403);
        for (const path of ["/avatars/../acme/widgets", "/avatars/../raw/acme/widgets/main/a.svg", "/avatars/alice"])
          expect(await statusOf(path, embedded)).toBe(403);
      }
    }
    expect(emulator.control.calls()).toEqual([]);
    for (const site of ["sec-fetch-site: same-origin", "sec-fetch-site: none"]) {
      expect(await statusOf("/api/v3/repos/acme/widgets", [site])).toBe(200);
    }
  });
});

test("no response but an avatar can be embedded or framed by pages of other origins", async ({ emulator }) => {
  const { webUrl, apiUrl } = emulator;
  const init = { headers: { authorization: `Bearer ${emulator.tokens["alice"]}` } };
  const isolationOf = async (url: string, init?: RequestInit) => {
    const { headers } = await fetch(url, init);
    return [headers.get("cross-origin-resource-policy"), headers.get("x-frame-options")];
  };
  for (const url of [
    ...[`${apiUrl}/user`, `${apiUrl}/nowhere`, `${apiUrl}/repos/acme/gears`, `${webUrl}/`, `${webUrl}/acme/widgets`],
    ...[`${webUrl}/_assets/turbo.js`, `${webUrl}/_assets/start.css`, `${webUrl}/nowhere`, `${webUrl}/_control/secrets`],
    ...[`${webUrl}/_health`, `${webUrl}/_services/token/.well-known/jwks`, emulator.startUrl],
  ]) {
    expect([url, ...(await isolationOf(url, init))]).toEqual([url, "same-origin", "DENY"]);
  }
  expect(await isolationOf(`${apiUrl}/user`, { method: "OPTIONS" })).toEqual(["same-origin", "DENY"]);
  expect(await isolationOf(webUrl, { headers: { origin: "http://evil.test" } })).toEqual(["same-origin", "DENY"]);
  expect(await isolationOf(`${webUrl}/avatars/alice.svg`)).toEqual(["cross-origin", "DENY"]);
});

test("an API call must name its program, unlike pages and preflight requests", async ({ emulator }) => {
  const host = `host: ${new URL(emulator.webUrl).host}`;
  const send = (line: string, agent: string) => sendLines(emulator, [`${line} HTTP/1.1`, host], { agent });
  for (const agent of ["", " "]) {
    const { status, head, text } = await send("GET /api/v3/repos/acme/widgets", agent);
    expect(status).toBe(403);
    expect(head).toContain("content-type: text/html");
    expect(text).toMatch(/^\r\nRequest forbidden by administrative rules\. .* has a User-Agent header \(https:.*\r\n$/);
  }
  expect(emulator.control.calls()).toEqual([]);
  expect((await send("GET /api/v3/repos/acme/widgets", "x")).status).toBe(200);
  expect((await send("OPTIONS /api/v3/repos/acme/widgets", "")).status).toBe(204);
  expect((await send("GET /acme/widgets", "")).status).toBe(200);
});

describe("options", () => {
  base.for<[options: EmulatorOptions, message: string]>([
    [{ allowOrigins: ["localhost:5173"] }, "allowOrigins must be * or an http or https origin without a path"],
    [{ allowOrigins: ["null"] }, "allowOrigins must be * or an http or https origin"],
    [{ allowOrigins: ["http://me:hunter2@page.test"] }, 'got "http://page.test"'],
    [{ allowHosts: ["http://forge.test"] }, 'allowHosts must be HOST or HOST:PORT, such as forge.test:8080, got "http'],
    [{ allowHosts: ["*"] }, "allowHosts must be HOST or HOST:PORT"],
    [{ allowHosts: ["forge.test:99999"] }, "allowHosts must be HOST or HOST:PORT"],
  ])("are rejected if invalid: %j", async ([options, message]) => {
    await expect(startEmulator(options)).rejects.toThrow(message);
  });
});

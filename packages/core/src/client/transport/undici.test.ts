import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import { connect, createServer as createNetServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { InputError } from "../../errors.ts";
import type { TransportRequest } from "./transport.ts";
import { type UndiciOptions, type UndiciTransport, undiciTransport } from "./undici.ts";

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of cleanups.splice(0).reverse()) await end();
  vi.unstubAllEnvs();
});

// Ignore the machine's own proxy settings.
beforeEach(() => {
  for (const name of ["http_proxy", "https_proxy", "no_proxy"]) {
    vi.stubEnv(name, undefined);
    vi.stubEnv(name.toUpperCase(), undefined);
  }
});

async function listen(server: Server, host = "127.0.0.1"): Promise<number> {
  server.listen(0, host);
  await once(server, "listening");
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server must listen on a port.");
  return address.port;
}

/** A service, its origin and its connections. */
async function startService(handler: RequestListener) {
  const server = createServer(handler);
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  return { origin: `http://127.0.0.1:${await listen(server)}`, sockets };
}

function transportWith(options?: UndiciOptions): UndiciTransport {
  const transport = undiciTransport(options);
  cleanups.push(() => transport.close());
  return transport;
}

const transportRequest = (url: string, fields: Partial<TransportRequest> = {}): TransportRequest => ({
  method: "GET",
  url: new URL(url),
  headers: {},
  body: undefined,
  responseType: "text",
  maxBytes: { text: 1_000_000, bytes: 1_000_000 },
  signal: undefined,
  ...fields,
});

/** Responds with the received request. */
const echo: RequestListener = async (incoming, outgoing) => {
  let body = "";
  for await (const chunk of incoming) body += chunk;
  outgoing.setHeader("content-type", "application/json");
  outgoing.end(JSON.stringify({ method: incoming.method, url: incoming.url, headers: incoming.headers, body }));
};

/** Timeouts for slow machines. */
const POLL_OPTIONS = { timeout: 30_000, interval: 5 };

/** Waits until a value is stable for many turns of the event loop, which drives both ends of each connection. */
async function waitUntilStable(read: () => number): Promise<void> {
  for (let [turns, last] = [0, read()]; turns < 100; turns += 1) {
    await turn();
    if (read() === last) continue;
    last = read();
    turns = 0;
  }
}

/** Waits until all data in transit has arrived. */
const settled = () => waitUntilStable(() => 0);

const errorCode = (error: unknown) => (error instanceof Error && "code" in error ? error.code : error);

describe("a request", () => {
  test("is sent unchanged, and its response is returned whatever the status", async () => {
    const { origin } = await startService((incoming, outgoing) => {
      outgoing.statusCode = incoming.url === "/missing?x=1" ? 404 : 200;
      echo(incoming, outgoing);
    });
    const transport = transportWith();
    const missing = await transport(
      transportRequest(`${origin}/missing?x=1`, { headers: { accept: "a/b" }, responseType: "bytes" }),
    );
    expect(missing.status).toBe(404);
    expect(missing.bytes).toBeUndefined();
    expect(JSON.parse(missing.text)).toMatchObject({ method: "GET", url: "/missing?x=1", headers: { accept: "a/b" } });
    const headers = { "content-type": "application/json", "user-agent": "mine" };
    const posted = await transport(transportRequest(origin, { method: "POST", headers, body: '{"a":"ü"}' }));
    expect(posted.status).toBe(200);
    expect(JSON.parse(posted.text)).toMatchObject({ method: "POST", headers, body: '{"a":"ü"}' });
  });

  test("follows no redirect", async () => {
    const { origin } = await startService((_, outgoing) =>
      outgoing.writeHead(302, { location: "/elsewhere" }).end("moved"),
    );
    const { status, headers, text } = await transportWith()(transportRequest(origin, { responseType: "stream" }));
    expect([status, headers.get("location"), text]).toEqual([302, "/elsewhere", "moved"]);
  });
});

describe("a body", () => {
  const allBytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);

  test("is read as text without a byte-order mark, or as bytes", async () => {
    const { origin } = await startService(({ url }, outgoing) =>
      outgoing.end(url === "/bytes" ? allBytes : "\ufeff{}"),
    );
    const transport = transportWith();
    expect((await transport(transportRequest(origin))).text).toBe("{}");
    const response = await transport(transportRequest(`${origin}/bytes`, { responseType: "bytes" }));
    expect(response.bytes).toEqual(allBytes);
    expect(response.text).toBe("");
  });

  test("is streamed chunk by chunk", async () => {
    let sendRest = () => {};
    const { origin } = await startService((_, outgoing) => {
      outgoing.write("one");
      sendRest = () => outgoing.end("two");
    });
    const { stream, text } = await transportWith()(transportRequest(origin, { responseType: "stream" }));
    expect(text).toBe("");
    expect(stream).toBeInstanceOf(ReadableStream);
    const reader = stream?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("one");
    sendRest();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("two");
    expect(await reader?.read()).toEqual({ done: true, value: undefined });
  });

  test("is read with backpressure, and aborted by cancelling the stream", async () => {
    let sent = 0;
    let isClosed = false;
    function* pieces() {
      for (; sent < 1000; sent += 1) yield new Uint8Array(64 * 1024);
    }
    const { origin } = await startService((_, outgoing) => {
      Readable.from(pieces()).pipe(outgoing);
      outgoing.on("close", () => {
        isClosed = true;
      });
    });
    const { stream } = await transportWith()(transportRequest(origin, { responseType: "stream" }));
    const reader = stream?.getReader();
    await reader?.read();
    await waitUntilStable(() => sent);
    expect(sent).toBeLessThan(1000);
    await reader?.cancel();
    await vi.waitFor(() => expect(isClosed).toBe(true), POLL_OPTIONS);
  });

  test.each([
    ["gzip", gzipSync],
    ["br", brotliCompressSync],
  ])("with content encoding %s is decompressed", async (encoding, pack) => {
    const { origin } = await startService((_, outgoing) =>
      outgoing.writeHead(200, { "content-encoding": encoding }).end(pack("plain ü")),
    );
    const transport = transportWith();
    expect((await transport(transportRequest(origin))).text).toBe("plain ü");
    const { bytes } = await transport(transportRequest(origin, { responseType: "bytes" }));
    expect(bytes).toEqual(new TextEncoder().encode("plain ü"));
    const { stream } = await transport(transportRequest(origin, { responseType: "stream" }));
    expect(await new Response(stream).text()).toBe("plain ü");
  });

  test.each([200, 204, 304, 404])("that is empty is not decompressed: %d", async (status) => {
    const { origin } = await startService((_, outgoing) =>
      outgoing.writeHead(status, { "content-encoding": "gzip" }).end(),
    );
    const transport = transportWith();
    expect(await transport(transportRequest(origin))).toMatchObject({ status, text: "" });
    expect(
      (await transport(transportRequest(origin, { responseType: "bytes" }))).bytes ?? new Uint8Array(),
    ).toHaveLength(0);
  });

  test("with a wrong content encoding is an error", async () => {
    const { origin } = await startService((_, outgoing) =>
      outgoing.writeHead(200, { "content-encoding": "gzip" }).end("plain"),
    );
    expect(errorCode(await transportWith()(transportRequest(origin)).catch((error: unknown) => error))).toBe(
      "Z_DATA_ERROR",
    );
  });
});

describe("response headers", () => {
  const fetchHeaders = async () => {
    const { origin } = await startService((_, outgoing) => {
      outgoing.setHeader("X-One", "1");
      outgoing.setHeader("link", ["<a>; rel=next", "<b>; rel=last"]);
      outgoing.setHeader("set-cookie", ["a=1", "b=2"]);
      outgoing.setHeader("x-latin", "\u00fc");
      outgoing.sendDate = false;
      outgoing.end();
    });
    return (await transportWith()(transportRequest(origin))).headers;
  };

  test("are case-insensitive", async () => {
    const headers = await fetchHeaders();
    expect(headers.get("x-ONE")).toBe("1");
    expect(headers.get("Link")).toBe("<a>; rel=next, <b>; rel=last");
    expect(headers.get("x-latin")).toBe("\u00fc");
    expect(headers.has("X-One")).toBe(true);
    for (const name of ["x-two", "constructor", "__proto__"]) {
      expect(headers.get(name)).toBeNull();
      expect(headers.has(name)).toBe(false);
    }
  });

  test("otherwise behave like the platform's", async () => {
    const headers = await fetchHeaders();
    expect(headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    const entries = [...headers].filter(([name]) => !/^(connection|keep-alive|content-length)$/.test(name));
    expect(entries).toEqual([
      ["link", "<a>; rel=next, <b>; rel=last"],
      ["set-cookie", "a=1"],
      ["set-cookie", "b=2"],
      ["x-latin", "\u00fc"],
      ["x-one", "1"],
    ]);
    expect([...headers.entries()]).toEqual([...headers]);
    expect([...headers.keys()]).toEqual([...headers].map(([name]) => name));
    expect([...headers.values()]).toEqual([...headers].map(([, value]) => value));
    const visited: string[] = [];
    headers.forEach((value, name) => {
      visited.push(`${name}=${value}`);
    });
    expect(visited).toContain("x-one=1");
    expect(new Headers(headers).get("x-one")).toBe("1");
    expect(new Response(null, { headers }).headers.get("x-one")).toBe("1");
  });

  test("can be modified", async () => {
    const headers = await fetchHeaders();
    headers.set("x-one", "2");
    headers.append("x-one", "3");
    headers.append("x-two", "4");
    headers.delete("link");
    expect([headers.get("X-One"), headers.get("x-two"), headers.get("link")]).toEqual(["2, 3", "4", null]);
    expect([headers.has("x-two"), headers.has("link")]).toEqual([true, false]);
  });
});

describe("a failure", () => {
  test("has the platform's error code", async () => {
    const { origin } = await startService((_, outgoing) => outgoing.destroy());
    const transport = transportWith();
    const failure = (url: string) => transport(transportRequest(url)).then(() => "a response", errorCode);
    expect(await failure(origin)).toMatch(/^(UND_ERR_SOCKET|ECONNRESET)$/);
    const closed = createServer();
    const port = await listen(closed);
    closed.close();
    await once(closed, "close");
    expect(await failure(`http://127.0.0.1:${port}`)).toBe("ECONNREFUSED");
  });

  const broken: RequestListener = (_, outgoing) => {
    outgoing.writeHead(200, { "content-length": "100" });
    outgoing.write("half", () => outgoing.destroy());
  };

  test.each(["text", "bytes"] as const)("can be a lost connection while reading %s", async (responseType) => {
    const { origin } = await startService(broken);
    const wrong = await transportWith()(transportRequest(origin, { responseType })).catch((error: unknown) => error);
    expect(errorCode(wrong)).toMatch(/^(UND_ERR_SOCKET|ECONNRESET)$/);
  });

  test("can be a lost connection while streaming, whenever the stream is read", async () => {
    const { origin } = await startService(broken);
    const transport = transportWith();
    const read = async (stream: ReadableStream<Uint8Array> | undefined) => {
      const reader = stream?.getReader();
      for (;;) if ((await reader?.read())?.done ?? true) return "the end";
    };
    const getStream = async () => (await transport(transportRequest(origin, { responseType: "stream" }))).stream;
    expect(errorCode(await read(await getStream()).catch((error: unknown) => error))).toMatch(
      /^(UND_ERR_SOCKET|ECONNRESET)$/,
    );
    const unreadStream = await getStream();
    await getStream();
    await settled();
    expect(errorCode(await read(unreadStream).catch((error: unknown) => error))).toMatch(
      /^(UND_ERR_SOCKET|ECONNRESET)$/,
    );
  });
});

describe("a signal", () => {
  const reason = new Error("enough");

  test("aborts a request before it is sent, while it waits and while it is read", async () => {
    const sent: string[] = [];
    const { origin } = await startService(({ url = "" }, outgoing) => {
      sent.push(url);
      if (url !== "/silent") outgoing.write("half");
    });
    const transport = transportWith();
    await expect(transport(transportRequest(origin, { signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
    expect(sent).toEqual([]);
    for (const path of ["/silent", "/half"]) {
      const controller = new AbortController();
      const call = transport(transportRequest(origin + path, { signal: controller.signal }));
      call.catch(() => {});
      await vi.waitFor(() => expect(sent).toContain(path), POLL_OPTIONS);
      await settled();
      controller.abort(reason);
      await expect(call).rejects.toBe(reason);
    }
  });

  test("aborts a request that waits for a connection, without sending it", async () => {
    const sent: (string | undefined)[] = [];
    const respond = Promise.withResolvers<void>();
    const { origin } = await startService(async ({ url }, outgoing) => {
      sent.push(url);
      await respond.promise;
      outgoing.end();
    });
    const transport = transportWith({ connections: 1 });
    const first = transport(transportRequest(`${origin}/first`));
    const controller = new AbortController();
    const second = transport(transportRequest(`${origin}/second`, { signal: controller.signal }));
    let isFirstDone = false;
    first.then(() => {
      isFirstDone = true;
    });
    controller.abort(reason);
    await expect(second).rejects.toBe(reason);
    expect(isFirstDone).toBe(false);
    respond.resolve();
    await first;
    await transport(transportRequest(`${origin}/third`));
    expect(sent).toEqual(["/first", "/third"]);
  });

  test("aborts a request during connection setup", async () => {
    // A service that never completes the TLS handshake.
    const hangingServer = createNetServer();
    const sockets = new Set<Socket>();
    hangingServer.on("connection", (socket) => sockets.add(socket));
    hangingServer.listen(0, "127.0.0.1");
    await once(hangingServer, "listening");
    cleanups.push(() => {
      for (const socket of sockets) socket.destroy();
      hangingServer.close();
    });
    const address = hangingServer.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const controller = new AbortController();
    const transport = undiciTransport();
    const call = transport(transportRequest(`https://127.0.0.1:${port}/`, { signal: controller.signal }));
    call.catch(() => {});
    await vi.waitFor(() => expect(sockets.size).toBe(1), POLL_OPTIONS);
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
  });

  test("aborts a stream, even if it has not been read yet", async () => {
    const { origin } = await startService((_, outgoing) => outgoing.write("half"));
    const transport = transportWith();
    for (const isPartlyRead of [true, false]) {
      const controller = new AbortController();
      const { stream } = await transport(
        transportRequest(origin, { responseType: "stream", signal: controller.signal }),
      );
      const reader = stream?.getReader();
      if (isPartlyRead) await reader?.read();
      controller.abort(reason);
      await settled();
      const readToEnd = async () => {
        for (;;) if ((await reader?.read())?.done) return;
      };
      await expect(readToEnd()).rejects.toBe(reason);
    }
  });

  test("aborts the decompression of a body that has arrived", async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    const { origin } = await startService((_, outgoing) => {
      outgoing.writeHead(200, { "content-encoding": "gzip" }).end(bomb);
    });
    const controller = new AbortController();
    const { stream } = await transportWith()(
      transportRequest(origin, { responseType: "stream", signal: controller.signal }),
    );
    const reader = stream?.getReader();
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
    await settled();
    controller.abort(reason);
    await expect(reader?.read()).rejects.toBe(reason);
  });

  test("has no effect after the end of the request", async () => {
    const { origin } = await startService(echo);
    const controller = new AbortController();
    const transport = transportWith();
    await transport(transportRequest(origin, { signal: controller.signal }));
    controller.abort(reason);
    expect((await transport(transportRequest(origin))).status).toBe(200);
  });
});

describe("connections", () => {
  test("are reused: twenty calls need one", async () => {
    const { origin, sockets } = await startService(echo);
    const transport = transportWith();
    for (let call = 0; call < 20; call += 1)
      await transport(transportRequest(origin, { method: call % 2 ? "POST" : "GET" }));
    expect(sockets.size).toBe(1);
  });

  test("do not exceed the configured number", async () => {
    let arrived = 0;
    const respond = Promise.withResolvers<void>();
    const { origin, sockets } = await startService(async (incoming, outgoing) => {
      arrived += 1;
      await respond.promise;
      echo(incoming, outgoing);
    });
    const transport = transportWith({ connections: 2 });
    const calls = Promise.all(Array.from({ length: 10 }, () => transport(transportRequest(origin))));
    await vi.waitFor(() => expect(arrived).toBe(2), POLL_OPTIONS);
    await settled();
    expect([arrived, sockets.size]).toEqual([2, 2]);
    respond.resolve();
    await calls;
    expect([arrived, sockets.size]).toEqual([10, 2]);
  });

  test("are closed after the configured idle time", async () => {
    const { origin, sockets } = await startService(echo);
    await transportWith({ keepAlive: 20 })(transportRequest(origin));
    await vi.waitFor(() => expect([...sockets].map(({ destroyed }) => destroyed)).toEqual([true]), POLL_OPTIONS);
  });

  test("are closed with the transport, once pending requests have ended", async () => {
    const respond = Promise.withResolvers<void>();
    const { origin, sockets } = await startService(async (incoming, outgoing) => {
      await respond.promise;
      echo(incoming, outgoing);
    });
    const transport = transportWith();
    const call = transport(transportRequest(origin));
    await vi.waitFor(() => expect(sockets.size).toBe(1), POLL_OPTIONS);
    let isClosed = false;
    const closing = transport.close().then(() => {
      isClosed = true;
    });
    await settled();
    expect(isClosed).toBe(false);
    respond.resolve();
    await closing;
    expect((await call).status).toBe(200);
    await transport.close();
    expect(errorCode(await transport(transportRequest(origin)).catch((error: unknown) => error))).toMatch(/^UND_ERR_/);
    await vi.waitFor(() => expect([...sockets].map(({ destroyed }) => destroyed)).toEqual([true]), POLL_OPTIONS);
  });

  test("that are idle do not keep the process alive", async () => {
    const { origin } = await startService((incoming, outgoing) => {
      outgoing.setHeader("keep-alive", "timeout=600");
      echo(incoming, outgoing);
    });
    const script = `
      import { undiciTransport } from ${JSON.stringify(new URL("./undici.ts", import.meta.url).href)};
      const transport = undiciTransport({ keepAlive: 600_000 });
      const url = new URL(${JSON.stringify(origin)});
      const maxBytes = { text: 1000, bytes: 1000 };
      const fields = { method: "GET", url, headers: {}, body: undefined, responseType: "text", maxBytes };
      const { status } = await transport(fields);
      process.stdout.write(String(status));
    `;
    const child = spawn(process.execPath, ["--input-type=module", "--no-warnings", "--eval", script]);
    let printed = "";
    child.stdout.on("data", (chunk) => {
      printed += chunk;
    });
    child.stderr.on("data", (chunk) => {
      printed += chunk;
    });
    onTestFinished(() => void child.kill());
    const [code] = await once(child, "close");
    expect([code, printed]).toEqual([0, "200"]);
  });
});

/** The origin under an address that also leads to this machine, but counts as another one. */
const atRemoteHost = (origin: string) => origin.replace("127.0.0.1", "0.0.0.0");

/** A proxy that supports tunnels and plain requests. */
async function startProxy(respondToConnect?: (socket: Socket) => void) {
  const tunnels: string[] = [];
  const forwarded: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const server = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    forwarded.push(incoming.url ?? "");
    authorizations.push(incoming.headers["proxy-authorization"]);
    const { method, headers } = incoming;
    const forwarding = forward(incoming.url ?? "", { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(forwarding);
  });
  server.on("connect", ({ url = "", headers }: IncomingMessage, socket: Socket, head: Buffer) => {
    tunnels.push(url);
    authorizations.push(headers["proxy-authorization"]);
    if (respondToConnect) return respondToConnect(socket);
    const { hostname, port } = new URL(`http://${url}`);
    const target = connect(Number(port), hostname, () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      target.write(head);
      target.pipe(socket).pipe(target);
    });
    for (const peer of [socket, target]) {
      peer.on("error", () => {});
      peer.on("close", () => {
        socket.destroy();
        target.destroy();
      });
    }
  });
  return { address: `http://127.0.0.1:${await listen(server)}`, tunnels, forwarded, authorizations };
}

describe("a proxy", () => {
  test("from an environment variable forwards http requests", async () => {
    const { origin } = await startService(echo);
    const { address, forwarded, tunnels } = await startProxy();
    vi.stubEnv("HTTP_PROXY", address);
    const url = `${atRemoteHost(origin)}/x?y=1`;
    const response = await transportWith()(transportRequest(url, { method: "POST", body: "{}" }));
    expect(JSON.parse(response.text)).toMatchObject({ method: "POST", url: "/x?y=1", body: "{}" });
    expect([forwarded, tunnels]).toEqual([[url], []]);
  });

  test("is not used for hosts in NO_PROXY, or if it is disabled", async () => {
    const { origin } = await startService(echo);
    const url = atRemoteHost(origin);
    const { address, forwarded } = await startProxy();
    vi.stubEnv("HTTP_PROXY", address);
    await transportWith({ proxy: false })(transportRequest(url));
    vi.stubEnv("NO_PROXY", "forge.test, 0.0.0.0");
    await transportWith()(transportRequest(url));
    expect(forwarded).toEqual([]);
    vi.stubEnv("NO_PROXY", "forge.test");
    await transportWith()(transportRequest(url));
    expect(forwarded).toHaveLength(1);
  });

  test.each([
    ["an environment variable", "localhost"],
    ["an environment variable", "127.0.0.1"],
    ["an environment variable", "[::1]"],
    ["the options", "localhost"],
    ["the options", "127.0.0.1"],
    ["the options", "[::1]"],
  ])("from %s receives no unencrypted request to this machine: %s", async (source, host) => {
    const { origin } = await startService(echo);
    const { address, forwarded, tunnels } = await startProxy();
    if (source === "an environment variable") vi.stubEnv("HTTP_PROXY", address);
    const transport = transportWith(source === "the options" ? { proxy: address } : {});
    const headers = { authorization: "Bearer ghp_x" };
    const url = origin.replace("127.0.0.1", host);
    const outcome = await transport(transportRequest(url, { headers })).then(({ status }) => status, errorCode);
    // The service only listens on the IPv4 address.
    expect(outcome).toEqual(host === "[::1]" ? expect.stringMatching(/^E[A-Z]+$/) : 200);
    expect([forwarded, tunnels]).toEqual([[], []]);
    await transport.close();
  });

  test("in the options overrides the environment variables, and receives its password", async () => {
    const { origin, sockets } = await startService(echo);
    const { address, forwarded, authorizations } = await startProxy();
    vi.stubEnv("NO_PROXY", "*");
    const transport = transportWith({ proxy: address.replace("//", "//me:word@"), connections: 2 });
    const url = atRemoteHost(origin);
    const responses = await Promise.all(Array.from({ length: 6 }, () => transport(transportRequest(url))));
    expect(forwarded).toHaveLength(6);
    expect(sockets.size).toBeGreaterThan(0);
    expect(new Set(authorizations)).toEqual(new Set([`Basic ${btoa("me:word")}`]));
    expect(responses.map(({ text }) => JSON.parse(text).headers["authorization"])).toEqual(
      responses.map(() => undefined),
    );
  });

  test("that rejects a request is an error, without a retry", async () => {
    const { address, tunnels } = await startProxy((socket) => {
      socket.end("HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n");
    });
    const wrong = transportWith({ proxy: address })(transportRequest("https://forge.test/"));
    expect(errorCode(await wrong.catch((error: unknown) => error))).toBe("UND_ERR_ABORTED");
    expect(tunnels).toEqual(["forge.test:443"]);
  });

  const openssl = spawnSync("openssl", ["version"]).status === 0;
  test.skipIf(!openssl)("from an environment variable tunnels https requests", async () => {
    const folder = mkdtempSync(join(tmpdir(), "forgehand-"));
    cleanups.push(() => rmSync(folder, { recursive: true }));
    const [keyFile, certFile] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const result = spawnSync("openssl", [
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:prime256v1",
      "-nodes",
      "-days",
      "2",
      "-subj",
      "/CN=localhost",
      "-addext",
      "subjectAltName=DNS:localhost,IP:127.0.0.1",
      "-keyout",
      keyFile,
      "-out",
      certFile,
    ]);
    expect(result.status, String(result.stderr)).toBe(0);
    const [key, cert] = [readFileSync(keyFile, "utf8"), readFileSync(certFile, "utf8")];
    const port = await listen(createTlsServer({ key, cert }, echo));
    const { address, tunnels, forwarded } = await startProxy();
    vi.stubEnv("HTTPS_PROXY", address);
    const url = `https://localhost:${port}/x`;
    const transport = transportWith();
    const untrusted = await transport(transportRequest(url)).catch((error: unknown) => error);
    expect(errorCode(untrusted)).toMatch(/SELF_SIGNED/);

    const trusted = getCACertificates("default");
    cleanups.push(() => setDefaultCACertificates(trusted));
    setDefaultCACertificates([...trusted, cert]);
    tunnels.length = 0;
    const headers = { authorization: "Bearer ghp_x" };
    for (let call = 0; call < 3; call += 1) {
      const response = await transport(transportRequest(url, { headers }));
      expect(JSON.parse(response.text)).toMatchObject({ url: "/x", headers });
    }
    expect([tunnels, forwarded]).toEqual([[`localhost:${port}`], []]);
  });
});

describe("invalid options", () => {
  const fieldOf = (options: unknown) => {
    try {
      Reflect.apply(undiciTransport, undefined, [options]);
    } catch (error) {
      return error instanceof InputError ? error.field : error;
    }
    return "none";
  };

  test.each([
    ["options", null],
    ["connections", { connections: 0 }],
    ["connections", { connections: 1.5 }],
    ["connections", { connections: "2" }],
    ["keepAlive", { keepAlive: -1 }],
    ["keepAlive", { keepAlive: Number.POSITIVE_INFINITY }],
    ["keepAlive", { keepAlive: 2 ** 31 }],
    ["proxy", { proxy: true }],
    ["proxy", { proxy: "" }],
    ["proxy", { proxy: "proxy.test:3128" }],
    ["proxy", { proxy: "socks5://proxy.test" }],
    ["sockets", { sockets: 1 }],
  ])("are named in the error: %s", (field, options) => {
    expect(fieldOf(options)).toBe(field);
  });

  test("include proxy URLs from environment variables, whose passwords are not repeated", () => {
    vi.stubEnv("HTTPS_PROXY", "me:word@proxy.test:3128");
    expect(() => undiciTransport()).toThrow(
      "proxy must be an http or https URL in the environment variable HTTPS_PROXY.",
    );
    expect(fieldOf({ proxy: false })).toBe("none");
  });
});

import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  listRepositoryHooks,
  starRepository,
  unstarRepository,
  updateRepositoryHook,
} from "@forgehand/core/operations";
import { createReceiver, type DeliveryToSign, type SignedDelivery, signDelivery } from "@forgehand/core/webhooks";
import { nodeListener } from "@forgehand/core/webhooks/node";
import { startEmulator } from "@forgehand/emulator";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import * as z from "zod/mini";
import { realPayload } from "../../../packages/core/src/webhooks/real-payload.fixture.ts";
import { readBlocks } from "../../documents/blocks.ts";
import { writeModules } from "../../documents/modules.ts";
import { createServiceClient, WIDGETS } from "../../service/service-client.ts";
import { type RunningExample, runExample } from "./run-example.ts";

// Runs the examples of docs/webhooks.md.

const SECRET = "It's a Secret to Everybody";

const DOCUMENT = "docs/webhooks.md";
const blocks = readBlocks(DOCUMENT);
const examples = await writeModules(blocks);
afterAll(() => examples.remove());
const pathOf = (name: string) => join(examples.folder(DOCUMENT), name);

const star = realPayload("star", { action: "created" });
const LINE = "created Codertocat/Hello-World";

const signed = (delivery: Partial<DeliveryToSign> = {}) =>
  signDelivery({ event: "star", payload: star, secret: SECRET, ...delivery });

/** Sends a delivery and returns the response's status. */
type SendDelivery = (delivery: SignedDelivery) => Promise<number>;

/**
 * Checks what every server must do with deliveries.
 * @param lines returns what its handler printed
 */
async function expectReceives(send: SendDelivery, lines: () => readonly string[], handled = 200): Promise<void> {
  const delivery = await signed();
  expect(await send(await signed({ secret: "another" }))).toBe(401);
  expect(await send(delivery)).toBe(handled);
  await vi.waitFor(() => expect(lines()).toEqual([LINE]), { interval: 10 });
  expect(await send(delivery)).toBe(200);
  expect(await send(await signed({ contentType: "form" }))).toBe(handled);
  await vi.waitFor(() => expect(lines()).toEqual([LINE, LINE]), { interval: 10 });
  expect(await send({ ...delivery, headers: { ...delivery.headers, "Content-Type": "text/plain" } })).toBe(415);
  expect(lines()).toEqual([LINE, LINE]);
}

test("every block is a complete file", () => {
  expect(blocks.filter(({ title }) => title === undefined)).toEqual([]);
  expect(blocks.length).toBeGreaterThan(10);
});

describe("served by Node", () => {
  const started: RunningExample[] = [];
  afterAll(() => {
    for (const example of started) example.process.kill("SIGKILL");
  });
  const startExample = async (name: string): Promise<RunningExample> => {
    const example = await runExample(pathOf(name), { WEBHOOK_SECRET: SECRET });
    started.push(example);
    return example;
  };
  const createSender =
    ({ url }: RunningExample): SendDelivery =>
    async (delivery) => {
      const response = await fetch(url, delivery);
      await response.text();
      return response.status;
    };

  test.concurrent.each(["server.ts", "express.ts", "fastify.ts"])("%s receives deliveries", async (name) => {
    const example = await startExample(name);
    await expectReceives(createSender(example), example.lines);
    // The delivery with an invalid signature is logged on the console.
    expect(example.errors()).toEqual([expect.stringContaining("A delivery was rejected")]);
  });

  test.concurrent("stop.ts finishes accepted deliveries before it exits, and remembers them after a restart", async () => {
    const example = await startExample("stop.ts");
    const delivery = await signed();
    expect(await createSender(example)(delivery)).toBe(202);
    example.process.kill("SIGTERM");
    expect(await example.exited).toBe(0);
    expect(example.lines()).toEqual([LINE]);
    const restarted = await startExample("stop.ts");
    expect(await createSender(restarted)(delivery)).toBe(200);
    expect(restarted.lines()).toEqual([]);
  });
});

describe("called with requests", () => {
  let printed: string[] = [];

  beforeAll(() => {
    vi.stubEnv("WEBHOOK_SECRET", SECRET);
  });
  beforeEach(() => {
    printed = [];
    vi.spyOn(console, "log").mockImplementation((...words) => void printed.push(words.join(" ")));
    vi.spyOn(console, "error").mockImplementation(() => {});
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => {
    vi.unstubAllEnvs();
  });

  const importExample = <T>(schema: z.ZodMiniType<T>, name: string): Promise<T> =>
    import(/* @vite-ignore */ pathOf(name)).then((module: unknown) => z.parse(schema, module));
  const functionSchema = <T>() => z.custom<T>((value) => typeof value === "function");
  const Route = z.object({ POST: functionSchema<(request: Request) => Promise<Response>>() });
  const request = (delivery: SignedDelivery) => new Request("http://here/webhooks", delivery);

  test("next.ts receives deliveries", async () => {
    const { POST } = await importExample(Route, "next.ts");
    await expectReceives(
      async (delivery) => (await POST(request(delivery))).status,
      () => printed,
    );
  });

  test("hono.ts receives deliveries", async () => {
    const App = z.object({ default: z.object({ fetch: functionSchema<(request: Request) => Promise<Response>>() }) });
    const { default: app } = await importExample(App, "hono.ts");
    await expectReceives(
      async (delivery) => (await app.fetch(request(delivery))).status,
      () => printed,
    );
  });

  test("worker.ts receives deliveries", async () => {
    type Fetch = (request: Request, env: object, context: object) => Promise<Response>;
    const { default: worker } = await importExample(
      z.object({ default: z.object({ fetch: functionSchema<Fetch>() }) }),
      "worker.ts",
    );
    const waitingPromises: Promise<unknown>[] = [];
    const context = { waitUntil: (work: Promise<unknown>) => waitingPromises.push(work) };
    const send: SendDelivery = async (delivery) =>
      (await worker.fetch(request(delivery), { WEBHOOK_SECRET: SECRET }, context)).status;
    await expectReceives(send, () => printed, 202);
    expect((await Promise.all(waitingPromises)).length).toBeGreaterThanOrEqual(2);
  });

  test("lambda.ts receives deliveries", async () => {
    const Handler = z.object({ handler: functionSchema<(event: object) => Promise<{ statusCode: number }>>() });
    const { handler } = await importExample(Handler, "lambda.ts");
    let sent = 0;
    // Lambda passes bodies as text or as base64.
    const send: SendDelivery = async ({ method, headers, body }) => {
      const isBase64Encoded = sent++ % 2 === 0;
      const { statusCode } = await handler({
        requestContext: { http: { method } },
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
        body: Buffer.from(body).toString(isBase64Encoded ? "base64" : "utf8"),
        isBase64Encoded,
      });
      return statusCode;
    };
    await expectReceives(send, () => printed);
  });

  test("narrowing.ts handles known and unknown events", async () => {
    const { POST } = await importExample(Route, "narrowing.ts");
    const send = async (delivery: Partial<DeliveryToSign>) => (await POST(request(await signed(delivery)))).status;
    expect(await send({})).toBe(200);
    expect(await send({ event: "brand_new", payload: { action: "made", thing: 1 } })).toBe(200);
    expect(printed).toEqual([expect.stringMatching(/^a star at 20\d\d-/), "brand_new: action, thing"]);
  });

  test("read.ts reads valid deliveries and rejects others", async () => {
    const { POST } = await importExample(Route, "read.ts");
    expect((await POST(request(await signed()))).status).toBe(204);
    expect((await POST(request(await signed({ secret: "another" })))).status).toBe(401);
    expect(printed).toEqual([LINE]);
  });
});

/** Runs an example to its end and returns what it printed. */
async function runToEnd(name: string, environment: Readonly<Record<string, string>> = {}) {
  const env = { PATH: process.env["PATH"], ...environment };
  const { stdout } = await promisify(execFile)(process.execPath, [pathOf(name)], { env });
  return stdout;
}

test("receiver.test.ts passes", async () => {
  expect(await runToEnd("receiver.test.ts")).toMatch(/^. pass 1$/m);
});

test("recover.ts handles failed events once and does not repeat handled ones", async () => {
  const emulator = await startEmulator();
  const [handled, failed]: [string[], string[]] = [[], []];
  const receiver = createReceiver({
    secrets: SECRET,
    on: {
      star: ({ guid }) => {
        const fails = failed.length < 2;
        (fails ? failed : handled).push(guid);
        if (fails) throw new Error("not yet");
      },
    },
    onError: () => {},
  });
  const server = createServer(nodeListener(receiver)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.close();
    await emulator.stop();
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The receiver does not listen on a port.");
  const { call } = createServiceClient(emulator);
  const [hook] = await call(listRepositoryHooks, WIDGETS);
  if (!hook) throw new Error("The repository must have a webhook.");
  const host = `127.0.0.1:${address.port}`;
  emulator.control.allowHookHost(host);
  const config = { url: `http://${host}`, content_type: "form", secret: SECRET } as const;
  await call(updateRepositoryHook, { ...WIDGETS, hook_id: hook.id, config, events: ["star"] });
  for (const operation of [starRepository, unstarRepository, starRepository, unstarRepository]) {
    await call(operation, WIDGETS);
    await emulator.control.settled();
  }
  expect([handled.length, failed.length]).toEqual([2, 2]);
  const environment = { API_URL: emulator.apiUrl, TOKEN: emulator.tokens["alice"] ?? "", HOOK_ID: String(hook.id) };
  const output = await runToEnd("recover.ts", environment);
  await emulator.control.settled();
  expect(handled.slice(2).toSorted()).toEqual(failed.toSorted());
  const redeliveryLines = failed.map(
    (guid) => `star ${guid} failed 1 times (Invalid HTTP Response: 500): sending it again`,
  );
  expect(output.trim().split("\n")).toEqual([...redeliveryLines, "0 are lost, 0 have used up their attempts"]);
  expect(await runToEnd("recover.ts", environment)).toBe("0 are lost, 0 have used up their attempts\n");
  expect(new Set(handled).size).toBe(4);
});

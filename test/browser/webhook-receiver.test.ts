import { createServer, type Server } from "node:http";
import { signDelivery } from "@forgehand/core/webhooks";
import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { realPayload } from "../../packages/core/src/webhooks/real-payload.fixture.ts";
import type { Workerd } from "../service/workerd.ts";
import { bundleReceiver } from "./runtimes/bundle-receiver.ts";
import { startWorkerd } from "./runtimes/workerd.ts";
import { newContext } from "./session.ts";

/** A star event's payload from the real service. */
const payload = realPayload("star", { action: "created" });

/** Results of the deliveries in every runtime. */
const EXPECTED = {
  published: { valid: true },
  read: ["one", 1, { type: "repository", id: 1 }, "2019-05-15T15:20:40Z"],
  first: "200 Handled.",
  again: "200 The delivery was already handled.",
  failing: "500 The delivery could not be handled.",
  forged: "401 The signature is missing or invalid.",
  unsigned: "401 The signature is missing or invalid.",
  unknown: "200 No handler for brand_new.",
  large: 413,
  handled: ["one created by Codertocat"],
};

const PAGE = "<!doctype html><title>Receiving</title>";
const SERVICE_WORKER = `import { receiveDeliveries } from "./built.mjs";
addEventListener("message", async ({ data, ports: [port] }) => {
  port.postMessage(await receiveDeliveries(data).catch((error) => String(error?.stack ?? error)));
});
`;

/** Sends a message to the page's service worker. */
const SEND_TO_WORKER_SCRIPT = `async (payload) => {
  await navigator.serviceWorker.register("/worker.mjs", { type: "module" });
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
    active.postMessage(payload, [port2]);
  });
}`;

describe("the built package receives deliveries", () => {
  let moduleText: string;
  let runtime: Workerd;
  let context: BrowserContext;
  let server: Server;
  beforeAll(async () => {
    moduleText = await bundleReceiver();
    const files = new Map([
      ["/", ["text/html", PAGE]],
      ["/worker.mjs", ["text/javascript", SERVICE_WORKER]],
      ["/built.mjs", ["text/javascript", moduleText]],
    ] as const);
    server = createServer(({ url }, response) => {
      const [type, text] = [...files].find(([path]) => path === url)?.[1] ?? ["text/plain", ""];
      response.setHeader("content-type", type).end(text);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    [runtime, context] = await Promise.all([startWorkerd(moduleText), newContext()]);
  });
  afterAll(async () => {
    await Promise.all([runtime.stop(), context.close()]);
    server.close();
  });

  test("in Node", async () => {
    const module = await import(`data:text/javascript;base64,${Buffer.from(moduleText).toString("base64")}`);
    expect(await module.receiveDeliveries(payload)).toEqual(EXPECTED);
  });

  test("in a service worker", async () => {
    const page = await context.newPage();
    const address = server.address();
    await page.goto(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`);
    const result = await page.evaluate(`(${SEND_TO_WORKER_SCRIPT})(${JSON.stringify(payload)})`);
    expect(result).toEqual(EXPECTED);
  });

  test("in workerd", async () => {
    const result = await fetch(`${runtime.url}/receiving`, { method: "POST", body: JSON.stringify(payload) });
    expect(await result.json()).toEqual(EXPECTED);
  });

  test("over HTTP in workerd", async () => {
    const secret = "It's a Secret to Everybody";
    const post = async (signed: RequestInit) => {
      const response = await fetch(`${runtime.url}/deliveries`, signed);
      return `${response.status} ${await response.text()}`.trim();
    };
    const signed = await signDelivery({ event: "star", payload, secret, contentType: "form" });
    expect(await post(signed)).toBe("200 Handled.");
    expect(await post(signed)).toBe("200 The delivery was already handled.");
    expect(await post({ ...signed, body: "payload=%7B%7D" })).toBe("401 The signature is missing or invalid.");
    expect(await post({ headers: signed.headers })).toBe("405 The method of a delivery must be POST.");
  });
});

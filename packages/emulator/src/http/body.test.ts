import { once } from "node:events";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { expect } from "vitest";
import type { Emulator } from "../public.ts";
import { requestJson } from "../requests.fixture.ts";
import { test } from "../vitest.ts";

/** Sends a body in chunks, without a `Content-Length`. */
async function putChunked({ apiUrl, tokens }: Emulator, path: string, parts: readonly (string | Uint8Array)[]) {
  const { port, pathname } = new URL(`${apiUrl}${path}`);
  const headers = { authorization: `Bearer ${tokens["alice"]}`, "user-agent": "raw", "transfer-encoding": "chunked" };
  const outgoing = request({ port, path: pathname, method: "PUT", headers });
  const responded = once(outgoing, "response");
  for (const part of parts) {
    if (!outgoing.write(part)) await Promise.race([once(outgoing, "drain"), responded]);
  }
  outgoing.end();
  const [incoming] = await responded;
  const body = await text(incoming);
  const status: number = incoming.statusCode;
  return { status, body: body === "" ? undefined : JSON.parse(body) };
}

const SUBSCRIPTION = "/repos/acme/widgets/subscription";

test("accepts a body with a byte order mark in arbitrary chunks", async ({ emulator }) => {
  const bytes = Buffer.from('\uFEFF{ "subscribed": true, "note": "größer" }');
  const parts = [bytes.subarray(0, 5), bytes.subarray(5, -4), bytes.subarray(-4)];
  expect(await putChunked(emulator, SUBSCRIPTION, parts)).toMatchObject({ status: 200, body: { subscribed: true } });
});

test("rejects a body that is not UTF-8, and changes nothing", async ({ emulator }) => {
  const invalid = [Buffer.from('{ "subscribed": true, "note": "'), Buffer.from([0xc3, 0x28]), '" }'];
  const response = await putChunked(emulator, SUBSCRIPTION, invalid);
  expect(response).toMatchObject({ status: 400, body: { message: "Problems parsing JSON" } });
  expect((await requestJson(emulator, `GET ${SUBSCRIPTION}`)).status).toBe(404);
});

test("treats an empty body as missing", async ({ emulator }) => {
  expect(await putChunked(emulator, "/user/starred/acme/widgets", [])).toEqual({ status: 204, body: undefined });
});

test("rejects a body that is too large, and serves the next call", async ({ emulator }) => {
  const megabyte = Buffer.alloc(1024 * 1024, " ");
  const response = await putChunked(
    emulator,
    SUBSCRIPTION,
    Array.from({ length: 11 }, () => megabyte),
  );
  expect(response).toMatchObject({ status: 413, body: { message: "Body is too large" } });
  expect(await putChunked(emulator, SUBSCRIPTION, ['{ "ignored": true }'])).toMatchObject({ status: 200 });
});

test("changes nothing if the body ends too early", async ({ emulator }) => {
  const { port, pathname } = new URL(`${emulator.apiUrl}${SUBSCRIPTION}`);
  const headers = { authorization: `Bearer ${emulator.tokens["alice"]}`, "user-agent": "raw", "content-length": "100" };
  const outgoing = request({ port, path: pathname, method: "PUT", headers }).on("error", () => undefined);
  await new Promise((resolve) => outgoing.write('{ "subscribed": true }', resolve));
  outgoing.destroy();
  const response = await fetch(`${emulator.apiUrl}${SUBSCRIPTION}`, {
    headers: { authorization: `Bearer ${emulator.tokens["alice"]}` },
  });
  expect(response.status).toBe(404);
});

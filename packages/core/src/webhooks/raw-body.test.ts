import { describe, expect, test } from "vitest";
import { isDeliveryError } from "../errors.ts";
import { type BodyReader, createBodyReader } from "./raw-body.ts";

const KB = 1024;

/** A body whose chunks a test supplies. */
function slowBody() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(streamController) {
      controller = streamController;
    },
  });
  return {
    body,
    sendBytes: (bytes: Uint8Array) => controller?.enqueue(bytes),
    send: (kilobytes: number) => controller?.enqueue(new Uint8Array(kilobytes * KB)),
    end: () => controller?.close(),
    fail: () => controller?.error(new Error("disconnected")),
  };
}

/** Returns the body's length in KB, or the error. */
const outcome = (body: ReturnType<BodyReader>) =>
  body.then(
    (bytes) => bytes.length / KB,
    (error: unknown) => (isDeliveryError(error) ? error.status : error),
  );

/** Waits until the received part of a body has been read: streams need turns of the event loop. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await new Promise(setImmediate);
}

describe("concurrent bodies", () => {
  test("are limited in total, and free their share once they are read", async () => {
    const readBody = createBodyReader({ maxPending: 1000 * KB });
    const [first, second] = [slowBody(), slowBody()];
    const firstOutcome = outcome(readBody(first.body, undefined));
    first.send(256 + 900);
    await settle();
    const secondOutcome = outcome(readBody(second.body, undefined));
    second.send(256 + 101);
    expect(await secondOutcome).toBe(503);
    first.end();
    expect(await firstOutcome).toBe(1156);
    const third = slowBody();
    const thirdOutcome = outcome(readBody(third.body, undefined));
    third.send(256 + 1000);
    third.end();
    expect(await thirdOutcome).toBe(1256);
  });

  test("are read if they are small, while large ones reach the limit", async () => {
    const readBody = createBodyReader({ maxPending: 1000 * KB });
    const large = slowBody();
    const largeOutcome = outcome(readBody(large.body, undefined));
    large.send(256 + 1000);
    await settle();
    const small = Array.from({ length: 20 }, () => outcome(readBody(new Uint8Array(256 * KB), undefined)));
    expect(new Set(await Promise.all(small))).toEqual(new Set([256]));
    large.end();
    expect(await largeOutcome).toBe(1256);
  });

  test("free their share if they break off or are rejected", async () => {
    const readBody = createBodyReader({ maxPending: 1000 * KB });
    for (let attempt = 0; attempt < 3; attempt++) {
      const failing = slowBody();
      const failingOutcome = outcome(readBody(failing.body, undefined));
      failing.send(1000);
      await settle();
      failing.fail();
      expect(await failingOutcome).toBe(400);
      expect(await outcome(readBody(new Uint8Array(1257 * KB), undefined))).toBe(503);
    }
    expect(await outcome(readBody(new Uint8Array(1256 * KB), undefined))).toBe(1256);
  });

  test("have at most 314 MB in total, even if each of them is small", async () => {
    const readBody = createBodyReader();
    const bodies = Array.from({ length: 2500 }, () => slowBody());
    const outcomes = bodies.map(({ body }) => outcome(readBody(body, undefined)));
    const rejected: unknown[] = [];
    for (const received of outcomes) received.then((value) => rejected.push(value));
    const part = new Uint8Array(256 * KB - 1);
    for (const { sendBytes } of bodies) sendBytes(part);
    await settle();
    expect(new Set(rejected)).toEqual(new Set([503]));
    const accepted = bodies.length - rejected.length;
    expect(accepted).toBe(Math.floor((314 * KB * KB) / part.length));
    // Rejected bodies have freed their share as well.
    for (const { end } of bodies.slice(0, accepted)) end();
    await Promise.all(outcomes);
    const next = slowBody();
    const nextOutcome = outcome(readBody(next.body, undefined));
    next.send(25 * KB);
    next.end();
    expect(await nextOutcome).toBe(25 * KB);
  });

  test("count with the memory that they occupy", async () => {
    const readBody = createBodyReader({ maxPending: 1000 * KB, maxAllowance: 0 });
    const first = slowBody();
    const firstOutcome = outcome(readBody(first.body, undefined));
    first.send(400);
    first.send(1);
    await settle();
    // Its buffer has grown from 400 to 800 kB.
    expect(await outcome(readBody(new Uint8Array(201 * KB), undefined))).toBe(503);
    expect(await outcome(readBody(new Uint8Array(200 * KB), undefined))).toBe(200);
    first.end();
    expect(await firstOutcome).toBe(401);
  });

  test("do not occupy the larger buffer that their first chunk is a part of", async () => {
    const readBody = createBodyReader({ maxPending: 1000 * KB, maxAllowance: 0 });
    const [first, second] = [slowBody(), slowBody()];
    const buffer = new Uint8Array(600 * KB).fill(7);
    const outcomes = [first, second].map(({ body }) => readBody(body, undefined));
    for (const { sendBytes } of [first, second]) sendBytes(buffer.subarray(10, 20));
    await settle();
    for (const { end } of [first, second]) end();
    const received = await Promise.all(outcomes);
    expect(received).toEqual([new Uint8Array(10).fill(7), new Uint8Array(10).fill(7)]);
    expect(received.map((bytes) => bytes.buffer.byteLength)).toEqual([10, 10]);
  });

  test("have an allowance that they use before the common limit", async () => {
    const readBody = createBodyReader({ maxPending: 1000 * KB, maxAllowance: 600 * KB });
    const large = slowBody();
    const largeOutcome = outcome(readBody(large.body, undefined));
    large.send(256 + 1000);
    await settle();
    const small = Array.from({ length: 3 }, () => slowBody());
    const smallOutcomes = small.map(({ body }) => outcome(readBody(body, undefined)));
    for (const { send } of small) send(172);
    await settle();
    for (const { end } of small.slice(0, 2)) end();
    // 344 kB of the allowance are left.
    expect(await Promise.all(smallOutcomes)).toEqual([172, 172, 503]);
    large.end();
    expect(await largeOutcome).toBe(1256);
  });
});

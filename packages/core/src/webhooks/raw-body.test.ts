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
    const readBody = createBodyReader(1000 * KB);
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

  test("are always read if they are small", async () => {
    const readBody = createBodyReader(1000 * KB);
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
    const readBody = createBodyReader(1000 * KB);
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
});

import { describe, expect, test } from "vitest";
import { isDeliveryError } from "../errors.ts";
import { type BodyReader, createBodyReader } from "./raw-body.ts";

const KB = 1024;

/** A body whose chunks a test supplies. */
function slowBody() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
  });
  return {
    body,
    send: (kilobytes: number) => controller?.enqueue(new Uint8Array(kilobytes * KB)),
    end: () => controller?.close(),
    fail: () => controller?.error(new Error("hung up")),
  };
}

/** Returns the body's length, or the error. */
const outcome = (taken: ReturnType<BodyReader>) =>
  taken.then(
    (bytes) => bytes.length / KB,
    (error: unknown) => (isDeliveryError(error) ? error.status : error),
  );

/** Lets a body be read as far as it has arrived: streams need turns of the event loop. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await new Promise(setImmediate);
}

describe("concurrent bodies", () => {
  test("are limited in total, and free their share once they are read", async () => {
    const takeIn = createBodyReader(1000 * KB);
    const [first, second] = [slowBody(), slowBody()];
    const one = outcome(takeIn(first.body, undefined));
    first.send(256 + 900);
    await settle();
    const other = outcome(takeIn(second.body, undefined));
    second.send(256 + 101);
    expect(await other).toBe(503);
    first.end();
    expect(await one).toBe(1156);
    const third = slowBody();
    const again = outcome(takeIn(third.body, undefined));
    third.send(256 + 1000);
    third.end();
    expect(await again).toBe(1256);
  });

  test("are always read if they are small", async () => {
    const takeIn = createBodyReader(1000 * KB);
    const large = slowBody();
    const held = outcome(takeIn(large.body, undefined));
    large.send(256 + 1000);
    await settle();
    const small = Array.from({ length: 20 }, () => outcome(takeIn(new Uint8Array(256 * KB), undefined)));
    expect(new Set(await Promise.all(small))).toEqual(new Set([256]));
    large.end();
    expect(await held).toBe(1256);
  });

  test("free their share if they break off or are rejected", async () => {
    const takeIn = createBodyReader(1000 * KB);
    for (let times = 0; times < 3; times++) {
      const one = slowBody();
      const taken = outcome(takeIn(one.body, undefined));
      one.send(1000);
      await settle();
      one.fail();
      expect(await taken).toBe(400);
      expect(await outcome(takeIn(new Uint8Array(1257 * KB), undefined))).toBe(503);
    }
    expect(await outcome(takeIn(new Uint8Array(1256 * KB), undefined))).toBe(1256);
  });
});

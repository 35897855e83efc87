import { createServer } from "node:http";
import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { signBody } from "./signature.ts";
import { verifySignature } from "./verify.ts";

const SECRET = "It's a Secret to Everybody";
const BODY = new TextEncoder().encode("Hello, World!");
/** What the service publishes for the two. */
const SIGNATURE = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
const HEADERS = { "x-hub-signature-256": SIGNATURE };

afterEach(() => vi.restoreAllMocks());

const refused = (reason: string) => ({ valid: false, reason: expect.stringContaining(reason) });

describe("a signature that fits", () => {
  test.each([
    ["in the platform's headers", new Headers(HEADERS)],
    ["in Node's headers", HEADERS],
    ["whatever the case of the name", { "X-Hub-Signature-256": SIGNATURE }],
    ["as the only one of a list", { "x-hub-signature-256": [SIGNATURE] }],
    ["beside the older one, which doesn't count", { ...HEADERS, "x-hub-signature": "sha1=0" }],
  ])("%s", async (_, headers) => {
    expect(await verifySignature(BODY, headers, SECRET)).toEqual({ valid: true });
  });

  test("by any of several secrets", async () => {
    for (const secrets of [
      [SECRET, "new"],
      ["new", SECRET],
    ]) {
      expect(await verifySignature(BODY, HEADERS, secrets)).toEqual({ valid: true });
    }
    expect(await verifySignature(BODY, HEADERS, ["new", "newer"])).toEqual(refused("doesn't fit"));
  });

  test("of a part of a larger buffer, as Node hands out", async () => {
    const pool = new Uint8Array(100).fill(1);
    pool.set(BODY, 7);
    expect(await verifySignature(pool.subarray(7, 7 + BODY.length), HEADERS, SECRET)).toEqual({ valid: true });
    expect(await verifySignature(Buffer.from(BODY), HEADERS, SECRET)).toEqual({ valid: true });
  });

  test("is any that the service makes", async () => {
    const secret = fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom("ü 😀", "\u0000"));
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), secret, async (bytes, key) => {
        const body = new Uint8Array(bytes);
        const headers = { "x-hub-signature-256": await signBody(body, key) };
        expect(await verifySignature(body, headers, key)).toEqual({ valid: true });
      }),
    );
  });
});

describe("is refused, with a reason and without an exception", () => {
  test("any body of which one byte was changed", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1, maxLength: 300 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (bytes, place, change) => {
          const body = new Uint8Array(bytes);
          const headers = { "x-hub-signature-256": await signBody(body, SECRET) };
          const index = place % body.length;
          body[index] = (body[index] ?? 0) ^ change;
          expect(await verifySignature(body, headers, SECRET)).toEqual(refused("doesn't fit"));
        },
      ),
    );
  });

  test("any signature of which one character was changed", async () => {
    const other = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));
    await fc.assert(
      fc.asyncProperty(fc.nat(SIGNATURE.length - 1), other, async (place, character) => {
        const changed = SIGNATURE.slice(0, place) + character + SIGNATURE.slice(place + 1);
        fc.pre(changed !== SIGNATURE);
        const { valid } = await verifySignature(BODY, { "x-hub-signature-256": changed }, SECRET);
        expect(valid).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ["missing", {}],
    ["missing", new Headers()],
    ["missing", { "x-hub-signature": SIGNATURE }],
    ["missing", { "x-hub-signature-256": undefined }],
    ["more than once", { "x-hub-signature-256": [SIGNATURE, SIGNATURE] }],
    ["more than once", { "x-hub-signature-256": `${SIGNATURE}, ${SIGNATURE}` }],
    ["more than once", { "x-hub-signature-256": SIGNATURE, "X-Hub-Signature-256": SIGNATURE }],
    [
      "more than once",
      new Headers([
        ["x-hub-signature-256", SIGNATURE],
        ["x-hub-signature-256", SIGNATURE],
      ]),
    ],
    ["64 hexadecimal digits", { "x-hub-signature-256": "" }],
    ["64 hexadecimal digits", { "x-hub-signature-256": "sha256=" }],
    ["64 hexadecimal digits", { "x-hub-signature-256": "sha256=xyz" }],
    ["64 hexadecimal digits", { "x-hub-signature-256": SIGNATURE.slice(0, -1) }],
    ["64 hexadecimal digits", { "x-hub-signature-256": `${SIGNATURE}0` }],
    ["64 hexadecimal digits", { "x-hub-signature-256": `${SIGNATURE}\n${SIGNATURE}` }],
    ["64 hexadecimal digits", { "x-hub-signature-256": SIGNATURE.toUpperCase() }],
    ["64 hexadecimal digits", { "x-hub-signature-256": SIGNATURE.slice("sha256=".length) }],
    ["64 hexadecimal digits", { "x-hub-signature-256": SIGNATURE.replace("sha256", "sha1") }],
  ])("a header that is %s: %o", async (reason, headers) => {
    expect(await verifySignature(BODY, headers, SECRET)).toEqual(refused(reason));
  });

  test.each([[""], [[]], [[SECRET, ""]]])("secrets that are none: %o", async (secrets) => {
    expect(await verifySignature(BODY, HEADERS, secrets)).toEqual(refused("secret"));
  });

  test("what callers without a compiler may give", async () => {
    const given: unknown[][] = [
      ["Hello, World!", HEADERS, SECRET],
      [undefined, HEADERS, SECRET],
      [{}, HEADERS, SECRET],
      [BODY, undefined, SECRET],
      [BODY, null, SECRET],
      [BODY, "headers", SECRET],
      [BODY, { "x-hub-signature-256": 5 }, SECRET],
      [BODY, HEADERS, undefined],
      [BODY, HEADERS, [undefined]],
      [BODY, HEADERS, 5],
    ];
    for (const one of given) {
      expect(await Reflect.apply(verifySignature, undefined, one)).toEqual(refused(""));
    }
  });

  test("anything that a sender can write into the header", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 90 }), async (codes) => {
        const value = String.fromCharCode(...codes);
        expect(await verifySignature(BODY, { "x-hub-signature-256": value }, SECRET)).toEqual(refused("header"));
      }),
    );
  });
});

test("the comparison is the platform's own, whose time tells nothing", async () => {
  const verify = vi.spyOn(crypto.subtle, "verify");
  const wrong = { "x-hub-signature-256": `sha256=${"0".repeat(64)}` };
  await verifySignature(BODY, wrong, [SECRET, "new"]);
  await verifySignature(BODY, HEADERS, [SECRET, "new"]);
  // Neither a secret that fits nor one that doesn't ends it early.
  expect(verify.mock.calls.map(([algorithm]) => algorithm)).toEqual(["HMAC", "HMAC", "HMAC", "HMAC"]);
});

test("a receiver on a real connection hands over what it got", async () => {
  const results: unknown[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    results.push(await verifySignature(Buffer.concat(chunks), incoming.headers, SECRET));
    outgoing.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const twice = { "x-hub-signature-256": `${SIGNATURE}, ${SIGNATURE}` };
  for (const headers of [HEADERS, { "x-hub-signature-256": "sha256=%00" }, twice, undefined]) {
    await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: BODY, ...(headers && { headers }) });
  }
  server.closeAllConnections();
  server.close();
  expect(results).toEqual([
    { valid: true },
    refused("hexadecimal digits"),
    refused("more than once"),
    refused("missing"),
  ]);
});

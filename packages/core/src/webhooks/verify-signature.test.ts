import { createHash, createHmac } from "node:crypto";
import { createServer } from "node:http";
import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { pickSize } from "../../../../test/test-size.ts";
import { MAX_BODY_SIZE } from "./raw-body.ts";
import { HEADERS as SIGNATURE_HEADERS, type SignatureAlgorithm, signBody } from "./sign-body.ts";
import { verifySignature } from "./verify-signature.ts";

const SECRET = "It's a Secret to Everybody";
const BODY = new TextEncoder().encode("Hello, World!");
/** GitHub's published example. */
const SIGNATURE = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
const HEADERS = { "x-hub-signature-256": SIGNATURE };
/** The same example with SHA-1, computed with OpenSSL. */
const SHA1_HEADERS = { "x-hub-signature": "sha1=01dc10d0c83e72ed246219cdd91669667fe2ca59" };

const anyAlgorithm = fc.constantFrom<SignatureAlgorithm>("sha1", "sha256");
/** Whole characters only: secrets can't contain lone surrogates. */
const secretText = fc.string({ unit: "grapheme", minLength: 1 });
const bodyBytes = fc.uint8Array({ minLength: 1, maxLength: 300 });

/** Verifies with one algorithm only. */
const verifyWith = (algorithm: SignatureAlgorithm, body: Uint8Array, signature: string, secret: string) =>
  verifySignature(body, { [SIGNATURE_HEADERS[algorithm]]: signature }, secret, { sha1: algorithm === "sha1" });

afterEach(() => vi.restoreAllMocks());

const rejection = (reason: string) => ({ valid: false, reason: expect.stringContaining(reason) });

describe("accepts a signature", () => {
  test.each([
    ["in the platform's headers", new Headers(HEADERS)],
    ["in Node's headers", HEADERS],
    ["with GitHub's capitalization of the name", { "X-Hub-Signature-256": SIGNATURE }],
    ["as the only item of a list", { "x-hub-signature-256": [SIGNATURE] }],
    ["in Node's lists of distinct headers", Object.assign(Object.create(null), { "x-hub-signature-256": [SIGNATURE] })],
    ["with an upper-case name", { "X-HUB-SIGNATURE-256": SIGNATURE }],
    ["with surrounding whitespace", { "x-hub-signature-256": ` ${SIGNATURE}\t` }],
    ["next to the legacy one, which is ignored", { ...HEADERS, "x-hub-signature": "sha1=0" }],
  ])("%s", async (_, headers) => {
    expect(await verifySignature(BODY, headers, SECRET)).toEqual({ valid: true });
  });

  test("made with any of several secrets", async () => {
    for (const secrets of [
      [SECRET, "new"],
      ["new", SECRET],
    ]) {
      expect(await verifySignature(BODY, HEADERS, secrets)).toEqual({ valid: true });
    }
    expect(await verifySignature(BODY, HEADERS, ["new", "newer"])).toEqual(rejection("does not match"));
  });

  test("of a body that is a view of a larger buffer, as in Node", async () => {
    const pool = new Uint8Array(100).fill(1);
    pool.set(BODY, 7);
    expect(await verifySignature(pool.subarray(7, 7 + BODY.length), HEADERS, SECRET)).toEqual({ valid: true });
    expect(await verifySignature(Buffer.from(BODY), HEADERS, SECRET)).toEqual({ valid: true });
  });

  test("that Node's crypto creates", async () => {
    const secret = fc.oneof(secretText, fc.constantFrom("ü 😀", "\u0000", "a".repeat(64), "a".repeat(65)));
    const body = fc.oneof(
      fc.uint8Array(),
      fc.string({ unit: "grapheme" }).map((text) => new TextEncoder().encode(text)),
    );
    await fc.assert(
      fc.asyncProperty(anyAlgorithm, body, secret, async (algorithm, bytes, key) => {
        const signature = `${algorithm}=${createHmac(algorithm, key).update(bytes).digest("hex")}`;
        expect(await verifyWith(algorithm, bytes, signature, key)).toEqual({ valid: true });
      }),
    );
  });

  test("of an empty body", async () => {
    const empty = new Uint8Array();
    for (const algorithm of ["sha1", "sha256"] as const) {
      const signature = await signBody(empty, SECRET, algorithm);
      expect(await verifyWith(algorithm, empty, signature, SECRET)).toEqual({ valid: true });
      expect(await verifyWith(algorithm, new Uint8Array(1), signature, SECRET)).toEqual(rejection("does not match"));
    }
  });

  test("of the largest body", async () => {
    const body = new Uint8Array(MAX_BODY_SIZE).fill(0x20);
    const headers = { "x-hub-signature-256": `sha256=${createHmac("sha256", SECRET).update(body).digest("hex")}` };
    expect(await verifySignature(body, headers, SECRET)).toEqual({ valid: true });
    body[body.length - 1] = 0x21;
    expect(await verifySignature(body, headers, SECRET)).toEqual(rejection("does not match"));
  });

  test("of a body in a shared or resizable buffer", async () => {
    const shared = new Uint8Array(new SharedArrayBuffer(BODY.length));
    const resizable = new Uint8Array(new ArrayBuffer(BODY.length, { maxByteLength: 100 }));
    for (const bytes of [shared, resizable]) {
      bytes.set(BODY);
      expect(await verifySignature(bytes, HEADERS, SECRET)).toEqual({ valid: true });
    }
  });
});

describe("SHA-1", () => {
  const both = { ...SHA1_HEADERS, ...HEADERS };
  test("is accepted if enabled and SHA-256 is absent", async () => {
    expect(await verifySignature(BODY, SHA1_HEADERS, SECRET, { sha1: true })).toEqual({ valid: true });
    expect(await verifySignature(BODY, SHA1_HEADERS, ["new", SECRET], { sha1: true })).toEqual({ valid: true });
    expect(await verifySignature(BODY, HEADERS, SECRET, { sha1: true })).toEqual({ valid: true });
    expect(await verifySignature(BODY, both, SECRET, { sha1: true })).toEqual({ valid: true });
  });

  test("is not enabled by truthy values", async () => {
    expect(await verifySignature(BODY, SHA1_HEADERS, SECRET)).toEqual(rejection("x-hub-signature-256 is missing"));
    for (const sha1 of [false, undefined, null, 0, 1, "no", "true", {}]) {
      const args = [BODY, SHA1_HEADERS, SECRET, { sha1 }];
      expect(await Reflect.apply(verifySignature, undefined, args)).toEqual(
        rejection("x-hub-signature-256 is missing"),
      );
    }
    for (const options of [null, 1, "sha1", []]) {
      const args = [BODY, SHA1_HEADERS, SECRET, options];
      expect(await Reflect.apply(verifySignature, undefined, args)).toEqual(
        rejection("x-hub-signature-256 is missing"),
      );
    }
  });

  test.each([
    ["does not match", `sha256=${"0".repeat(64)}`],
    ["hexadecimal digits", ""],
    ["hexadecimal digits", SHA1_HEADERS["x-hub-signature"]],
    ["more than once", `${SIGNATURE}, ${SIGNATURE}`],
  ])("does not replace an invalid SHA-256 signature: %s", async (reason, sha256) => {
    const headers = { ...SHA1_HEADERS, "X-Hub-Signature-256": sha256 };
    expect(await verifySignature(BODY, headers, SECRET, { sha1: true })).toEqual(rejection(reason));
    expect(await verifySignature(BODY, new Headers(headers), SECRET, { sha1: true })).toEqual(rejection(reason));
  });

  test.each([
    ["missing", {}],
    ["40 hexadecimal digits", { "x-hub-signature": SIGNATURE }],
    ["40 hexadecimal digits", { "x-hub-signature": SIGNATURE.replace("sha256", "sha1") }],
    ["40 hexadecimal digits", { "x-hub-signature": createHash("sha1").update(BODY).digest("hex") }],
    ["more than once", { "x-hub-signature": [SHA1_HEADERS["x-hub-signature"], SHA1_HEADERS["x-hub-signature"]] }],
    ["does not match", { "x-hub-signature": `sha1=${createHash("sha1").update(BODY).digest("hex")}` }],
  ])('is rejected if its header is missing, malformed or wrong, with the reason "%s": %o', async (reason, headers) => {
    expect(await verifySignature(BODY, headers, SECRET, { sha1: true })).toEqual(rejection(reason));
  });
});

describe("rejects with a reason, without throwing", () => {
  test("any body with a changed, missing or additional byte", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyAlgorithm,
        bodyBytes,
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (algorithm, bytes, position, change) => {
          const index = position % bytes.length;
          const signature = await signBody(new Uint8Array(bytes), SECRET, algorithm);
          const other = bytes.map((byte, at) => (at === index ? byte ^ change : byte));
          expect(await verifyWith(algorithm, other, signature, SECRET)).toEqual(rejection("does not match"));
          expect(await verifyWith(algorithm, bytes.subarray(0, -1), signature, SECRET)).toEqual(
            rejection("does not match"),
          );
          expect(await verifyWith(algorithm, new Uint8Array([...bytes, change]), signature, SECRET)).toEqual(
            rejection("does not match"),
          );
        },
      ),
    );
  });

  test("any secret with a changed byte", async () => {
    const ascii = fc.string({ unit: "binary-ascii", minLength: 1, maxLength: 150 });
    await fc.assert(
      fc.asyncProperty(
        anyAlgorithm,
        bodyBytes,
        ascii,
        fc.nat(),
        fc.integer({ min: 1, max: 127 }),
        async (...values) => {
          const [algorithm, bytes, secret, position, change] = values;
          const index = position % secret.length;
          const changed = String.fromCharCode(secret.charCodeAt(index) ^ change);
          const other = secret.slice(0, index) + changed + secret.slice(index + 1);
          const signature = await signBody(new Uint8Array(bytes), secret, algorithm);
          expect(await verifyWith(algorithm, bytes, signature, other)).toEqual(rejection("does not match"));
        },
      ),
    );
  });

  test("any signature with a changed character", async () => {
    const character = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));
    await fc.assert(
      fc.asyncProperty(anyAlgorithm, fc.nat(), character, async (algorithm, position, replacement) => {
        const signature = algorithm === "sha1" ? SHA1_HEADERS["x-hub-signature"] : SIGNATURE;
        const index = position % signature.length;
        const changed = signature.slice(0, index) + replacement + signature.slice(index + 1);
        fc.pre(changed !== signature);
        expect(await verifyWith(algorithm, BODY, signature, SECRET)).toEqual({ valid: true });
        expect(await verifyWith(algorithm, BODY, changed, SECRET)).toEqual(rejection("signature"));
      }),
      { numRuns: pickSize(100, 500) },
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
  ])('a missing or malformed header, with the reason "%s": %o', async (reason, headers) => {
    expect(await verifySignature(BODY, headers, SECRET)).toEqual(rejection(reason));
  });

  test.each([[""], [[]], [[SECRET, ""]]])("invalid secrets: %o", async (secrets) => {
    expect(await verifySignature(BODY, HEADERS, secrets)).toEqual(rejection("secret"));
  });

  test("invalid arguments of untyped callers", async () => {
    const invalidCalls: unknown[][] = [
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
    for (const args of invalidCalls) {
      expect(await Reflect.apply(verifySignature, undefined, args)).toEqual(rejection(""));
    }
  });

  test("arbitrary input", async () => {
    const anything = fc.anything({
      maxDepth: 2,
      withBigInt: true,
      withBoxedValues: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withObjectString: true,
      withSet: true,
      withSparseArray: true,
      withTypedArray: true,
    });
    const name = fc.constantFrom("x-hub-signature-256", "X-Hub-Signature", "get");
    const headers = fc.oneof(
      anything,
      fc.dictionary(name, anything),
      fc.array(fc.tuple(name, anything)).map((entries) => new Map(entries)),
      anything.map((value) => ({ get: () => value })),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(anything, fc.constant(BODY)),
        headers,
        fc.oneof(anything, fc.constant(SECRET)),
        fc.oneof(anything, fc.constant({ sha1: true })),
        async (...args) => {
          expect(await Reflect.apply(verifySignature, undefined, args)).toEqual({
            valid: false,
            reason: expect.stringMatching(/\.$/),
          });
        },
      ),
      { numRuns: pickSize(300, 2000) },
    );
  });

  test("arbitrary header values", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 90 }), async (codes) => {
        const value = String.fromCharCode(...codes);
        expect(await verifySignature(BODY, { "x-hub-signature-256": value }, SECRET)).toEqual(rejection("header"));
      }),
    );
  });
});

test("compares with the platform's constant-time function", async () => {
  const verify = vi.spyOn(crypto.subtle, "verify");
  const wrong = { "x-hub-signature-256": `sha256=${"0".repeat(64)}` };
  await verifySignature(BODY, wrong, [SECRET, "new"]);
  await verifySignature(BODY, HEADERS, [SECRET, "new"]);
  // Neither a matching nor a wrong secret ends the verification early.
  expect(verify.mock.calls.map(([algorithm]) => algorithm)).toEqual(["HMAC", "HMAC", "HMAC", "HMAC"]);
});

test("verifies requests received over a real connection", async () => {
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
  const repeated = { "x-hub-signature-256": `${SIGNATURE}, ${SIGNATURE}` };
  for (const headers of [HEADERS, { "x-hub-signature-256": "sha256=%00" }, repeated, undefined]) {
    await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: BODY, ...(headers && { headers }) });
  }
  server.closeAllConnections();
  server.close();
  expect(results).toEqual([
    { valid: true },
    rejection("hexadecimal digits"),
    rejection("more than once"),
    rejection("missing"),
  ]);
});

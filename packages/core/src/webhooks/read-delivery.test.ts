import { createHmac } from "node:crypto";
import { Readable } from "node:stream";
import { inspect } from "node:util";
import fc from "fast-check";
import { afterEach, describe, expect, expectTypeOf, test, vi } from "vitest";
import { pickSize } from "../../../../test/test-size.ts";
import { damaged } from "../contract/arbitrary.fixture.ts";
import type { OtherAction } from "../contract/events/event-types.ts";
import { github } from "../dialect/github.ts";
import { svc } from "../dialect/svc.ts";
import { isDeliveryError } from "../errors.ts";
import { isMatch } from "../schema/is-match.ts";
import { incoming, SECRET, STARRED } from "./deliveries.fixture.ts";
import type { Delivery } from "./delivery-types.ts";
import { type IncomingBody, MAX_BODY_SIZE } from "./raw-body.ts";
import {
  createDeliveryReader,
  type DeliveryReaderOptions,
  type IncomingDelivery,
  readDelivery,
} from "./read-delivery.ts";
import { signDelivery } from "./sign-delivery.ts";

const OPTIONS: DeliveryReaderOptions = { secrets: SECRET };
const MEGABYTE = 1024 * 1024;
const NAMES = github.headers;

afterEach(() => vi.restoreAllMocks());

const bytes = (text: string) => new TextEncoder().encode(text);

/** Returns the error of a rejected request. */
async function errorOf(request: IncomingDelivery, options = OPTIONS): Promise<readonly [number, string, string]> {
  try {
    await readDelivery(request, options);
  } catch (error) {
    if (isDeliveryError(error)) return [error.status, error.problem, error.message];
    throw error;
  }
  throw new Error("the request was not rejected");
}

const rejection = (status: number, problem: string, message: string) => [
  status,
  problem,
  expect.stringContaining(message),
];

/** A signed delivery with some headers replaced. */
async function withHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  body: IncomingBody = bytes("{}"),
): Promise<IncomingDelivery> {
  const signedBody = body instanceof Uint8Array ? new Uint8Array(body) : bytes("{}");
  const signed = await signDelivery({ event: "brand_new", body: signedBody, secret: SECRET });
  return { method: "POST", headers: { ...signed.headers, ...headers }, body };
}

function streamOf(chunks: Iterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.iterator]();
  return new ReadableStream(
    {
      pull(controller) {
        const { done, value } = iterator.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
}

async function* iterableOf<T>(chunks: Iterable<T>): AsyncGenerator<T> {
  yield* chunks;
}

describe("a delivery", () => {
  test("is read with all of its values", async () => {
    const guid = crypto.randomUUID();
    const target = { type: "organization", id: 5 };
    const delivery = await readDelivery(await incoming({ guid, target, hookId: 7, agent: "abc" }), OPTIONS);
    expect(delivery).toEqual({
      guid,
      event: "star",
      action: "created",
      hookId: 7,
      target,
      userAgent: "GitHub-Hookshot/abc",
      payload: STARRED,
      is: expect.any(Function),
    });
  });

  test.each(["json", "form"] as const)("is read as %s in either dialect", async (contentType) => {
    for (const dialect of ["github", "svc", { ...svc, hookUserAgent: "Forge/" }] as const) {
      const request = await incoming({ contentType, dialect });
      expect((await readDelivery(request, { ...OPTIONS, dialect })).payload).toEqual(STARRED);
    }
  });

  test("of another dialect is rejected", async () => {
    expect(await errorOf(await incoming({ dialect: "svc" }))).toEqual(rejection(400, "headers", "GitHub-Hookshot/"));
    expect(await errorOf(await incoming(), { ...OPTIONS, dialect: "svc" })).toEqual(
      rejection(400, "headers", "Svc-Hookshot/"),
    );
  });

  test("has the neutral name of its event instead of the vendor's", async () => {
    const revoked = { action: "revoked", sender: STARRED["sender"] };
    const revocation = await incoming({ event: "svc_app_authorization", payload: revoked });
    expect(revocation.headers.get("x-github-event")).toBe("github_app_authorization");
    expect((await readDelivery(revocation, OPTIONS)).event).toBe("svc_app_authorization");
    // In events that the contract doesn't know, nothing is renamed.
    const advisory = { action: "published", ghsa_id: "GHSA-1" };
    const open = await readDelivery(await incoming({ event: "brand_new", payload: advisory }), OPTIONS);
    expect(open.payload).toEqual(advisory);
  });

  test("with only a SHA-1 signature is accepted if enabled", async () => {
    const signed = await signDelivery({ event: "star", payload: STARRED, secret: SECRET });
    const { "X-Hub-Signature-256": _, ...headers } = signed.headers;
    expect(await errorOf({ ...signed, headers })).toEqual(rejection(401, "signature", "missing"));
    expect((await readDelivery({ ...signed, headers }, { ...OPTIONS, sha1: true })).event).toBe("star");
  });

  test("signed with any of several secrets is accepted", async () => {
    const secrets = ["new", SECRET];
    expect((await readDelivery(await incoming(), { secrets })).event).toBe("star");
    expect((await readDelivery(await incoming({ secret: "new" }), { secrets })).event).toBe("star");
    expect(await errorOf(await incoming({ secret: "newer" }), { secrets })).toEqual(
      rejection(401, "signature", "does not match"),
    );
    expect(await errorOf(await incoming({ secret: undefined }), { secrets })).toEqual(
      rejection(401, "signature", "missing"),
    );
  });

  test("can be narrowed by event and action", async () => {
    const delivery = await readDelivery(await incoming(), OPTIONS);
    expect([delivery.is("star"), delivery.is("star", "created")]).toEqual([true, true]);
    expect([delivery.is("star", "deleted"), delivery.is("watch"), delivery.is("push")]).toEqual([false, false, false]);
  });

  test("has the type of its event and action", () => {
    const narrow = (delivery: Delivery) => {
      expectTypeOf(delivery.payload["repository"]).toBeUnknown();
      if (delivery.is("star", "created")) {
        expectTypeOf(delivery.event).toEqualTypeOf<"star">();
        expectTypeOf(delivery.action).toEqualTypeOf<"created">();
        expectTypeOf(delivery.payload.action).toEqualTypeOf<"created">();
        expectTypeOf(delivery.payload.starred_at).toEqualTypeOf<string | null>();
        expectTypeOf(delivery.payload.repository.id).toEqualTypeOf<number>();
      } else if (delivery.is("star")) {
        const { payload } = delivery;
        expectTypeOf(delivery.action).toEqualTypeOf<string | null>();
        expectTypeOf(payload.action).toEqualTypeOf<"created" | "deleted" | OtherAction | undefined>();
        expectTypeOf(payload.repository.full_name).toEqualTypeOf<string>();
        if (payload.action === "deleted") expectTypeOf(payload.starred_at).toEqualTypeOf<null>();
        // Unknown actions do not have the fields of known ones.
        else if (payload.action !== "created") expectTypeOf(payload["starred_at"]).toBeUnknown();
      } else if (delivery.is("fork")) {
        expectTypeOf(delivery.payload.forkee.id).toEqualTypeOf<number>();
      }
      // @ts-expect-error the event does not exist
      delivery.is("stars");
      // @ts-expect-error the event does not have this action
      delivery.is("star", "edited");
    };
    expect(narrow).toBeTypeOf("function");
  });
});

describe("a body", () => {
  test("has the same payload for any chunks", async () => {
    const payload = { text: "ü😀".repeat(20), number: 1 };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("json" as const, "form" as const),
        fc.array(fc.nat({ max: 500 }), { maxLength: 20 }),
        async (contentType, positions) => {
          const signed = await signDelivery({ event: "brand_new", payload, contentType, secret: SECRET });
          const complete = signed.body;
          const cuts = [0, ...positions.map((position) => position % (complete.length + 1)).sort((a, b) => a - b)];
          cuts.push(complete.length);
          const chunks = cuts.slice(1).map((end, index) => complete.subarray(cuts[index], end));
          for (const body of [streamOf(chunks), iterableOf(chunks), complete]) {
            expect((await readDelivery({ ...signed, body }, OPTIONS)).payload).toEqual(payload);
          }
        },
      ),
    );
  });

  test("can arrive in single bytes", async () => {
    const payload = { text: "x".repeat(100_000) };
    const signed = await signDelivery({ event: "brand_new", payload, secret: SECRET });
    const body = iterableOf(Array.from(signed.body, (byte) => Uint8Array.of(byte)));
    expect((await readDelivery({ ...signed, body }, OPTIONS)).payload).toEqual(payload);
  });

  test("can have 25 MB, but not a byte more", async () => {
    const text = bytes(`{"zen":"${" ".repeat(MAX_BODY_SIZE - '{"zen":""}'.length)}"}`);
    expect(text.length).toBe(25 * MEGABYTE);
    const signature = `sha256=${createHmac("sha256", SECRET).update(text).digest("hex")}`;
    const { headers } = await withHeaders({ "X-Hub-Signature-256": signature, "content-length": String(text.length) });
    const largest = streamOf([text.subarray(0, MEGABYTE), text.subarray(MEGABYTE)]);
    expect((await readDelivery({ headers, body: largest }, OPTIONS)).payload).toHaveProperty("zen");
    // The declared length is one byte too short: the actual size counts.
    for (const body of [iterableOf([text, bytes(" ")]), new Uint8Array(text.length + 1)]) {
      expect(await errorOf({ headers, body })).toEqual(rejection(413, "size", "25 MB"));
    }
  });

  test("with a larger declared length is not read at all", async () => {
    const pulled = vi.fn();
    const body = new ReadableStream({ pull: pulled }, { highWaterMark: 0 });
    for (const length of [MAX_BODY_SIZE + 1, 1e300]) {
      const request = await withHeaders({ "content-length": String(length) }, body);
      expect(await errorOf(request)).toEqual(rejection(413, "size", "25 MB"));
    }
    expect(pulled).not.toHaveBeenCalled();
  });

  test.each([undefined, "10", "10, 10"])(
    "that never ends is read up to the limit; declared length: %s",
    async (length) => {
      const megabyte = new Uint8Array(MEGABYTE);
      const cancelled = vi.fn();
      let pulled = 0;
      const stream = new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            pulled += 1;
            controller.enqueue(megabyte);
          },
          cancel: cancelled,
        },
        { highWaterMark: 0 },
      );
      expect(await errorOf(await withHeaders({ "content-length": length }, stream))).toEqual(
        rejection(413, "size", "25 MB"),
      );
      expect(pulled).toBe(26);
      expect(cancelled).toHaveBeenCalledOnce();

      let yielded = 0;
      const ended = vi.fn();
      async function* endless() {
        try {
          for (;;) {
            yielded += 1;
            yield megabyte;
          }
        } finally {
          ended();
        }
      }
      expect(await errorOf(await withHeaders({ "content-length": length }, endless()))).toEqual(
        rejection(413, "size", "25 MB"),
      );
      expect(yielded).toBe(26);
      expect(ended).toHaveBeenCalledOnce();
    },
  );

  test("that breaks off is rejected with the cause", async () => {
    const cause = new Error("the socket closed");
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes("{"));
      },
      pull(controller) {
        controller.error(cause);
      },
    });
    async function* broken() {
      yield bytes("{");
      throw cause;
    }
    for (const body of [stream, broken()]) {
      const error = await readDelivery(await withHeaders({}, body), OPTIONS).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ status: 400, problem: "body", detail: "The body ended prematurely.", cause });
    }
  });

  test("that was converted to text is rejected", async () => {
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue("{}");
        controller.close();
      },
    });
    for (const body of ["{}", iterableOf(["{}"]), iterableOf([bytes("{"), "}"]), stream]) {
      const request = { ...(await withHeaders({})), body };
      await expect(Reflect.apply(readDelivery, undefined, [request, OPTIONS])).rejects.toMatchObject({
        status: 500,
        problem: "body",
        detail: expect.stringContaining("came as text"),
      });
    }
  });

  test("that was read or is being read is a server error (500)", async () => {
    const read = await incoming();
    await read.text();
    const locked = await incoming();
    locked.body?.getReader();
    for (const request of [read, locked, { ...(await withHeaders({})), body: locked.body }]) {
      expect(await errorOf(request)).toEqual(rejection(500, "body", "was read before"));
    }
    for (const body of [{ zen: "parsed" }, 5, new ArrayBuffer(2)]) {
      const request = { ...(await withHeaders({})), body };
      await expect(Reflect.apply(readDelivery, undefined, [request, OPTIONS])).rejects.toMatchObject({ status: 500 });
    }
  });

  test("that is missing counts as empty", async () => {
    for (const body of [null, undefined, new Uint8Array()]) {
      const { headers } = await withHeaders({}, new Uint8Array());
      expect(await errorOf({ headers, body })).toEqual(rejection(400, "body", "must be JSON"));
    }
  });

  test("of Node's own request is a server error (500)", async () => {
    const { headers } = await withHeaders({});
    const request = Object.assign(Readable.from([bytes("{}")]), { method: "POST", headers, body: undefined });
    expect(await errorOf(request)).toEqual(rejection(500, "body", "nodeListener of @forgehand/core/webhooks/node"));
  });

  test("is not parsed before its signature is verified", async () => {
    const parse = vi.spyOn(JSON, "parse");
    const decode = vi.spyOn(TextDecoder.prototype, "decode");
    const bodies = ["{", `[${"[".repeat(MEGABYTE)}`, JSON.stringify(STARRED), "payload=%7B", ""];
    for (const type of ["application/json", "application/x-www-form-urlencoded", "text/plain"]) {
      for (const body of bodies) {
        const request = await withHeaders({ "content-type": type, "X-Hub-Signature-256": `sha256=${"0".repeat(64)}` });
        expect(await errorOf({ ...request, body: bytes(body) })).toEqual(rejection(401, "signature", "does not match"));
      }
    }
    expect(parse).not.toHaveBeenCalled();
    expect(decode).not.toHaveBeenCalled();
  });

  test.each(["[]", "[{}]", "null", "1", '"{}"', "true"])("that is not an object is rejected: %s", async (text) => {
    expect(await errorOf(await incoming({ body: bytes(text) }))).toEqual(rejection(400, "body", "must be an object"));
  });

  test.each([undefined, "text/plain", "application/jsonp", "application/json, application/json"])(
    "of another content type is rejected: %s",
    async (type) => {
      const request = await withHeaders({ "Content-Type": type });
      expect(await errorOf(request)).toEqual(rejection(415, "content-type", "The content type must be"));
    },
  );

  test.each(["GET", "PUT", "HEAD", "post", ""])("sent with the method %j is rejected", async (method) => {
    expect(await errorOf({ ...(await withHeaders({})), method })).toEqual(rejection(405, "method", "POST"));
  });
});

describe("a header", () => {
  const requiredHeaders = [NAMES.event, NAMES.delivery];
  const optionalHeaders = [NAMES.hookId, NAMES.hookTargetType, NAMES.hookTargetId];
  const malformed = ["", " ", "a b", "a,b", "a\nb", "a/b", "ü", "a".repeat(201), ["a", "b"], ["a", "a"]];

  test.each(requiredHeaders)("that is missing is named in the error: %s", async (name) => {
    expect(await errorOf(await withHeaders({ [name]: undefined }))).toEqual(rejection(400, "headers", name));
    const request = await incoming();
    request.headers.delete(name);
    expect(await errorOf(request)).toEqual(rejection(400, "headers", name));
  });

  test.each([...requiredHeaders, ...optionalHeaders])(
    "that is malformed or repeated is named in the error: %s",
    async (name) => {
      for (const value of malformed) {
        expect(await errorOf(await withHeaders({ [name]: value }))).toEqual(rejection(400, "headers", name));
      }
      const request = await incoming();
      request.headers.append(name, "1");
      expect(await errorOf(request)).toEqual(rejection(400, "headers", name));
      const repeated = await withHeaders({ [name.toLowerCase()]: "1" });
      expect(await errorOf(repeated)).toEqual(rejection(400, "headers", name));
    },
  );

  test.each([NAMES.hookId, NAMES.hookTargetId])("that is not a number is named in the error: %s", async (name) => {
    for (const value of ["-1", "1.5", "1e3", "0x1", "one", "9007199254740992", "Infinity"]) {
      expect(await errorOf(await withHeaders({ [name]: value }))).toEqual(rejection(400, "headers", name));
    }
  });

  test("that some services omit can be missing", async () => {
    const request = await withHeaders(Object.fromEntries(optionalHeaders.map((name) => [name, undefined])));
    expect(await readDelivery(request, OPTIONS)).toMatchObject({ hookId: null, target: null });
    const withoutTargetId = await withHeaders({ [NAMES.hookTargetId]: undefined });
    expect(await readDelivery(withoutTargetId, OPTIONS)).toMatchObject({ hookId: 1, target: null });
  });

  test("that names another user agent is rejected", async () => {
    for (const agent of [
      undefined,
      "",
      "curl/8",
      "github-hookshot/abc",
      " GitHub-Hookshot/abc",
      "x GitHub-Hookshot/",
    ]) {
      const request = await withHeaders({ "User-Agent": agent });
      expect(await errorOf(request)).toEqual(rejection(400, "headers", "user agent"));
    }
  });

  test("can't be read from an object without headers, which is a server error (500)", async () => {
    // A framework's context contains the request.
    const context = { req: { raw: await incoming() } };
    const outcome = Reflect.apply(readDelivery, undefined, [context, OPTIONS]);
    await expect(outcome).rejects.toMatchObject({ status: 500, detail: expect.stringContaining("has no headers") });
  });

  test("is case-insensitive", async () => {
    const { headers, ...rest } = await signDelivery({ event: "star", payload: STARRED, secret: SECRET });
    for (const changeCase of [(name: string) => name.toUpperCase(), (name: string) => name.toLowerCase()]) {
      const changed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [changeCase(name), [value]]));
      expect((await readDelivery({ ...rest, headers: changed }, OPTIONS)).event).toBe("star");
    }
  });
});

describe("a payload", () => {
  test.each([
    ["repository.id", { ...STARRED, repository: { ...Object(STARRED["repository"]), id: "5" } }],
    ["sender", { ...STARRED, sender: undefined }],
    ["starred_at", { ...STARRED, starred_at: 5 }],
    ["repository", { action: "brand_new" }],
    ["action", { ...STARRED, action: 5 }],
  ])("of a known event that violates the contract is rejected with the path: %s", async (path, payload) => {
    const request = await incoming({ body: bytes(JSON.stringify(payload)) });
    const [status, problem, message] = await errorOf(request);
    expect([status, problem]).toEqual([422, "payload"]);
    expect(message).toMatch(new RegExp(`of star .*: ${path} `));
  });

  test("keeps unknown fields", async () => {
    const extended = {
      ...STARRED,
      brand_new: { ghsa_id: [1] },
      sender: { ...Object(STARRED["sender"]), brand_new: true },
    };
    for (const action of ["created", "brand_new"]) {
      const payload = { ...extended, action };
      const delivery = await readDelivery(await incoming({ payload }), OPTIONS);
      expect(delivery).toMatchObject({ event: "star", action });
      expect(delivery.payload).toEqual(payload);
    }
  });

  test("of an unknown event is passed through", async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (payload) => {
        const text = JSON.stringify(payload);
        const delivery = await readDelivery(await incoming({ event: "brand_new.1", body: bytes(text) }), OPTIONS);
        expect(delivery.event).toBe("brand_new.1");
        expect(JSON.stringify(delivery.payload)).toBe(text);
      }),
      { examples: [[JSON.parse('{"__proto__":{"a":1},"action":[]}')]] },
    );
  });

  test.each(["toString", "__proto__", "constructor"])("of an event named %s is treated as unknown", async (event) => {
    const request = await withHeaders({ [NAMES.event]: event }, bytes('{"action":"__proto__"}'));
    expect(await readDelivery(request, OPTIONS)).toMatchObject({ event, action: "__proto__", payload: {} });
    const action = await incoming({ payload: { ...STARRED, action: event } });
    expect(await readDelivery(action, OPTIONS)).toMatchObject({ event: "star", action: event });
  });

  test("is validated by the given function", async () => {
    const validation = vi.fn(isMatch);
    await readDelivery(await incoming(), { ...OPTIONS, validation });
    expect(validation).toHaveBeenCalledOnce();
    const reject = () => false;
    expect(await errorOf(await incoming(), { ...OPTIONS, validation: reject })).toEqual(
      rejection(422, "payload", "the whole body is invalid: it does not match the schema"),
    );
  });
});

describe("a reader", () => {
  test("reads many deliveries independently, importing keys once", async () => {
    const importKey = vi.spyOn(crypto.subtle, "importKey");
    const requests = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        incoming({ event: "brand_new", payload: { index }, secret: index % 3 === 0 ? "wrong" : SECRET }),
      ),
    );
    importKey.mockClear();
    const read = createDeliveryReader({ secrets: [SECRET, "new"] });
    const results = await Promise.allSettled(requests.map((request) => read(request)));
    expect(
      results.map((result) => (result.status === "fulfilled" ? result.value.payload["index"] : "rejected")),
    ).toEqual(results.map((_, index) => (index % 3 === 0 ? "rejected" : index)));
    expect(importKey).toHaveBeenCalledTimes(2);
  });

  test.each([
    ["options", undefined],
    ["options", null],
    ["secrets", {}],
    ["secert", { secrets: "hunter2", secert: "hunter2" }],
    ["secrets", { secrets: undefined }],
    ["secrets", { secrets: "" }],
    ["secrets", { secrets: [] }],
    ["secrets", { secrets: ["hunter2", ""] }],
    ["secrets", { secrets: ["hunter2", undefined] }],
    ["secrets", { secrets: new Set(["hunter2"]) }],
    ["dialect", { secrets: "hunter2", dialect: "toString" }],
    ["dialect", { secrets: "hunter2", dialect: 5 }],
    ["dialect.headers", { secrets: "hunter2", dialect: { ...github, headers: undefined } }],
    ["dialect.headers.event", { secrets: "hunter2", dialect: { ...github, headers: { ...NAMES, event: undefined } } }],
    ["dialect.hookUserAgent", { secrets: "hunter2", dialect: { ...github, hookUserAgent: undefined } }],
    ["sha1", { secrets: "hunter2", sha1: "no" }],
    ["sha1", { secrets: "hunter2", sha1: null }],
    ["validation", { secrets: "hunter2", validation: "interpreted" }],
  ])("rejects an invalid option and names it: %s", async (field, options) => {
    const error = {
      name: "InputError",
      field,
      message: expect.stringMatching(new RegExp(`^(?!.*hunter2)${field} `)),
    };
    expect(() => Reflect.apply(createDeliveryReader, undefined, [options])).toThrow(expect.objectContaining(error));
    const args = [await incoming(), options];
    await expect(Reflect.apply(readDelivery, undefined, args)).rejects.toMatchObject(error);
  });
});

test("errors contain neither the secret, the signature nor payload values", async () => {
  const marker = "hunter2";
  const secret = `${marker}-secret`;
  const marked = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (_, inner: unknown) => (typeof inner === "string" ? marker + inner : inner));
  const body = fc.oneof(
    damaged(fc.constant(marked(STARRED))).map((payload) => JSON.stringify(payload ?? null)),
    fc.string().map((text) => `{"${marker}":"${marker}"${text}`),
    fc.constantFrom(marker, `payload=${marker}`, `payload={}&payload=${marker}`, `{"action":"${marker}"}`),
  );
  const type = fc.constantFrom("application/json", "application/x-www-form-urlencoded", marker);
  const secrets = fc.constantFrom(secret, `other-${marker}`);
  const runs = pickSize(80, 300);
  let count = 0;
  await fc.assert(
    fc.asyncProperty(body, type, secrets, async (text, contentType, receiverSecret) => {
      const signed = await signDelivery({ event: "star", body: bytes(text), secret });
      const headers = { ...signed.headers, "Content-Type": contentType };
      const error = await readDelivery({ ...signed, headers }, { secrets: receiverSecret }).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (error === undefined) return;
      count += 1;
      expect(isDeliveryError(error)).toBe(true);
      const written = `${inspect(error, { depth: 9, showHidden: true })} ${JSON.stringify(error)}`;
      expect(written).not.toContain(marker);
      expect(written).not.toContain(signed.headers["X-Hub-Signature-256"]?.slice(7, 20));
    }),
    { numRuns: runs },
  );
  expect(count).toBeGreaterThan(runs * 0.6);
});

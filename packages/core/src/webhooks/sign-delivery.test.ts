import { createHmac } from "node:crypto";
import { Webhooks } from "@octokit/webhooks";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { valuesOf } from "../contract/arbitrary.fixture.ts";
import { payloadSchema } from "../contract/events/declared-payloads.ts";
import { EVENTS } from "../contract/events/index.ts";
import { DIALECTS } from "../dialect/dialects.ts";
import { SECRET, STARRED } from "./deliveries.fixture.ts";
import { MAX_BODY_SIZE } from "./raw-body.ts";
import { readDelivery } from "./read-delivery.ts";
import { type DeliveryToSign, signDelivery } from "./sign-delivery.ts";

const dialectName = fc.constantFrom("github" as const, "svc" as const);
const contentType = fc.constantFrom("json" as const, "form" as const);

describe("a signed delivery", () => {
  test("round-trips", async () => {
    const vendorNames = new Set(Object.values(DIALECTS).flatMap(({ values }) => Object.values(values)));
    const word = fc.stringMatching(/^[\w.-]{1,200}$/);
    const event = word.filter((name) => !vendorNames.has(name) && !Object.hasOwn(EVENTS, name));
    const unknownEvent = fc.record({ event, payload: fc.dictionary(fc.string(), fc.jsonValue()) });
    const starEvent = fc.record({
      event: fc.constant("star"),
      payload: valuesOf(payloadSchema(EVENTS.star, "created")).map((star) => Object(star)),
    });
    const otherFields = fc.record({
      guid: fc.oneof(fc.uuid(), word),
      hookId: fc.maxSafeNat(),
      target: fc.record({ type: word, id: fc.maxSafeNat() }),
      agent: fc.stringMatching(/^[\w./-]{0,20}$/),
      contentType,
      dialect: dialectName,
      secret: fc.string({ unit: "grapheme", minLength: 1 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(unknownEvent, starEvent), otherFields, async (content, options) => {
        const signed = await signDelivery({ ...content, ...options });
        const readerOptions = { secrets: options.secret, dialect: options.dialect };
        const { guid, hookId, target } = options;
        for (const request of [new Request("http://receiver.test", signed), signed]) {
          const delivery = await readDelivery(request, readerOptions);
          expect(delivery).toMatchObject({ event: content.event, guid, hookId, target });
          expect(delivery.userAgent).toBe(`${DIALECTS[options.dialect].hookUserAgent}${options.agent}`);
          expect(delivery.payload).toEqual(JSON.parse(JSON.stringify(content.payload)));
        }
      }),
    );
  });

  test("has the vendor's names on the wire and neutral names when read", async () => {
    const schema = payloadSchema(EVENTS.installation, "created");
    await fc.assert(
      fc.asyncProperty(valuesOf(schema), contentType, async (value, type) => {
        const payload = { ...Object(value) };
        payload.installation = { ...payload.installation, permissions: { updater_secrets: "read", contents: "write" } };
        const signed = await signDelivery({ event: "installation", payload, contentType: type, secret: SECRET });
        const text = new TextDecoder().decode(signed.body);
        expect([text.includes("dependabot_secrets"), text.includes("updater_secrets")]).toEqual([true, false]);
        const delivery = await readDelivery(signed, { secrets: SECRET });
        expect(delivery.payload).toEqual(JSON.parse(JSON.stringify(payload)));
      }),
      { numRuns: 20 },
    );
  });

  test("has signatures that equal those of Node's crypto and can be verified independently", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" })),
        fc.string({ unit: "grapheme", minLength: 1 }),
        contentType,
        async (payload, secret, type) => {
          const { headers, body } = await signDelivery({ event: "brand_new", payload, contentType: type, secret });
          for (const [name, hash] of [
            ["X-Hub-Signature", "sha1"],
            ["X-Hub-Signature-256", "sha256"],
          ] as const) {
            expect(headers[name]).toBe(`${hash}=${createHmac(hash, secret).update(body).digest("hex")}`);
          }
          const text = new TextDecoder().decode(body);
          const theirs = new Webhooks({ secret });
          expect(await theirs.verify(text, headers["X-Hub-Signature-256"] ?? "")).toBe(true);
        },
      ),
    );
  });

  test("has the service's headers", async () => {
    const signed = await signDelivery({ event: "updater_alert", payload: {}, secret: SECRET, guid: "1-2" });
    expect(signed).toEqual({
      method: "POST",
      headers: {
        Accept: "*/*",
        "Content-Type": "application/json",
        "User-Agent": "GitHub-Hookshot/forgehand",
        "X-GitHub-Hook-ID": "1",
        "X-GitHub-Event": "dependabot_alert",
        "X-GitHub-Delivery": "1-2",
        "X-GitHub-Hook-Installation-Target-Type": "repository",
        "X-GitHub-Hook-Installation-Target-ID": "1",
        "X-Hub-Signature": `sha1=${createHmac("sha1", SECRET).update("{}").digest("hex")}`,
        "X-Hub-Signature-256": `sha256=${createHmac("sha256", SECRET).update("{}").digest("hex")}`,
      },
      body: new TextEncoder().encode("{}"),
    });
  });

  test("gets a new GUID by default", async () => {
    const guids = new Set<string | undefined>();
    for (let times = 0; times < 10; times++) {
      guids.add((await signDelivery({ event: "ping", payload: {} })).headers["X-GitHub-Delivery"]);
    }
    expect(guids.size).toBe(10);
  });

  test("has no signature without a secret", async () => {
    const { headers } = await signDelivery({ event: "star", payload: STARRED });
    expect(Object.keys(headers).filter((name) => name.startsWith("X-Hub"))).toEqual([]);
  });

  test("contains a given body byte for byte, as a copy", async () => {
    const body = new TextEncoder().encode(' {"zen" : 1}\n');
    const signed = await signDelivery({ event: "ping", body, secret: SECRET });
    expect(signed.body).toEqual(body);
    body.fill(0);
    const again = await signDelivery({ event: "ping", body: signed.body, secret: SECRET });
    expect(again.headers["X-Hub-Signature-256"]).toBe(signed.headers["X-Hub-Signature-256"]);
  });
});

describe("signDelivery", () => {
  const circular: Record<string, unknown> = {};
  circular["self"] = circular;
  const body = new Uint8Array([123, 125]);
  test.each([
    ["secert", { secert: "hunter2", payload: {} }],
    ["event", { event: undefined, payload: {} }],
    ["event", { event: "", payload: {} }],
    ["event", { event: "st ar", payload: {} }],
    ["event", { event: "star\r\nx-other: 1", payload: {} }],
    ["guid", { guid: "", payload: {} }],
    ["guid", { guid: "a,b", payload: {} }],
    ["guid", { guid: 5, payload: {} }],
    ["hookId", { hookId: -1, payload: {} }],
    ["hookId", { hookId: 2 ** 53, payload: {} }],
    ["hookId", { hookId: "1", payload: {} }],
    ["target.type", { target: { type: "a b", id: 1 }, payload: {} }],
    ["target.id", { target: { type: "repository", id: 1.5 }, payload: {} }],
    ["target.type", { target: null, payload: {} }],
    ["agent", { agent: "a\nb", payload: {} }],
    ["agent", { agent: "ü", payload: {} }],
    ["secret", { secret: "", payload: {} }],
    ["secret", { secret: null, payload: {} }],
    ["contentType", { contentType: "text", payload: {} }],
    ["contentType", { contentType: "toString", payload: {} }],
    ["dialect", { dialect: "hub", payload: {} }],
    ["payload", {}],
    ["payload", { payload: null }],
    ["payload", { payload: "{}" }],
    ["payload", { payload: [] }],
    ["payload", { payload: [{}] }],
    ["payload", { payload: new Date() }],
    ["payload", { payload: { toJSON: () => undefined } }],
    ["payload", { payload: circular }],
    ["payload", { event: "star", payload: { ...STARRED, self: circular } }],
    ["payload", { payload: { id: 1n } }],
    ["payload", { payload: { text: "x".repeat(MAX_BODY_SIZE) } }],
    ["body", { payload: {}, body }],
    ["body", { body: "{}" }],
    ["body", { body: null }],
    ["body", { body: new Uint8Array(MAX_BODY_SIZE + 1) }],
  ])("rejects an invalid %s", async (field, fields) => {
    await expect(Reflect.apply(signDelivery, undefined, [{ event: "ping", ...fields }])).rejects.toMatchObject({
      name: "InputError",
      field,
    });
  });

  test("accepts a body of the maximum size", async () => {
    const delivery: DeliveryToSign = { event: "brand_new", body: new Uint8Array(MAX_BODY_SIZE) };
    expect((await signDelivery(delivery)).body.length).toBe(MAX_BODY_SIZE);
  });
});

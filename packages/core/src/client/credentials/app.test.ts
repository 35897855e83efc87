import { createVerify, generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sized } from "../../../../../test/effort.ts";
import { github } from "../../dialect/github.ts";
import type { Clock } from "../clock.ts";
import { readPrivateKey } from "./app-key.ts";
import { type Credentials, readCredentials } from "./credentials.ts";
import type { Exchange } from "./token-source.ts";

const START = Date.parse("2026-03-10T12:00:00.250Z");
const MINUTE = 60_000;

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const pkcs1 = rsa.privateKey.export({ type: "pkcs1", format: "pem" }).toString();
const pkcs8 = rsa.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const der = new Uint8Array(rsa.privateKey.export({ type: "pkcs8", format: "der" }));
const elliptic = generateKeyPairSync("ec", { namedCurve: "P-256" });

type App = Exclude<Credentials, string | (() => unknown) | { readonly token: string }>;

const itself: App = { app: "Iv23liExample", privateKey: pkcs1 };
const installed: App = { app: 7, privateKey: pkcs1, installation: 42 };

/** An app's source, on a clock that stands until it is set. */
function appSource(credentials: App) {
  let now = START;
  const clock: Clock = {
    now: () => now,
    after: () => {
      throw new Error("Nobody sets timers.");
    },
  };
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { ...readCredentials(github, credentials, clock), now: () => now, pass };
}

/** What a service gives for JWTs: tokens for an hour, unless it is told otherwise. */
function service(now: () => number, expiresAt = () => new Date(now() + 60 * MINUTE).toISOString()) {
  const asked: { jwt: string; installation: string }[] = [];
  const exchange: Exchange = async (jwt, installation) => {
    asked.push({ jwt, installation });
    return { token: `ghs_${asked.length}`, expires_at: expiresAt() };
  };
  return { exchange, asked };
}

const noExchange: Exchange = () => Promise.reject(new Error("The service is down."));

function readJwt(jwt: string | undefined) {
  const [header = "", claims = "", signature = ""] = (jwt ?? "").split(".");
  const read = (part: string): unknown => JSON.parse(Buffer.from(part, "base64url").toString());
  const isValid = createVerify("RSA-SHA256")
    .update(`${header}.${claims}`)
    .verify(rsa.publicKey, signature, "base64url");
  return { header: read(header), claims: read(claims), isValid };
}

/** The elements of DER that follow one another; complains of lengths that are longer than they must be. */
function elementsOf(bytes: Uint8Array): { tag: number; content: Uint8Array }[] {
  if (bytes.length === 0) return [];
  const [tag = 0, first = 0] = bytes;
  const digits = first < 0x80 ? bytes.subarray(1, 2) : bytes.subarray(2, 2 + (first & 0x7f));
  const length = digits.reduce((sum, digit) => sum * 256 + digit, 0);
  expect(first < 0x80 || (length >= 0x80 && digits[0] !== 0)).toBe(true);
  const start = first < 0x80 ? 2 : 2 + digits.length;
  expect(start + length).toBeLessThanOrEqual(bytes.length);
  return [{ tag, content: bytes.subarray(start, start + length) }, ...elementsOf(bytes.subarray(start + length))];
}

describe("an app itself", () => {
  test.each([
    ["PKCS#1", pkcs1],
    ["PKCS#8", pkcs8],
  ])("signs a JWT with its key in %s", async (_, privateKey) => {
    const { next, known } = appSource({ ...itself, privateKey });
    expect(known()).toEqual({ token: undefined, kind: "app" });
    const caller = await next(noExchange);
    const seconds = Math.floor(START / 1000);
    expect(caller.token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(readJwt(caller.token)).toEqual({
      header: { alg: "RS256", typ: "JWT" },
      claims: { iss: "Iv23liExample", iat: seconds - 60, exp: seconds + 540 },
      isValid: true,
    });
    expect(caller.kind).toBe("app");
    expect(known()).toEqual(caller);
  });

  test("sends its JWT until a minute before that ends", async () => {
    const { next, pass } = appSource(itself);
    const first = await next(noExchange);
    pass(8 * MINUTE - 251);
    expect(next(noExchange)).toBe(first);
    pass(1);
    const second = await next(noExchange);
    expect(second).not.toEqual(first);
    expect(readJwt(second.token).isValid).toBe(true);
  });

  test("signs anew where the clock was set back: the service takes no JWT from the future", async () => {
    const { next, pass } = appSource(itself);
    const first = await next(noExchange);
    pass(-10 * MINUTE);
    const second = await next(noExchange);
    expect(second).not.toEqual(first);
  });

  test("has another JWT after one was refused, but not within the same second", async () => {
    const { next, refused, pass } = appSource(itself);
    const { token: first = "" } = await next(noExchange);
    expect(refused(first)).toBe(true);
    expect((await next(noExchange)).token).toBe(first);
    expect(refused(first)).toBe(false);
    pass(1000);
    const { token: second = "" } = await next(noExchange);
    expect(second).not.toBe(first);
    expect(refused(second)).toBe(true);
  });
});

describe("an installation", () => {
  test("gets its token for the app's JWT, once, and keeps it", async () => {
    const { next, known, now } = appSource(installed);
    const { exchange, asked } = service(now);
    expect(known()).toEqual({ token: undefined, kind: "installation" });
    expect(await next(exchange)).toEqual({ token: "ghs_1", kind: "installation" });
    expect(next(noExchange)).toEqual({ token: "ghs_1", kind: "installation" });
    expect(known()).toEqual({ token: "ghs_1", kind: "installation" });
    expect(asked).toEqual([{ jwt: expect.any(String), installation: "42" }]);
    expect(readJwt(asked[0]?.jwt)).toMatchObject({ claims: { iss: "7" }, isValid: true });
  });

  test.each([
    ["that the service names", undefined, 55],
    ["of its own where the service's can't be read", () => "in a while", 55],
    ["of a shorter token", () => new Date(START + 15 * MINUTE).toISOString(), 10],
  ])("gets the next one before the end %s", async (_, expiresAt, minutes) => {
    const { next, now, pass } = appSource(installed);
    const { exchange, asked } = service(now, expiresAt);
    await next(exchange);
    pass(minutes * MINUTE - 1);
    expect(next(exchange)).toMatchObject({ token: "ghs_1" });
    pass(1);
    expect(await next(exchange)).toMatchObject({ token: "ghs_2" });
    expect(asked).toHaveLength(2);
  });

  test("asks once for all who wait", async () => {
    const { next, now, pass } = appSource(installed);
    const { exchange, asked } = service(now);
    const first = await Promise.all([next(exchange), next(exchange), next(exchange)]);
    expect(first.map(({ token }) => token)).toEqual(["ghs_1", "ghs_1", "ghs_1"]);
    pass(56 * MINUTE);
    await Promise.all([next(exchange), next(exchange)]);
    expect(asked).toHaveLength(2);
  });

  test("a failure reaches all who wait, and the next request asks again", async () => {
    const { next, known, now } = appSource(installed);
    const failure = new Error("The service is down.");
    let failures = 0;
    const failing: Exchange = async () => {
      failures++;
      throw failure;
    };
    const outcomes = await Promise.allSettled([next(failing), next(failing)]);
    expect(outcomes).toEqual(Array(2).fill({ status: "rejected", reason: failure }));
    expect(failures).toBe(1);
    expect(known()).toEqual({ token: undefined, kind: "installation" });
    expect(await next(service(now).exchange)).toMatchObject({ token: "ghs_1" });
  });

  test("asks with one JWT while that lasts", async () => {
    const { next, now, pass, refused } = appSource(installed);
    const { exchange, asked } = service(now);
    for (const token of ["ghs_1", "ghs_2"]) {
      await next(exchange);
      refused(token);
      pass(MINUTE);
    }
    pass(8 * MINUTE);
    await next(exchange);
    const [first, second, third] = asked.map(({ jwt }) => jwt);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test("a refused token is forgotten, and those who sent it share the next", async () => {
    const { next, refused, now } = appSource(installed);
    const { exchange, asked } = service(now);
    await next(exchange);
    expect(refused("ghs_1")).toBe(true);
    const waiting = next(exchange);
    expect(refused("ghs_1")).toBe(true);
    expect(await Promise.all([waiting, next(exchange)])).toMatchObject([{ token: "ghs_2" }, { token: "ghs_2" }]);
    // A late word on the first one does the second no harm.
    expect(refused("ghs_1")).toBe(true);
    expect(next(exchange)).toMatchObject({ token: "ghs_2" });
    expect(asked).toHaveLength(2);
  });

  test("never sends a token of the last five minutes, nor asks while it has another", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(90 * MINUTE)), async (steps) => {
        const { next, now, pass } = appSource(installed);
        let end = Number.NEGATIVE_INFINITY;
        const { exchange, asked } = service(now, () => {
          end = now() + 60 * MINUTE;
          return new Date(end).toISOString();
        });
        for (const step of steps) {
          pass(step);
          const isGood = now() < end - 5 * MINUTE;
          const before = asked.length;
          const { token } = await next(exchange);
          expect(asked.length - before).toBe(isGood ? 0 : 1);
          expect(token).toBe(`ghs_${asked.length}`);
          expect(end - now()).toBeGreaterThan(5 * MINUTE);
        }
      }),
      { numRuns: 20 },
    );
  });
});

describe("an app's account", () => {
  test("is named for app and installation, on paper as well", async () => {
    const { account, label } = appSource(installed);
    expect(account).toBe("app-7-42");
    expect(await label()).toBe("app-7-42");
    expect(appSource({ ...installed, app: "7", installation: "42", privateKey: pkcs8 }).account).toBe(account);
  });

  test("is another for another app or installation, where their names run together too", () => {
    const ids = fc.record(
      { app: fc.stringMatching(/^[12](-[12]|-itself){0,2}$/), installation: fc.stringMatching(/^[12]{1,2}$/) },
      { requiredKeys: ["app"] },
    );
    fc.assert(
      fc.property(ids, ids, (one, other) => {
        const isSame = one.app === other.app && one.installation === other.installation;
        const [first, second] = [one, other].map((its) => appSource({ ...its, privateKey: pkcs8 }).account);
        expect(first === second).toBe(isSame);
      }),
      { examples: [[{ app: "1-2" }, { app: "1", installation: "2" }]] },
    );
  });
});

describe("an app's key", () => {
  test("in PKCS#1 becomes the PKCS#8 that the platform makes of it", () => {
    for (const modulusLength of [512, 2048, 3072]) {
      const { privateKey } = generateKeyPairSync("rsa", { modulusLength });
      const text = privateKey.export({ type: "pkcs1", format: "pem" }).toString();
      const expected = new Uint8Array(privateKey.export({ type: "pkcs8", format: "der" }));
      expect(readPrivateKey(text)).toEqual(expected);
    }
  });

  test("is wrapped whole, whatever its length", () => {
    // Past each length from which on it takes one byte more to write: 128, 256, 65,536.
    const large = Array.from({ length: sized(8, 40) }, (_, index) => 65_538 - index);
    const lengths = [...Array(300).keys(), ...large];
    for (const length of lengths.slice(1)) {
      const key = Buffer.alloc(length, length);
      const base64 = key.toString("base64");
      const wrapped = readPrivateKey(`-----BEGIN RSA PRIVATE KEY-----${base64}-----END RSA PRIVATE KEY-----`);
      const [outer, ...after] = elementsOf(wrapped);
      const [version, algorithm, inner, ...others] = elementsOf(outer?.content ?? wrapped);
      expect([outer?.tag, version?.tag, algorithm?.tag, inner?.tag]).toEqual([0x30, 0x02, 0x30, 0x04]);
      expect(key.equals(inner?.content ?? wrapped)).toBe(true);
      expect([...after, ...others]).toEqual([]);
    }
  });

  test("is the same however its lines end and wherever they break", () => {
    const ends = fc.constantFrom("\n", "\r\n", "\\n", "\\r\\n", " \n", "\n\n");
    const around = fc.constantFrom("", "\n", "  ", "\\n");
    fc.assert(
      fc.property(
        fc.constantFrom(pkcs1, pkcs8),
        ends,
        around,
        fc.integer({ min: 1, max: 2000 }),
        (pem, end, pad, width) => {
          const [first = "", ...rest] = pem.trim().split("\n");
          const last = rest.pop() ?? "";
          const body = rest.join("").match(new RegExp(`.{1,${width}}`, "g")) ?? [];
          expect(readPrivateKey(pad + [first, ...body, last].join(end) + pad)).toEqual(der);
        },
      ),
    );
  });

  const inner = pkcs1.split("\n").slice(1, -2).join("\n");
  const unusable: [what: string, key: unknown][] = [
    ["nothing", undefined],
    ["no text", 5],
    ["an empty text", ""],
    ["a path", "/run/secrets/app.pem"],
    ["base64 without its lines", inner],
    ["no last line", pkcs1.slice(0, -40)],
    ["two kinds of line", pkcs1.replace("END RSA", "END")],
    ["what is no base64", pkcs1.replace("MII", "M=I")],
    ["a public key", rsa.publicKey.export({ type: "spki", format: "pem" }).toString()],
    [
      "one with a passphrase",
      rsa.privateKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "p" }).toString(),
    ],
    [
      "an old one with a passphrase",
      rsa.privateKey.export({ type: "pkcs1", format: "pem", cipher: "aes-256-cbc", passphrase: "p" }).toString(),
    ],
    ["an elliptic curve's own form", elliptic.privateKey.export({ type: "sec1", format: "pem" }).toString()],
    ["two keys", pkcs1 + pkcs8],
  ];
  test.each(unusable)("is refused at once where it can't be one: %s", (_, privateKey) => {
    // @ts-expect-error
    const reading = () => appSource({ app: 7, privateKey });
    expect(reading).toThrow(expect.objectContaining({ name: "InputError", field: "credentials.privateKey" }));
    expect(reading).toThrow("credentials.privateKey is the app's RSA key as PEM without a passphrase");
    expect(reading).not.toThrow(inner.slice(0, 20));
  });

  const broken: [what: string, key: string][] = [
    ["of another algorithm", elliptic.privateKey.export({ type: "pkcs8", format: "pem" }).toString()],
    ["under the other form's name", pkcs8.replaceAll("PRIVATE", "RSA PRIVATE")],
    ["that was cut", pkcs1.replace(/(.{64}\n){5}(?=-----END|.{1,63}\n-----END)/, "")],
  ];
  test.each(broken)(
    "is refused when it is first needed where only the platform can tell: one %s",
    async (_, privateKey) => {
      const { next } = appSource({ ...installed, privateKey });
      for (let time = 0; time < 2; time++) {
        await expect(next(noExchange)).rejects.toMatchObject({
          name: "InputError",
          field: "credentials.privateKey",
          message: expect.stringContaining("credentials.privateKey is the app's RSA key as PEM without a passphrase"),
          cause: undefined,
        });
      }
    },
  );
});

describe("an app's other fields", () => {
  const wrong: [what: string, credentials: object, field: string, message: string][] = [
    ["no app", { installation: 42 }, "credentials.app", "is an app's id, in digits, or its client id"],
    ["an app with a space", { app: "my app" }, "credentials.app", "is an app's id"],
    ["an app of no number", { app: Number.NaN }, "credentials.app", "is an app's id"],
    ["an app of half a number", { app: 1.5 }, "credentials.app", "is an app's id"],
    ["an app below 1", { app: -7 }, "credentials.app", "is an app's id"],
    [
      "an installation by name",
      { app: 7, installation: "acme" },
      "credentials.installation",
      "is an installation's id",
    ],
    ["an installation of null", { app: 7, installation: null }, "credentials.installation", "is an installation's id"],
    ["an empty installation", { app: 7, installation: "" }, "credentials.installation", "is an installation's id"],
    [
      "a rounded installation",
      { app: 7, installation: 2 ** 53 },
      "credentials.installation",
      "is an installation's id",
    ],
    ["a token as well", { app: 7, token: "ghp_secret" }, "credentials.token", "is none of an app's fields"],
    ["a misspelt field", { app: 7, privatekey: pkcs1 }, "credentials.privatekey", "app, privateKey and installation"],
  ];
  test.each(wrong)("are refused: %s", (_, given, field, message) => {
    // @ts-expect-error
    const reading = () => appSource({ privateKey: pkcs1, ...given });
    expect(reading).toThrow(expect.objectContaining({ name: "InputError", field }));
    expect(reading).toThrow(message);
    expect(reading).not.toThrow("secret");
  });

  test("an installation that is left undefined is left out", () => {
    // @ts-expect-error
    expect(appSource({ ...itself, installation: undefined }).known().kind).toBe("app");
  });
});

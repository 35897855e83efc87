import { createVerify, generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pickSize } from "../../../../../test/test-size.ts";
import { github } from "../../dialect/github.ts";
import type { Clock } from "../clock.ts";
import { preload } from "../preload.ts";
import { createServiceClock } from "../service-clock.ts";
import { toPkcs8 } from "./app-key.ts";
import { type Credentials, readCredentials } from "./credentials.ts";
import { readPrivateKey } from "./private-key.ts";
import type { ExchangeToken } from "./token-source.ts";

const START = Date.parse("2026-03-10T12:00:00.250Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

await preload();

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const pkcs1 = rsa.privateKey.export({ type: "pkcs1", format: "pem" }).toString();
const pkcs8 = rsa.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const der = new Uint8Array(rsa.privateKey.export({ type: "pkcs8", format: "der" }));
const elliptic = generateKeyPairSync("ec", { namedCurve: "P-256" });

type AppOptions = Exclude<Credentials, string | (() => unknown) | { readonly token: string }>;

const appItself: AppOptions = { app: "Iv23liExample", privateKey: pkcs1 };
const installation: AppOptions = { app: 7, privateKey: pkcs1, installation: 42 };

/** A token source of an app, on a clock that only `advance` moves, and that `setBack` sets back. */
function appSource(credentials: AppOptions) {
  let now = START;
  let wallOffset = 0;
  const clock: Clock = {
    now: () => now + wallOffset,
    monotonic: () => now - START,
    after: () => {
      throw new Error("No timer is expected.");
    },
  };
  const advance = (milliseconds: number) => {
    now += milliseconds;
  };
  const setBack = (milliseconds: number) => {
    wallOffset -= milliseconds;
  };
  const serviceClock = createServiceClock(clock);
  /** Receives a response that was sent at that time. */
  const receiveDate = (date: number) => serviceClock.update(new Headers({ date: new Date(date).toUTCString() }));
  const source = readCredentials(github, credentials, clock, serviceClock);
  return { ...source, now: () => now, advance, setBack, receiveDate };
}

/** Exchanges JWTs for tokens that are valid for an hour unless `expiresAt` returns another time. */
function tokenService(now: () => number, expiresAt = () => new Date(now() + 60 * MINUTE).toISOString()) {
  const exchanges: { jwt: string; installation: string }[] = [];
  const exchange: ExchangeToken = async (jwt, scope) => {
    exchanges.push({ jwt, ...scope });
    return { token: `ghs_${exchanges.length}`, expires_at: expiresAt() };
  };
  return { exchange, exchanges };
}

const noExchange: ExchangeToken = () => Promise.reject(new Error("The service is down."));

function readJwt(jwt: string | undefined) {
  const [header = "", claims = "", signature = ""] = (jwt ?? "").split(".");
  const read = (part: string): unknown => JSON.parse(Buffer.from(part, "base64url").toString());
  const isValid = createVerify("RSA-SHA256")
    .update(`${header}.${claims}`)
    .verify(rsa.publicKey, signature, "base64url");
  return { header: read(header), claims: read(claims), isValid };
}

/** Parses consecutive DER elements and rejects lengths that are longer than necessary. */
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
  ])("signs a JWT with a key in %s", async (_, privateKey) => {
    const { getToken, known } = appSource({ ...appItself, privateKey });
    expect(known).toEqual({ token: undefined, kind: "app" });
    const caller = await getToken(noExchange);
    const seconds = Math.floor(START / 1000);
    expect(caller.token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(readJwt(caller.token)).toEqual({
      header: { alg: "RS256", typ: "JWT" },
      claims: { iss: "Iv23liExample", iat: seconds - 60, exp: seconds + 540 },
      isValid: true,
    });
    expect(caller.kind).toBe("app");
  });

  test("reuses its JWT until a minute before it expires", async () => {
    const { getToken, advance } = appSource(appItself);
    const first = await getToken(noExchange);
    advance(8 * MINUTE - 251);
    expect(getToken(noExchange)).toBe(first);
    advance(1);
    const second = await getToken(noExchange);
    expect(second).not.toEqual(first);
    expect(readJwt(second.token).isValid).toBe(true);
  });

  test("signs a new JWT after the clock was set back, since the service rejects JWTs from the future", async () => {
    const { getToken, setBack } = appSource(appItself);
    const first = await getToken(noExchange);
    setBack(10 * MINUTE);
    const second = await getToken(noExchange);
    expect(second).not.toEqual(first);
  });

  test("signs a JWT by the service's time once it is known, however the clock is set then", async () => {
    const { getToken, receiveDate, setBack } = appSource(appItself);
    const first = await getToken(noExchange);
    const seconds = Math.floor(START / 1000) + 3600;
    receiveDate(seconds * 1000);
    const { token } = await getToken(noExchange);
    expect(readJwt(token)).toMatchObject({ claims: { iat: seconds - 60, exp: seconds + 540 }, isValid: true });
    setBack(10 * MINUTE);
    expect(first).not.toEqual({ token, kind: "app" });
    expect(await getToken(noExchange)).toEqual({ token, kind: "app" });
  });

  test("gets a new JWT after a rejection, but not within the same second", async () => {
    const { getToken, invalidate, advance } = appSource(appItself);
    const { token: first = "" } = await getToken(noExchange);
    expect(invalidate(first)).toBe(true);
    expect((await getToken(noExchange)).token).toBe(first);
    expect(invalidate(first)).toBe(false);
    advance(1000);
    const { token: second = "" } = await getToken(noExchange);
    expect(second).not.toBe(first);
    expect(invalidate(second)).toBe(true);
  });
});

describe("an installation", () => {
  test("exchanges the app's JWT for a token once and caches it", async () => {
    const { getToken, known, now } = appSource(installation);
    const { exchange, exchanges } = tokenService(now);
    expect(known).toEqual({ token: undefined, kind: "installation" });
    expect(await getToken(exchange)).toEqual({ token: "ghs_1", kind: "installation" });
    expect(getToken(noExchange)).toEqual({ token: "ghs_1", kind: "installation" });
    expect(exchanges).toEqual([{ jwt: expect.any(String), installation: "42" }]);
    expect(readJwt(exchanges[0]?.jwt)).toMatchObject({ claims: { iss: "7" }, isValid: true });
  });

  test.each([
    ["that the service returns", undefined, 55],
    ["assumed if the service's is unreadable", () => "soon", 55],
    ["of a short-lived token", () => new Date(START + 15 * MINUTE).toISOString(), 10],
  ])("renews its token before the expiry %s", async (_, expiresAt, minutes) => {
    const { getToken, now, advance } = appSource(installation);
    const { exchange, exchanges } = tokenService(now, expiresAt);
    await getToken(exchange);
    advance(minutes * MINUTE - 1);
    expect(getToken(exchange)).toMatchObject({ token: "ghs_1" });
    advance(1);
    expect(await getToken(exchange)).toMatchObject({ token: "ghs_2" });
    expect(exchanges).toHaveLength(2);
  });

  test("judges the expiry of its token by the service's time, however the clock is set", async () => {
    for (const clockError of [-HOUR, 0, HOUR]) {
      const { getToken, now, advance, receiveDate, setBack } = appSource(installation);
      const serviceNow = () => now() + clockError;
      const { exchange, exchanges } = tokenService(serviceNow);
      await getToken((jwt, id) => {
        receiveDate(serviceNow());
        return exchange(jwt, id);
      });
      setBack(HOUR);
      advance(54 * MINUTE);
      expect(getToken(exchange)).toMatchObject({ token: "ghs_1" });
      // The service's date is in whole seconds.
      advance(MINUTE + 1000);
      await getToken(exchange);
      expect(exchanges).toHaveLength(2);
    }
  });

  test("exchanges once for all waiting calls", async () => {
    const { getToken, now, advance } = appSource(installation);
    const { exchange, exchanges } = tokenService(now);
    const first = await Promise.all([getToken(exchange), getToken(exchange), getToken(exchange)]);
    expect(first.map(({ token }) => token)).toEqual(["ghs_1", "ghs_1", "ghs_1"]);
    advance(56 * MINUTE);
    await Promise.all([getToken(exchange), getToken(exchange)]);
    expect(exchanges).toHaveLength(2);
  });

  test("fails for all waiting calls and exchanges again for the next one", async () => {
    const { getToken, now } = appSource(installation);
    const failure = new Error("The service is down.");
    let failures = 0;
    const failing: ExchangeToken = async () => {
      failures++;
      throw failure;
    };
    const outcomes = await Promise.allSettled([getToken(failing), getToken(failing)]);
    expect(outcomes).toEqual(Array(2).fill({ status: "rejected", reason: failure }));
    expect(failures).toBe(1);
    expect(await getToken(tokenService(now).exchange)).toMatchObject({ token: "ghs_1" });
  });

  test("reuses a JWT while it is valid", async () => {
    const { getToken, now, advance, invalidate } = appSource(installation);
    const { exchange, exchanges } = tokenService(now);
    for (const token of ["ghs_1", "ghs_2"]) {
      await getToken(exchange);
      invalidate(token);
      advance(MINUTE);
    }
    advance(8 * MINUTE);
    await getToken(exchange);
    const [first, second, third] = exchanges.map(({ jwt }) => jwt);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test("discards a rejected token; concurrent callers share the next one", async () => {
    const { getToken, invalidate, now } = appSource(installation);
    const { exchange, exchanges } = tokenService(now);
    await getToken(exchange);
    expect(invalidate("ghs_1")).toBe(true);
    const waiting = getToken(exchange);
    expect(invalidate("ghs_1")).toBe(true);
    expect(await Promise.all([waiting, getToken(exchange)])).toMatchObject([{ token: "ghs_2" }, { token: "ghs_2" }]);
    // A late rejection of the first token does not affect the second one.
    expect(invalidate("ghs_1")).toBe(true);
    expect(getToken(exchange)).toMatchObject({ token: "ghs_2" });
    expect(exchanges).toHaveLength(2);
  });

  test("never uses a token in its last five minutes, nor exchanges early", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(90 * MINUTE)), async (steps) => {
        const { getToken, now, advance } = appSource(installation);
        let end = Number.NEGATIVE_INFINITY;
        const { exchange, exchanges } = tokenService(now, () => {
          end = now() + 60 * MINUTE;
          return new Date(end).toISOString();
        });
        for (const step of steps) {
          advance(step);
          const isReusable = now() < end - 5 * MINUTE;
          const before = exchanges.length;
          const { token } = await getToken(exchange);
          expect(exchanges.length - before).toBe(isReusable ? 0 : 1);
          expect(token).toBe(`ghs_${exchanges.length}`);
          expect(end - now()).toBeGreaterThan(5 * MINUTE);
        }
      }),
      { numRuns: 20 },
    );
  });
});

describe("an app's account", () => {
  test("has tokens that are limited to permissions and repositories", async () => {
    const limits = { permissions: { secrets: "read" }, repositories: ["widgets"] } as const;
    const { getToken, now } = appSource({ ...installation, ...limits });
    const { exchange, exchanges } = tokenService(now);
    await getToken(exchange);
    expect(exchanges).toEqual([{ jwt: expect.any(String), installation: "42", ...limits }]);
  });

  test("is named after app and installation", async () => {
    const { account, label } = appSource(installation);
    expect(account).toBe("app-7-42");
    expect(await label()).toBe("app-7-42");
    expect(appSource({ ...installation, app: "7", installation: "42", privateKey: pkcs8 }).account).toBe(account);
  });

  test("differs per app and installation, even if their names concatenate to the same text", () => {
    const ids = fc.record(
      { app: fc.stringMatching(/^[12](-[12]|-itself){0,2}$/), installation: fc.stringMatching(/^[12]{1,2}$/) },
      { requiredKeys: ["app"] },
    );
    fc.assert(
      fc.property(ids, ids, (credentials, otherCredentials) => {
        const isSame =
          credentials.app === otherCredentials.app && credentials.installation === otherCredentials.installation;
        const [first, second] = [credentials, otherCredentials].map(
          (options) => appSource({ ...options, privateKey: pkcs8 }).account,
        );
        expect(first === second).toBe(isSame);
      }),
      { examples: [[{ app: "1-2" }, { app: "1", installation: "2" }]] },
    );
  });
});

describe("an app's key", () => {
  test("in PKCS#1 is converted to the platform's PKCS#8", () => {
    for (const modulusLength of [512, 2048, 3072]) {
      const { privateKey } = generateKeyPairSync("rsa", { modulusLength });
      const text = privateKey.export({ type: "pkcs1", format: "pem" }).toString();
      const expected = new Uint8Array(privateKey.export({ type: "pkcs8", format: "der" }));
      expect(toPkcs8(readPrivateKey(text))).toEqual(expected);
    }
  });

  test("in PKCS#1 is wrapped correctly, whatever its length", () => {
    // Lengths around the sizes from which another length byte is needed: 128, 256, 65,536.
    const large = Array.from({ length: pickSize(8, 40) }, (_, index) => 65_538 - index);
    const lengths = [...Array(300).keys(), ...large];
    for (const length of lengths.slice(1)) {
      const key = Buffer.alloc(length, length);
      const base64 = key.toString("base64");
      const wrapped = toPkcs8(readPrivateKey(`-----BEGIN RSA PRIVATE KEY-----${base64}-----END RSA PRIVATE KEY-----`));
      const [outer, ...after] = elementsOf(wrapped);
      const [version, algorithm, inner, ...others] = elementsOf(outer?.content ?? wrapped);
      expect([outer?.tag, version?.tag, algorithm?.tag, inner?.tag]).toEqual([0x30, 0x02, 0x30, 0x04]);
      expect(key.equals(inner?.content ?? wrapped)).toBe(true);
      expect([...after, ...others]).toEqual([]);
    }
  });

  test("is independent of line endings and line lengths", () => {
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
          expect(toPkcs8(readPrivateKey(pad + [first, ...body, last].join(end) + pad))).toEqual(der);
        },
      ),
    );
  });

  const inner = pkcs1.split("\n").slice(1, -2).join("\n");
  const invalidKeys: [title: string, key: unknown][] = [
    ["undefined", undefined],
    ["a number", 5],
    ["an empty string", ""],
    ["a path", "/run/secrets/app.pem"],
    ["base64 without PEM header and footer", inner],
    ["a missing footer", pkcs1.slice(0, -40)],
    ["header and footer that differ", pkcs1.replace("END RSA", "END")],
    ["invalid base64", pkcs1.replace("MII", "M=I")],
    ["a public key", rsa.publicKey.export({ type: "spki", format: "pem" }).toString()],
    [
      "an encrypted PKCS#8 key",
      rsa.privateKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "p" }).toString(),
    ],
    [
      "an encrypted PKCS#1 key",
      rsa.privateKey.export({ type: "pkcs1", format: "pem", cipher: "aes-256-cbc", passphrase: "p" }).toString(),
    ],
    ["an elliptic-curve key in SEC1 form", elliptic.privateKey.export({ type: "sec1", format: "pem" }).toString()],
    ["two keys", pkcs1 + pkcs8],
  ];
  test.each(invalidKeys)("is rejected immediately if it is invalid: %s", (_, privateKey) => {
    // @ts-expect-error
    const reading = () => appSource({ app: 7, privateKey });
    expect(reading).toThrow(expect.objectContaining({ name: "InputError", field: "credentials.privateKey" }));
    expect(reading).toThrow("credentials.privateKey must be the app's whole RSA key as PEM without a passphrase");
    expect(reading).not.toThrow(inner.slice(0, 20));
  });

  const unusableKeys: [title: string, key: string][] = [
    ["a key of another algorithm", elliptic.privateKey.export({ type: "pkcs8", format: "pem" }).toString()],
    ["PKCS#8 with a PKCS#1 header", pkcs8.replaceAll("PRIVATE", "RSA PRIVATE")],
    ["a truncated key", pkcs1.replace(/(.{64}\n){5}(?=-----END|.{1,63}\n-----END)/, "")],
  ];
  test.each(unusableKeys)(
    "is rejected at its first use if only the platform detects the problem: %s",
    async (_, privateKey) => {
      const { getToken } = appSource({ ...installation, privateKey });
      for (let attempt = 0; attempt < 2; attempt++) {
        await expect(getToken(noExchange)).rejects.toMatchObject({
          name: "InputError",
          field: "credentials.privateKey",
          message: expect.stringContaining(
            "credentials.privateKey must be the app's whole RSA key as PEM without a passphrase",
          ),
        });
        await expect(getToken(noExchange)).rejects.not.toHaveProperty("cause");
      }
    },
  );
});

describe("an app's other fields", () => {
  const invalidFields: [title: string, credentials: object, field: string, message: string][] = [
    ["a missing app", { installation: 42 }, "credentials.app", "must be an app's id, in digits, or its client id"],
    ["an app with a space", { app: "my app" }, "credentials.app", "must be an app's id"],
    ["an app that is NaN", { app: Number.NaN }, "credentials.app", "must be an app's id"],
    ["an app that is a fraction", { app: 1.5 }, "credentials.app", "must be an app's id"],
    ["an app below 1", { app: -7 }, "credentials.app", "must be an app's id"],
    [
      "an installation that is a name",
      { app: 7, installation: "acme" },
      "credentials.installation",
      "must be an installation's id",
    ],
    [
      "an installation that is null",
      { app: 7, installation: null },
      "credentials.installation",
      "must be an installation's id",
    ],
    ["an empty installation", { app: 7, installation: "" }, "credentials.installation", "must be an installation's id"],
    [
      "an installation above 2^53 - 1",
      { app: 7, installation: 2 ** 53 },
      "credentials.installation",
      "must be an installation's id",
    ],
    ["an additional token", { app: 7, token: "ghp_secret" }, "credentials.token", "is not a field of app credentials"],
    [
      "a misspelled field",
      { app: 7, privatekey: pkcs1 },
      "credentials.privatekey",
      "app, privateKey, installation, permissions and repositories",
    ],
    [
      "permissions without an installation",
      { app: 7, permissions: { secrets: "read" } },
      "credentials.permissions",
      "must only be set with an installation",
    ],
    [
      "no permissions",
      { app: 7, installation: 42, permissions: {} },
      "credentials.permissions",
      "at least one permission",
    ],
    [
      "permissions that are a list",
      { app: 7, installation: 42, permissions: ["secrets"] },
      "credentials.permissions",
      "at least one permission",
    ],
    [
      "an unknown level",
      { app: 7, installation: 42, permissions: { secrets: "admin" } },
      "credentials.permissions",
      "with its level",
    ],
    [
      "no repositories",
      { app: 7, installation: 42, repositories: [] },
      "credentials.repositories",
      "at least one name",
    ],
    [
      "a repository with its owner",
      { app: 7, installation: 42, repositories: ["acme/widgets"] },
      "credentials.repositories",
      "without its owner",
    ],
  ];
  test.each(invalidFields)("are rejected if invalid: %s", (_, fields, field, message) => {
    // @ts-expect-error
    const reading = () => appSource({ privateKey: pkcs1, ...fields });
    expect(reading).toThrow(expect.objectContaining({ name: "InputError", field }));
    expect(reading).toThrow(message);
    expect(reading).not.toThrow("secret");
  });

  test("an undefined installation counts as omitted", () => {
    // @ts-expect-error
    expect(appSource({ ...appItself, installation: undefined }).known.kind).toBe("app");
  });
});

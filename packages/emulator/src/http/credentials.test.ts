import { createPrivateKey, createSign, generateKeyPairSync } from "node:crypto";
import { type JWTPayload, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEmulator } from "../emulator.ts";
import type { Emulator } from "../public.ts";

const SEED = {
  users: { alice: {} },
  organizations: { acme: {} },
  repositories: { "acme/gears": { private: true } },
  apps: {
    robot: { owner: "acme", client_id: "Iv1.robot", installations: { acme: {} } },
    other: { owner: "acme", client_id: "Iv1.other" },
    keyless: { owner: "acme" },
  },
  tokens: {
    alice: { kind: "classic", user: "alice", scopes: "all" },
    fine: { kind: "fine-grained", user: "alice", expires: "2040-05-06T07:08:09Z" },
    oauth: { kind: "oauth", user: "alice", expires: "2040-05-06T07:08:09Z" },
    expires: { kind: "classic", user: "alice", expires: "+1h" },
    revoked: { kind: "classic", user: "alice", revoked: true },
  },
};

let emulator: Emulator;
let key = "";
let olderKey = "";
beforeAll(async () => {
  emulator = await startEmulator({ seed: SEED });
  olderKey = await emulator.control.createAppKey("robot");
  key = await emulator.control.createAppKey("robot");
});
afterAll(() => emulator.stop());

/** Seconds since 1970, relative to the emulator's clock. */
const inSeconds = (span: number) => Math.floor(emulator.control.clock.now().getTime() / 1000) + span;

const sign = (claims: JWTPayload, pem = key) =>
  new SignJWT(claims).setProtectedHeader({ alg: "RS256" }).sign(createPrivateKey(pem));

/** Signs without the library, which doesn't accept a numeric issuer. */
function signByHand(claims: object): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const signed = `${encode({ alg: "RS256" })}.${encode(claims)}`;
  return `${signed}.${createSign("RSA-SHA256").update(signed).sign(createPrivateKey(key), "base64url")}`;
}

/** Requests one of the app's own resources. */
async function get(authorization: string | undefined, path = "/app/installations") {
  const response = await fetch(`${emulator.apiUrl}${path}`, { headers: authorization ? { authorization } : {} });
  return { status: response.status, body: await response.json() };
}

describe("app JWT", () => {
  const good = () => ({ iss: "1", iat: inSeconds(-60), exp: inSeconds(540) });
  const respond = async (claims: JWTPayload, pem?: string) => get(`Bearer ${await sign(claims, pem)}`);
  const unauthorized = (message: string) => ({ status: 401, body: { message } });
  const undecodable = unauthorized("A JSON web token could not be decoded");
  const expired = unauthorized(
    "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
  );
  const notIssued = unauthorized(
    "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
  );

  test("identifies the app by ID, as text or number, or by client ID", async () => {
    expect(await respond(good())).toMatchObject({ status: 200, body: [{ app_slug: "robot" }] });
    expect(await respond({ ...good(), iss: "Iv1.robot" })).toMatchObject({ status: 200 });
    expect(await get(`Bearer ${signByHand({ ...good(), iss: 1 })}`)).toMatchObject({ status: 200 });
  });

  test("must be signed with one of the app's keys", async () => {
    expect(await respond(good(), olderKey)).toMatchObject({ status: 200 });
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const unknownKey = String(privateKey.export({ type: "pkcs8", format: "pem" }));
    expect(await respond(good(), unknownKey)).toMatchObject(undecodable);
    expect(await respond({ ...good(), iss: "Iv1.other" })).toMatchObject(undecodable);
    expect(await respond({ ...good(), iss: "3" })).toMatchObject(undecodable);
  });

  test("is rejected for an unknown issuer", async () => {
    for (const iss of ["99", "Iv1.unknown-user"]) {
      expect(await respond({ ...good(), iss })).toMatchObject({
        status: 404,
        body: { message: "Integration not found" },
      });
    }
    const noId = unauthorized("'Issuer' claim ('iss') must be an Integer");
    for (const iss of ["robot", "1\n", ""]) expect(await respond({ ...good(), iss })).toMatchObject(noId);
    const { iss: _, ...withoutIssuer } = good();
    expect(await respond(withoutIssuer)).toMatchObject(noId);
  });

  test("can be valid for at most ten minutes", async () => {
    expect(await respond({ ...good(), exp: inSeconds(-1) })).toMatchObject(expired);
    expect(await respond({ ...good(), exp: inSeconds(0) })).toMatchObject(expired);
    expect(await respond({ ...good(), exp: inSeconds(2) })).toMatchObject({ status: 200 });
    expect(await respond({ ...good(), iat: inSeconds(0), exp: inSeconds(600) })).toMatchObject({ status: 200 });
    const tooLong = unauthorized("'Expiration time' claim ('exp') is too far in the future");
    expect(await respond({ ...good(), exp: inSeconds(11 * 60 + 5) })).toMatchObject(tooLong);
    expect(await respond({ ...good(), exp: inSeconds(86_400) })).toMatchObject(tooLong);
  });

  test("must not be issued in the future", async () => {
    expect(await respond({ ...good(), iat: inSeconds(30) })).toMatchObject({ status: 200 });
    expect(await respond({ ...good(), iat: inSeconds(90) })).toMatchObject(notIssued);
  });

  test("is validated by the emulator's clock", async () => {
    const jwt = await sign(good());
    const { clock } = emulator.control;
    expect(await get(`Bearer ${jwt}`)).toMatchObject({ status: 200 });
    clock.advance(541);
    expect(await get(`Bearer ${jwt}`)).toMatchObject({ status: 401 });
    clock.advance(-541);
    expect(await get(`Bearer ${jwt}`)).toMatchObject({ status: 200 });
    clock.advance(-3600);
    expect(await get(`Bearer ${jwt}`)).toMatchObject({ status: 401 });
    clock.advance(3600);
  });

  test("requires issue and expiration times, the former in whole seconds", async () => {
    const { iss, iat, exp } = good();
    expect(await respond({ iss, exp })).toMatchObject(notIssued);
    expect(await respond({ iss, exp, iat: iat + 0.5 })).toMatchObject(notIssued);
    expect(await respond({ iss, iat })).toMatchObject(expired);
  });

  test("is the only credential of an app's operations, whose other callers see no rate limits", async () => {
    for (const token of ["not-a-token", emulator.tokens["revoked"], emulator.tokens["alice"], undefined]) {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const response = await fetch(`${emulator.apiUrl}/app`, { headers });
      expect({ status: response.status, body: await response.json() }).toMatchObject(undecodable);
      expect([...response.headers.keys()].filter((name) => name.startsWith("x-ratelimit"))).toEqual([]);
    }
  });

  test("must be complete and signed with RS256", async () => {
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
    const unsigned = `${encode({ alg: "none" })}.${encode(good())}.AA`;
    const symmetric = await new SignJWT(good()).setProtectedHeader({ alg: "HS256" }).sign(Buffer.alloc(32));
    const [head, , signature] = (await sign(good())).split(".");
    const altered = `${head}.${encode({ ...good(), exp: inSeconds(550) })}.${signature}`;
    for (const jwt of [unsigned, symmetric, altered, "a.b.c"]) {
      expect(await get(`Bearer ${jwt}`)).toMatchObject({ status: 401 });
    }
  });

  test("can't be used as a user or installation", async () => {
    const jwt = `Bearer ${await sign(good())}`;
    expect((await get(jwt, "/user")).status).toBe(403);
    expect((await get(jwt, "/installation/repositories")).status).toBe(403);
    expect((await get(jwt, "/repos/acme/gears/installation")).status).toBe(200);
  });
});

describe("token", () => {
  const tokenNamed = (name: string) => emulator.tokens[name] ?? "";

  test('is accepted after "Bearer" or "token", in upper or lower case', async () => {
    for (const keyword of ["Bearer", "token", "BEARER"]) {
      expect((await get(`${keyword} ${tokenNamed("alice")}`, "/user")).status).toBe(200);
    }
    for (const header of [
      tokenNamed("alice"),
      `Basic ${btoa(`alice:${tokenNamed("alice")}`)}`,
      "Bearer",
      `Bearer ${tokenNamed("alice")} x`,
    ]) {
      expect((await get(header, "/user")).status).toBe(401);
    }
    expect((await get(undefined, "/user")).status).toBe(401);
  });

  test("reports its expiration if it is a personal token", async () => {
    const expirationOf = async (name: string) => {
      const response = await fetch(`${emulator.apiUrl}/user`, {
        headers: { authorization: `Bearer ${tokenNamed(name)}` },
      });
      return response.headers.get("github-authentication-token-expiration");
    };
    expect(await expirationOf("fine")).toBe("2040-05-06 07:08:09 UTC");
    expect(await expirationOf("expires")).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
    expect(await expirationOf("alice")).toBeNull();
    expect(await expirationOf("oauth")).toBeNull();
  });

  test("is rejected if revoked, expired or unknown", async () => {
    for (const token of [tokenNamed("revoked"), "ghp_unknown"]) {
      expect(await get(`Bearer ${token}`, "/user")).toMatchObject({
        status: 401,
        body: { message: "Bad credentials" },
      });
    }
    const expiring = () => get(`Bearer ${tokenNamed("expires")}`, "/user");
    expect((await expiring()).status).toBe(200);
    emulator.control.clock.advance(3601);
    expect((await expiring()).status).toBe(401);
    emulator.control.clock.advance(-3601);
    expect((await expiring()).status).toBe(200);
  });
});

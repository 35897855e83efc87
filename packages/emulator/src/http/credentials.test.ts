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

/** Seconds from now on, by the service's clock. */
const inSeconds = (span: number) => Math.floor(emulator.control.clock.now().getTime() / 1000) + span;

const sign = (claims: JWTPayload, pem = key) =>
  new SignJWT(claims).setProtectedHeader({ alg: "RS256" }).sign(createPrivateKey(pem));

/** The same by hand: some sign with a number, which the library takes for none of its business. */
function signByHand(claims: object): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const signed = `${encode({ alg: "RS256" })}.${encode(claims)}`;
  return `${signed}.${createSign("RSA-SHA256").update(signed).sign(createPrivateKey(key), "base64url")}`;
}

/** Asks for something of the app's own. */
async function ask(authorization: string | undefined, path = "/app/installations") {
  const answer = await fetch(`${emulator.apiUrl}${path}`, { headers: authorization ? { authorization } : {} });
  return { status: answer.status, body: await answer.json() };
}

describe("an app's JWT", () => {
  const good = () => ({ iss: "1", iat: inSeconds(-60), exp: inSeconds(540) });
  const answer = async (claims: JWTPayload, pem?: string) => ask(`Bearer ${await sign(claims, pem)}`);
  const refused = (message: string) => ({ status: 401, body: { message: expect.stringContaining(message) } });

  test("names the app by its number, as text or not, or by its client id", async () => {
    expect(await answer(good())).toMatchObject({ status: 200, body: [{ app_slug: "robot" }] });
    expect(await answer({ ...good(), iss: "Iv1.robot" })).toMatchObject({ status: 200 });
    expect(await ask(`Bearer ${signByHand({ ...good(), iss: 1 })}`)).toMatchObject({ status: 200 });
  });

  test("is signed with any of the app's keys, and no other", async () => {
    expect(await answer(good(), olderKey)).toMatchObject({ status: 200 });
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const foreign = String(privateKey.export({ type: "pkcs8", format: "pem" }));
    expect(await answer(good(), foreign)).toMatchObject(refused("could not be decoded"));
    expect(await answer({ ...good(), iss: "Iv1.other" })).toMatchObject(refused("could not be decoded"));
    expect(await answer({ ...good(), iss: "3" })).toMatchObject(refused("could not be decoded"));
  });

  test("from nobody that is known", async () => {
    for (const iss of ["99", "robot", "Iv1.nobody", ""]) {
      expect(await answer({ ...good(), iss })).toMatchObject(refused("'Issuer' claim ('iss')"));
    }
    const { iss: _, ...nameless } = good();
    expect(await answer(nameless)).toMatchObject(refused("'Issuer' claim ('iss')"));
  });

  test("holds for ten minutes at most, and not after", async () => {
    const expired = refused("'Expiration time' claim ('exp') must be a time in the future");
    expect(await answer({ ...good(), exp: inSeconds(-1) })).toMatchObject(expired);
    expect(await answer({ ...good(), exp: inSeconds(0) })).toMatchObject(expired);
    expect(await answer({ ...good(), exp: inSeconds(2) })).toMatchObject({ status: 200 });
    expect(await answer({ ...good(), iat: inSeconds(0), exp: inSeconds(600) })).toMatchObject({ status: 200 });
    const tooLong = refused("'Expiration time' claim ('exp') is too far in the future");
    expect(await answer({ ...good(), exp: inSeconds(11 * 60 + 5) })).toMatchObject(tooLong);
    expect(await answer({ ...good(), exp: inSeconds(86_400) })).toMatchObject(tooLong);
  });

  test("is not from the future", async () => {
    expect(await answer({ ...good(), iat: inSeconds(30) })).toMatchObject({ status: 200 });
    expect(await answer({ ...good(), iat: inSeconds(90) })).toMatchObject(refused("'Issued at' claim ('iat')"));
  });

  test("goes by the service's clock", async () => {
    const jwt = await sign(good());
    const { clock } = emulator.control;
    expect(await ask(`Bearer ${jwt}`)).toMatchObject({ status: 200 });
    clock.advance(541);
    expect(await ask(`Bearer ${jwt}`)).toMatchObject({ status: 401 });
    clock.advance(-541);
    expect(await ask(`Bearer ${jwt}`)).toMatchObject({ status: 200 });
    clock.advance(-3600);
    expect(await ask(`Bearer ${jwt}`)).toMatchObject({ status: 401 });
    clock.advance(3600);
  });

  test("says when it was made and how long it holds", async () => {
    for (const claim of ["iat", "exp"]) {
      const claims = Object.fromEntries(Object.entries(good()).filter(([name]) => name !== claim));
      expect(await answer(claims)).toMatchObject(refused("could not be decoded"));
    }
  });

  test("is signed as apps sign, and complete", async () => {
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
    const unsigned = `${encode({ alg: "none" })}.${encode(good())}.AA`;
    const symmetric = await new SignJWT(good()).setProtectedHeader({ alg: "HS256" }).sign(Buffer.alloc(32));
    const [head, , signature] = (await sign(good())).split(".");
    const exchanged = `${head}.${encode({ ...good(), exp: inSeconds(550) })}.${signature}`;
    for (const jwt of [unsigned, symmetric, exchanged, "a.b.c"]) {
      expect(await ask(`Bearer ${jwt}`)).toMatchObject({ status: 401 });
    }
  });

  test("is no person's and no installation's", async () => {
    const jwt = `Bearer ${await sign(good())}`;
    expect((await ask(jwt, "/user")).status).toBe(403);
    expect((await ask(jwt, "/installation/repositories")).status).toBe(403);
    expect((await ask(jwt, "/repos/acme/gears/installation")).status).toBe(200);
  });
});

describe("a token", () => {
  const of = (name: string) => emulator.tokens[name] ?? "";

  test("comes after either word, in any case", async () => {
    for (const word of ["Bearer", "token", "BEARER"]) {
      expect((await ask(`${word} ${of("alice")}`, "/user")).status).toBe(200);
    }
    for (const header of [of("alice"), `Basic ${btoa(`alice:${of("alice")}`)}`, "Bearer", `Bearer ${of("alice")} x`]) {
      expect((await ask(header, "/user")).status).toBe(401);
    }
    expect((await ask(undefined, "/user")).status).toBe(401);
  });

  test("of a person tells when it expires, where it does", async () => {
    const told = async (name: string) => {
      const answer = await fetch(`${emulator.apiUrl}/user`, { headers: { authorization: `Bearer ${of(name)}` } });
      return answer.headers.get("github-authentication-token-expiration");
    };
    expect(await told("fine")).toBe("2040-05-06 07:08:09 UTC");
    expect(await told("expires")).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
    expect(await told("alice")).toBeNull();
    expect(await told("oauth")).toBeNull();
  });

  test("that was revoked, that has expired, or that nobody has", async () => {
    for (const token of [of("revoked"), "ghp_nobodys"]) {
      expect(await ask(`Bearer ${token}`, "/user")).toMatchObject({
        status: 401,
        body: { message: "Bad credentials" },
      });
    }
    const expiring = () => ask(`Bearer ${of("expires")}`, "/user");
    expect((await expiring()).status).toBe(200);
    emulator.control.clock.advance(3601);
    expect((await expiring()).status).toBe(401);
    emulator.control.clock.advance(-3601);
    expect((await expiring()).status).toBe(200);
  });
});

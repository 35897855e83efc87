import { bigIntegerFields, definitionOf, expectedResponse, isSchema, quoteBigIntegers } from "@forgehand/core/contract";
import { fromWire, github } from "@forgehand/core/dialects";
import * as operations from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import * as z from "zod/mini";
import { send } from "../calling.fixture.ts";
import type { Emulator, Fault } from "../public.ts";
import { emulatorTest, test } from "../vitest.ts";
import { partsOf, rawCall } from "./raw-call.fixture.ts";

const STAR = "PUT /user/starred/acme/widgets";
const REPOSITORY = "GET /repos/acme/widgets";

/** Does the service know of alice's star? */
async function isStarred({ control, ...service }: Emulator): Promise<boolean> {
  control.faults.clear();
  return (await send(service, "GET /user/starred/acme/widgets", "alice")).status === 204;
}

describe("a status", () => {
  test("comes with its reason, and nothing was done", async ({ emulator }) => {
    emulator.control.faults.add({ operation: "starRepository", status: 502 });
    const { status, headers, body } = await send(emulator, STAR, "alice");
    expect(status).toBe(502);
    expect(body).toMatchObject({ message: "Bad Gateway", status: "502" });
    // The service has not heard of it, so that it can't tell what the token has.
    expect(headers.has("x-oauth-scopes")).toBe(false);
    expect(headers.get("x-github-request-id")).toMatch(/^[\w-]{36}$/);
    expect(await isStarred(emulator)).toBe(false);
  });

  test("says what it is told to say, in body and headers", async ({ emulator }) => {
    const headers = { "Retry-After": "17", "content-type": "application/problem+json" };
    emulator.control.faults.add({ status: 503, message: "Back soon", headers });
    const answer = await send(emulator, REPOSITORY, "alice");
    expect(answer).toMatchObject({ status: 503, body: { message: "Back soon" } });
    expect(answer.headers.get("retry-after")).toBe("17");
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
  });

  test("comes after the operation took effect, where that is asked for", async ({ emulator }) => {
    emulator.control.faults.add({ operation: "starRepository", status: 500, executed: true });
    expect((await send(emulator, STAR, "alice")).status).toBe(500);
    expect(await isStarred(emulator)).toBe(true);
  });

  test("that has no body has none", async ({ emulator }) => {
    emulator.control.faults.add({ operation: "getRepository", status: 304, headers: { etag: '"x"' } });
    expect(await send(emulator, REPOSITORY, "alice")).toMatchObject({ status: 304, text: "" });
  });

  test("is the same to who only asks for the head", async ({ emulator }) => {
    emulator.control.faults.add({ operation: "getRepository", status: 500 });
    expect(await send(emulator, "HEAD /repos/acme/widgets", "alice")).toMatchObject({ status: 500, text: "" });
  });
});

describe("a connection that is cut", () => {
  test("gives nothing back, not a byte, whatever the call", async ({ emulator }) => {
    emulator.control.faults.add({ cut: "connection" });
    expect(await rawCall(emulator, REPOSITORY)).toBe("");
    expect(await rawCall(emulator, STAR)).toBe("");
    expect(await rawCall(emulator, "GET /nowhere")).toBe("");
    expect(await rawCall(emulator, "PATCH /repos/acme/widgets", "alice", '{"has_wiki":false}')).toBe("");
    expect(await isStarred(emulator)).toBe(false);
  });

  test("may have been cut when all was done", async ({ emulator }) => {
    emulator.control.faults.add({ operation: "starRepository", cut: "connection", executed: true });
    expect(await rawCall(emulator, STAR)).toBe("");
    expect(await isStarred(emulator)).toBe(true);
  });

  test("after half of the body: all of it was announced", async ({ emulator }) => {
    const whole = partsOf(await rawCall(emulator, REPOSITORY)).body;
    emulator.control.faults.add({ operation: "getRepository", cut: "body" });
    const { head, body } = partsOf(await rawCall(emulator, REPOSITORY));
    expect(head).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(head).toContain(`content-length: ${whole.length}\r\n`);
    expect(body).toBe(whole.slice(0, Math.floor(whole.length / 2)));
  });

  test("in the middle of an error, of which nothing was done", async ({ emulator }) => {
    emulator.control.faults.add({ operation: "starRepository", cut: "body", status: 500 });
    const { head, body } = partsOf(await rawCall(emulator, STAR));
    expect(head).toContain("500 Internal Server Error");
    expect(Number(/content-length: (\d+)/.exec(head)?.[1])).toBeGreaterThan(body.length);
    expect(await isStarred(emulator)).toBe(false);
  });

  test("before what has no body, which was done", async ({ emulator }) => {
    emulator.control.faults.add({ operation: "starRepository", cut: "body" });
    expect(await rawCall(emulator, STAR)).toBe("");
    expect(await isStarred(emulator)).toBe(true);
    emulator.control.faults.add({ operation: "getRepository", cut: "body" });
    expect(await rawCall(emulator, "HEAD /repos/acme/widgets")).toBe("");
  });

  test("is cut for who has the answer already, too", async ({ emulator }) => {
    const etag = (await send(emulator, REPOSITORY, "alice")).headers.get("etag") ?? "";
    const conditional = { headers: { "if-none-match": etag } };
    expect((await send(emulator, REPOSITORY, "alice", conditional)).status).toBe(304);
    emulator.control.faults.add({ operation: "getRepository", cut: "body" });
    await expect(send(emulator, REPOSITORY, "alice", conditional)).rejects.toThrow("terminated");
  });
});

describe("a wrong shape", () => {
  const READS = {
    getRepository: REPOSITORY,
    listRepositoryHooks: "GET /repos/acme/widgets/hooks",
    listOrganizationUpdaterSecrets: "GET /orgs/acme/dependabot/secrets",
    getAuthenticatedUser: "GET /user",
    listPullRequestFiles: "GET /repos/acme/widgets/pulls/1/files",
  } as const;

  for (const [name, route] of Object.entries(READS)) {
    test(`of ${name} is JSON, and never what the contract promises`, async ({ emulator }) => {
      const [operation] = Object.entries(operations).flatMap(([known, one]) => (known === name ? [one] : []));
      if (!operation) throw new Error(`There is no ${name}.`);
      const schema = expectedResponse(definitionOf(operation), 200, undefined);
      if (!isSchema(schema)) throw new Error(`${name} answers with no JSON.`);
      const fits = (text: string) =>
        z.safeParse(schema, fromWire(github, schema, JSON.parse(quoteBigIntegers(text, bigIntegerFields(schema)))))
          .success;
      expect(fits((await send(emulator, route, "alice")).text)).toBe(true);
      emulator.control.faults.add({ operation: name, shape: "wrong" });
      const seen = new Set<string>();
      for (let turn = 0; turn < 12; turn++) {
        const { status, headers, text } = await send(emulator, route, "alice");
        expect(status).toBe(200);
        expect(headers.get("content-type")).toContain("application/json");
        // Nobody is to be told later that this is still so.
        expect(headers.has("etag")).toBe(false);
        expect(fits(text)).toBe(false);
        seen.add(text);
      }
      expect(seen.size).toBeGreaterThan(3);
    });
  }

  test("of a list that is empty is no list", async ({ emulator }) => {
    expect((await send(emulator, "GET /repos/acme/gears/hooks", "alice")).body).toEqual([]);
    emulator.control.faults.add({ operation: "listRepositoryHooks", shape: "wrong" });
    expect((await send(emulator, "GET /repos/acme/gears/hooks", "alice")).body).toBe("unexpected");
  });

  test("of what has no JSON, and of errors, is something else", async ({ emulator }) => {
    emulator.control.faults.add({ shape: "wrong" });
    expect(await send(emulator, STAR, "alice")).toMatchObject({ status: 200, body: ["unexpected"] });
    expect(await send(emulator, "GET /nowhere", "alice")).toMatchObject({ status: 404, body: ["unexpected"] });
    expect(await isStarred(emulator)).toBe(true);
  });
});

describe("text instead of JSON", () => {
  test("is a page, with a status of its own", async ({ emulator }) => {
    const faults: Fault[] = [
      { operation: "getRepository", shape: "text", times: 1 },
      { operation: "getRepository", shape: "text", status: 502, message: "<upstream> & co", times: 1 },
    ];
    for (const fault of faults) emulator.control.faults.add(fault);
    const answer = await fetch(`${emulator.apiUrl}/repos/acme/widgets`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await answer.text()).toMatch(/^<html>/);
    const failed = await fetch(`${emulator.apiUrl}/repos/acme/widgets`);
    expect(failed.status).toBe(502);
    expect(await failed.text()).toContain("<h1>&lt;upstream&gt; &amp; co</h1>");
  });
});

describe("a delay", () => {
  test("holds back the answer", async ({ emulator }) => {
    emulator.control.faults.add({ operation: "starRepository", delay: 0.05 });
    const start = performance.now();
    expect((await send(emulator, STAR, "alice")).status).toBe(204);
    expect(performance.now() - start).toBeGreaterThanOrEqual(49);
  });

  test("holds back neither what the answer tells of, nor anybody else", async ({ emulator }) => {
    emulator.control.faults.add({ operation: "starRepository", delay: 3600 });
    const late: string[] = [];
    const slow = send(emulator, STAR, "alice").then(
      () => late.push("answered"),
      () => late.push("cut"),
    );
    const look = async () => (await send(emulator, "GET /user/starred/acme/widgets", "alice")).status;
    await expect.poll(look).toBe(204);
    for (let count = 0; count < 20; count++) expect((await send(emulator, REPOSITORY, "bob")).status).toBe(200);
    expect(late).toEqual([]);
    await emulator.stop();
    await slow;
    expect(late).toEqual(["cut"]);
  });

  test("is waited for by nobody who stops the service", async ({ emulator }) => {
    emulator.control.faults.add({ delay: 3600 });
    const waiting = send(emulator, REPOSITORY, "alice").then(
      () => "answered",
      () => "cut",
    );
    await expect.poll(() => emulator.control.faults.list()[0]?.happened).toBe(1);
    await emulator.stop();
    expect(await waiting).toBe("cut");
  });

  test("ends when the caller gives up, and what was done stays done", async ({ emulator }) => {
    emulator.control.faults.add({ operation: "starRepository", delay: 3600 });
    const caller = new AbortController();
    const call = send(emulator, STAR, "alice", { signal: caller.signal });
    const look = async () => (await send(emulator, "GET /user/starred/acme/widgets", "alice")).status;
    await expect.poll(look).toBe(204);
    caller.abort();
    await expect(call).rejects.toMatchObject({ name: "AbortError" });
    const stars = () => emulator.control.calls().filter(({ operation }) => operation === "starRepository");
    await expect.poll(stars).toMatchObject([{ status: null }]);
    expect(await isStarred(emulator)).toBe(true);
  });
});

describe("limits", () => {
  const test = emulatorTest({ limits: "published", now: () => new Date("2026-01-01T10:00:00Z") });

  test("know of what is executed, and of nothing else", async ({ emulator }) => {
    emulator.control.faults.add({ status: 500, times: 3 });
    emulator.control.faults.add({ status: 500, times: 2, executed: true });
    for (let count = 0; count < 5; count++) {
      const { status, headers } = await send(emulator, REPOSITORY, "alice");
      expect(status).toBe(500);
      expect(headers.has("x-ratelimit-used")).toBe(false);
    }
    expect((await send(emulator, REPOSITORY, "alice")).headers.get("x-ratelimit-used")).toBe("3");
  });
});

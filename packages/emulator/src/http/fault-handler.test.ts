import { bigIntegerFields, definitionOf, expectedResponse, isSchema, quoteBigIntegers } from "@forgehand/core/contract";
import { fromWire, github } from "@forgehand/core/dialects";
import * as operations from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import * as z from "zod/mini";
import type { Emulator, Fault } from "../public.ts";
import { sendRequest } from "../requests.fixture.ts";
import { emulatorTest, test } from "../vitest.ts";
import { sendRawRequest, splitResponse } from "./raw-request.fixture.ts";

const STAR = "PUT /user/starred/acme/widgets";
const REPOSITORY = "GET /repos/acme/widgets";

/** Checks whether alice's star was stored. */
async function isStarred({ control, ...service }: Emulator): Promise<boolean> {
  control.faults.clear();
  return (await sendRequest(service, "GET /user/starred/acme/widgets", "alice")).status === 204;
}

describe("status fault", () => {
  test("responds with its reason phrase and executes nothing", async ({ emulator }) => {
    emulator.control.faults.add({ operation: "starRepository", status: 502 });
    const { status, headers, body } = await sendRequest(emulator, STAR, "alice");
    expect(status).toBe(502);
    expect(body).toMatchObject({ message: "Bad Gateway", status: "502" });
    // The service didn't process the call, so it can't report the token's scopes.
    expect(headers.has("x-oauth-scopes")).toBe(false);
    expect(headers.get("x-github-request-id")).toMatch(/^[\dA-F:]{24,}$/);
    expect(await isStarred(emulator)).toBe(false);
  });

  test("responds with the given message and headers", async ({ emulator }) => {
    const headers = { "Retry-After": "17", "content-type": "application/problem+json" };
    emulator.control.faults.add({ status: 503, message: "Back soon", headers });
    const response = await sendRequest(emulator, REPOSITORY, "alice");
    expect(response).toMatchObject({ status: 503, body: { message: "Back soon" } });
    expect(response.headers.get("retry-after")).toBe("17");
    expect(response.headers.get("content-type")).toBe("application/problem+json");
  });

  test("can execute the operation first", async ({ emulator }) => {
    emulator.control.faults.add({ operation: "starRepository", status: 500, executed: true });
    expect((await sendRequest(emulator, STAR, "alice")).status).toBe(500);
    expect(await isStarred(emulator)).toBe(true);
  });

  test("has no body if the status can't have one", async ({ emulator }) => {
    emulator.control.faults.add({ operation: "getRepository", status: 304, headers: { etag: '"x"' } });
    expect(await sendRequest(emulator, REPOSITORY, "alice")).toMatchObject({ status: 304, text: "" });
  });

  test("applies to HEAD requests", async ({ emulator }) => {
    emulator.control.faults.add({ operation: "getRepository", status: 500 });
    expect(await sendRequest(emulator, "HEAD /repos/acme/widgets", "alice")).toMatchObject({ status: 500, text: "" });
  });
});

describe("cut connection", () => {
  test("sends no byte for any call", async ({ emulator }) => {
    emulator.control.faults.add({ cut: "connection" });
    expect(await sendRawRequest(emulator, REPOSITORY)).toBe("");
    expect(await sendRawRequest(emulator, STAR)).toBe("");
    expect(await sendRawRequest(emulator, "GET /nowhere")).toBe("");
    expect(await sendRawRequest(emulator, "PATCH /repos/acme/widgets", "alice", '{"has_wiki":false}')).toBe("");
    expect(await isStarred(emulator)).toBe(false);
  });

  test("can execute the operation first", async ({ emulator }) => {
    emulator.control.faults.add({ operation: "starRepository", cut: "connection", executed: true });
    expect(await sendRawRequest(emulator, STAR)).toBe("");
    expect(await isStarred(emulator)).toBe(true);
  });

  test("can happen after half of the announced body", async ({ emulator }) => {
    const fullBody = splitResponse(await sendRawRequest(emulator, REPOSITORY)).body;
    emulator.control.faults.add({ operation: "getRepository", cut: "body" });
    const { head, body } = splitResponse(await sendRawRequest(emulator, REPOSITORY));
    expect(head).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(head).toContain(`content-length: ${fullBody.length}\r\n`);
    expect(body).toBe(fullBody.slice(0, Math.floor(fullBody.length / 2)));
  });

  test("can happen in the middle of an error response, without execution", async ({ emulator }) => {
    emulator.control.faults.add({ operation: "starRepository", cut: "body", status: 500 });
    const { head, body } = splitResponse(await sendRawRequest(emulator, STAR));
    expect(head).toContain("500 Internal Server Error");
    expect(Number(/content-length: (\d+)/.exec(head)?.[1])).toBeGreaterThan(body.length);
    expect(await isStarred(emulator)).toBe(false);
  });

  test("happens before an empty body, after execution", async ({ emulator }) => {
    emulator.control.faults.add({ operation: "starRepository", cut: "body" });
    expect(await sendRawRequest(emulator, STAR)).toBe("");
    expect(await isStarred(emulator)).toBe(true);
    emulator.control.faults.add({ operation: "getRepository", cut: "body" });
    expect(await sendRawRequest(emulator, "HEAD /repos/acme/widgets")).toBe("");
  });

  test("ignores conditional request headers", async ({ emulator }) => {
    const etag = (await sendRequest(emulator, REPOSITORY, "alice")).headers.get("etag") ?? "";
    const conditional = { headers: { "if-none-match": etag } };
    expect((await sendRequest(emulator, REPOSITORY, "alice", conditional)).status).toBe(304);
    emulator.control.faults.add({ operation: "getRepository", cut: "body" });
    await expect(sendRequest(emulator, REPOSITORY, "alice", conditional)).rejects.toThrow("terminated");
  });
});

describe("wrong shape", () => {
  const READS = {
    getRepository: REPOSITORY,
    listRepositoryHooks: "GET /repos/acme/widgets/hooks",
    listOrganizationUpdaterSecrets: "GET /orgs/acme/dependabot/secrets",
    getAuthenticatedUser: "GET /user",
    listPullRequestFiles: "GET /repos/acme/widgets/pulls/1/files",
  } as const;

  for (const [name, route] of Object.entries(READS)) {
    test(`makes ${name} respond with JSON that violates the contract`, async ({ emulator }) => {
      const [operation] = Object.entries(operations).flatMap(([exportName, candidate]) =>
        exportName === name ? [candidate] : [],
      );
      if (!operation) throw new Error(`No operation is named ${name}.`);
      const schema = expectedResponse(definitionOf(operation), 200, undefined);
      if (!isSchema(schema)) throw new Error(`${name} doesn't respond with JSON.`);
      const fits = (text: string) =>
        z.safeParse(schema, fromWire(github, schema, JSON.parse(quoteBigIntegers(text, bigIntegerFields(schema)))))
          .success;
      expect(fits((await sendRequest(emulator, route, "alice")).text)).toBe(true);
      emulator.control.faults.add({ operation: name, shape: "wrong" });
      const bodies = new Set<string>();
      for (let attempt = 0; attempt < 12; attempt++) {
        const { status, headers, text } = await sendRequest(emulator, route, "alice");
        expect(status).toBe(200);
        expect(headers.get("content-type")).toContain("application/json");
        // The altered response must not be cached.
        expect(headers.has("etag")).toBe(false);
        expect(fits(text)).toBe(false);
        bodies.add(text);
      }
      expect(bodies.size).toBeGreaterThan(3);
    });
  }

  test("replaces an empty list by a value of another type", async ({ emulator }) => {
    expect((await sendRequest(emulator, "GET /repos/acme/gears/hooks", "alice")).body).toEqual([]);
    emulator.control.faults.add({ operation: "listRepositoryHooks", shape: "wrong" });
    expect((await sendRequest(emulator, "GET /repos/acme/gears/hooks", "alice")).body).toBe("unexpected");
  });

  test("replaces empty bodies and errors by unexpected JSON", async ({ emulator }) => {
    emulator.control.faults.add({ shape: "wrong" });
    expect(await sendRequest(emulator, STAR, "alice")).toMatchObject({ status: 200, body: ["unexpected"] });
    const missing = await sendRequest(emulator, "GET /repos/acme/nothing", "alice");
    expect(missing).toMatchObject({ status: 404, body: ["unexpected"] });
    expect(await isStarred(emulator)).toBe(true);
  });
});

describe("text instead of JSON", () => {
  test("is an HTML page with the given status", async ({ emulator }) => {
    const faults: Fault[] = [
      { operation: "getRepository", shape: "text", times: 1 },
      { operation: "getRepository", shape: "text", status: 502, message: "<upstream> & co", times: 1 },
    ];
    for (const fault of faults) emulator.control.faults.add(fault);
    const response = await fetch(`${emulator.apiUrl}/repos/acme/widgets`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await response.text()).toMatch(/^<html>/);
    const failed = await fetch(`${emulator.apiUrl}/repos/acme/widgets`);
    expect(failed.status).toBe(502);
    expect(await failed.text()).toContain("<h1>&lt;upstream&gt; &amp; co</h1>");
  });
});

describe("delay", () => {
  test("delays the response", async ({ emulator }) => {
    emulator.control.faults.add({ operation: "starRepository", delay: 0.05 });
    const start = performance.now();
    expect((await sendRequest(emulator, STAR, "alice")).status).toBe(204);
    expect(performance.now() - start).toBeGreaterThanOrEqual(49);
  });

  test("delays neither the effect nor other calls", async ({ emulator }) => {
    emulator.control.faults.add({ operation: "starRepository", delay: 3600 });
    const outcomes: string[] = [];
    const slow = sendRequest(emulator, STAR, "alice").then(
      () => outcomes.push("responded"),
      () => outcomes.push("cut"),
    );
    const starStatus = async () => (await sendRequest(emulator, "GET /user/starred/acme/widgets", "alice")).status;
    await expect.poll(starStatus).toBe(204);
    for (let count = 0; count < 20; count++) expect((await sendRequest(emulator, REPOSITORY, "bob")).status).toBe(200);
    expect(outcomes).toEqual([]);
    await emulator.stop();
    await slow;
    expect(outcomes).toEqual(["cut"]);
  });

  test("doesn't block stopping the emulator", async ({ emulator }) => {
    emulator.control.faults.add({ delay: 3600 });
    const waiting = sendRequest(emulator, REPOSITORY, "alice").then(
      () => "responded",
      () => "cut",
    );
    await expect.poll(() => emulator.control.faults.list()[0]?.happened).toBe(1);
    await emulator.stop();
    expect(await waiting).toBe("cut");
  });

  test("ends when the client aborts, and the effect is kept", async ({ emulator }) => {
    emulator.control.faults.add({ operation: "starRepository", delay: 3600 });
    const caller = new AbortController();
    const call = sendRequest(emulator, STAR, "alice", { signal: caller.signal });
    const starStatus = async () => (await sendRequest(emulator, "GET /user/starred/acme/widgets", "alice")).status;
    await expect.poll(starStatus).toBe(204);
    caller.abort();
    await expect(call).rejects.toMatchObject({ name: "AbortError" });
    const stars = () => emulator.control.calls().filter(({ operation }) => operation === "starRepository");
    await expect.poll(stars).toMatchObject([{ status: null }]);
    expect(await isStarred(emulator)).toBe(true);
  });
});

describe("rate limits", () => {
  const test = emulatorTest({ limits: "published", now: () => new Date("2026-01-01T10:00:00Z") });

  test("count executed calls only", async ({ emulator }) => {
    emulator.control.faults.add({ status: 500, times: 3 });
    emulator.control.faults.add({ status: 500, times: 2, executed: true });
    for (let count = 0; count < 5; count++) {
      const { status, headers } = await sendRequest(emulator, REPOSITORY, "alice");
      expect(status).toBe(500);
      expect(headers.has("x-ratelimit-used")).toBe(false);
    }
    expect((await sendRequest(emulator, REPOSITORY, "alice")).headers.get("x-ratelimit-used")).toBe("3");
  });
});

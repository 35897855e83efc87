import { describe, expect } from "vitest";
import { send } from "../../calling.fixture.ts";
import type { Emulator, Fault } from "../../public.ts";
import { emulatorTest, test } from "../../vitest.ts";

const REPOSITORY = "GET /repos/acme/widgets";

/** The statuses of calls that were made one after the other. */
async function statuses(emulator: Emulator, count: number, token?: string): Promise<number[]> {
  const seen: number[] = [];
  for (let index = 0; index < count; index++) seen.push((await send(emulator, REPOSITORY, token)).status);
  return seen;
}

describe("a fault is for", () => {
  test("an operation by its name or its route, in anybody's words", async ({ emulator }) => {
    const { faults } = emulator.control;
    const names = [
      "listOrganizationUpdaterSecrets",
      "GET /orgs/{org}/updater/secrets",
      "get  /orgs/{anything}/dependabot/secrets ",
    ];
    for (const operation of names) {
      faults.add({ operation, status: 500 });
      expect((await send(emulator, "GET /orgs/acme/dependabot/secrets", "alice")).status).toBe(500);
      expect((await send(emulator, REPOSITORY, "alice")).status).toBe(200);
      faults.clear();
    }
  });

  test("a repository by its number as well, and the head as well as the whole", async ({ emulator }) => {
    const { body } = await send(emulator, REPOSITORY, "alice");
    const id = typeof body === "object" && body && "id" in body ? body.id : undefined;
    emulator.control.faults.add({ operation: "getRepository", status: 500 });
    expect((await send(emulator, `GET /repositories/${id}`, "alice")).status).toBe(500);
    expect((await send(emulator, `HEAD /repositories/${id}`, "alice")).status).toBe(500);
  });

  test("a token's calls, also when it no longer holds", async ({ emulator }) => {
    const { faults, revokeToken } = emulator.control;
    faults.add({ token: "alice", status: 500 });
    expect(await statuses(emulator, 1, "alice")).toEqual([500]);
    expect(await statuses(emulator, 1, "alice-fine-grained")).toEqual([200]);
    expect(await statuses(emulator, 1)).toEqual([200]);
    expect(await statuses(emulator, 1, "ghp_unknown")).toEqual([401]);
    revokeToken(emulator.tokens["alice"] ?? "");
    expect(await statuses(emulator, 1, "alice")).toEqual([500]);
    faults.clear();
    expect(await statuses(emulator, 1, "alice")).toEqual([401]);
  });

  test("every call of the API where nothing narrows it, and for nothing else", async ({ emulator }) => {
    emulator.control.faults.add({ status: 418 });
    expect((await send(emulator, "GET /nowhere")).status).toBe(418);
    expect((await send(emulator, "PUT /user/starred/acme/widgets", "alice")).status).toBe(418);
    expect((await fetch(emulator.apiUrl, { method: "OPTIONS" })).status).toBe(204);
    expect((await fetch(`${emulator.webUrl}/acme/widgets`)).status).toBe(200);
    expect(emulator.control.faults.list()).toMatchObject([{ matched: 2, happened: 2 }]);
  });

  test("calls before the gate: whatever the service would say to them", async ({ emulator }) => {
    emulator.control.faults.add({ operation: "getRepository", status: 503, times: 2 });
    const strange = { headers: { "x-github-api-version": "1999-01-01" } };
    expect((await send(emulator, REPOSITORY, "ghp_unknown")).status).toBe(503);
    expect((await send(emulator, REPOSITORY, "alice", strange)).status).toBe(503);
    expect((await send(emulator, REPOSITORY, "alice", strange)).status).toBe(400);
  });
});

describe("a fault happens", () => {
  test("after some calls, so many times", async ({ emulator }) => {
    const id = emulator.control.faults.add({ operation: "getRepository", after: 2, times: 3, status: 500 });
    expect(await statuses(emulator, 7)).toEqual([200, 200, 500, 500, 500, 200, 200]);
    expect(emulator.control.faults.list()).toEqual([
      { id, operation: "getRepository", after: 2, times: 3, status: 500, matched: 7, happened: 3 },
    ]);
  });

  test("in turn: what comes later doesn't count the calls that it happens to", async ({ emulator }) => {
    emulator.control.faults.add({ status: 500, times: 1 });
    emulator.control.faults.add({ status: 502, after: 1, times: 1 });
    emulator.control.faults.add({ status: 503 });
    expect(await statuses(emulator, 4)).toEqual([500, 503, 502, 503]);
    expect(emulator.control.faults.list().map(({ matched }) => matched)).toEqual([4, 3, 2]);
  });

  test("to a part of the calls: the same ones for the same seed", async ({ emulator }) => {
    const { faults } = emulator.control;
    const pattern = async (fault: Fault) => {
      faults.clear();
      faults.add({ status: 500, ...fault });
      return (await statuses(emulator, 100)).map((status) => (status === 500 ? "x" : ".")).join("");
    };
    const first = await pattern({ rate: 0.3, seed: 7 });
    expect(await pattern({ rate: 0.3, seed: 7 })).toBe(first);
    expect(await pattern({ rate: 0.3, seed: 8 })).not.toBe(first);
    expect(await pattern({ rate: 0.3 })).toBe(await pattern({ rate: 0.3, seed: 1 }));
    const hits = first.replaceAll(".", "").length;
    expect(hits).toBeGreaterThan(18);
    expect(hits).toBeLessThan(42);
    // Who fails more often fails where it failed before, too.
    const more = await pattern({ rate: 0.6, seed: 7 });
    for (const [index, mark] of [...first].entries()) if (mark === "x") expect(more[index]).toBe("x");
    expect(await pattern({ rate: 0 })).not.toContain("x");
    expect(await pattern({ rate: 1 })).not.toContain(".");
  });

  test("no longer once it is removed", async ({ emulator }) => {
    const { faults } = emulator.control;
    const id = faults.add({ status: 500 });
    faults.add({ status: 502 });
    expect(await statuses(emulator, 1)).toEqual([500]);
    faults.remove(id);
    expect(await statuses(emulator, 1)).toEqual([502]);
    faults.clear();
    expect(await statuses(emulator, 1)).toEqual([200]);
    expect(() => faults.remove(id)).toThrow(new RangeError(`There is no fault ${id}.`));
  });
});

const NONSENSE: readonly (readonly [fault: Fault, says: string])[] = [
  [{}, "A fault that does nothing: it takes a status, a delay, a cut or a shape."],
  [{ operation: "getRepository", delay: 0, executed: true }, "A fault that does nothing"],
  [{ operation: "getRepositry", status: 500 }, 'There is no operation "getRepositry". Is it "getRepository"?'],
  [
    { operation: "GET /repo/{owner}/{repo}", status: 500 },
    'There is no operation "GET /repo/{owner}/{repo}". Is it "GET /repos/{owner}/{repo}"?',
  ],
  [{ operation: "xyzzy", status: 500 }, 'There is no operation "xyzzy".'],
  [{ token: "alcie", status: 500 }, 'No token is called "alcie". Is it "alice"?'],
  [{ cut: "connection", status: 500 }, "Of a connection that is cut no answer comes: leave out status, or the cut."],
  [{ cut: "connection", shape: "text", headers: {} }, "leave out headers and shape, or the cut."],
  [{ cut: "body", shape: "wrong" }, "Half of a body has no shape"],
  [{ shape: "wrong", status: 500 }, "A wrong shape is made of the operation's own answer"],
  [{ shape: "wrong", headers: { a: "b" } }, "The headers of what answer? A status is missing."],
  [{ delay: 1, message: "no" }, "The message of what answer? A status is missing."],
  [{ delay: 1, executed: false }, "The operation's own answer comes back, so it takes effect"],
  [{ cut: "body", executed: false }, "The operation's own answer comes back, so it takes effect"],
  [{ status: 204, message: "no", cut: "body" }, "An answer of 204 has no body: leave out message and cut."],
  [{ operation: "starRepository", shape: "wrong" }, "answers with no JSON"],
  [{ status: 500, headers: { "Content-Length": "5" } }, "The header Content-Length is the service's own to set."],
  [{ status: 500, headers: { "x-github-request-id": "5" } }, "is the service's own to set."],
  [{ status: 500, headers: { "a b": "c" } }, 'There can be no header "a b" of "c".'],
  [{ status: 500, headers: { a: "b\r\nc: d" } }, "There can be no header"],
  [{ status: 600 }, "status must be at most 599."],
  [{ status: 500, after: -1 }, "after must be at least 0."],
  [{ status: 500, times: 0 }, "times must be at least 1."],
  [{ status: 500, rate: 2 }, "rate must be at most 1."],
  [{ delay: Number.NaN }, "delay must be a number."],
];

test("what makes no sense is refused, and nothing stands of it", ({ emulator }) => {
  for (const [fault, says] of NONSENSE) {
    expect(() => emulator.control.faults.add(fault), says).toThrow(RangeError);
    expect(() => emulator.control.faults.add(fault)).toThrow(says);
  }
  expect(emulator.control.faults.list()).toEqual([]);
});

test("a fault stays what it was when it was added", async ({ emulator }) => {
  const fault = { status: 500, headers: { "retry-after": "1" } };
  emulator.control.faults.add(fault);
  fault.status = 502;
  fault.headers["retry-after"] = "2";
  const { status, headers } = await send(emulator, REPOSITORY);
  expect([status, headers.get("retry-after")]).toEqual([500, "1"]);
});

describe("over HTTP", () => {
  const test = emulatorTest({ control: true });

  test("faults are added, listed and removed", async ({ emulator }) => {
    const at = (path: string) => `${emulator.webUrl}/_control/faults${path}`;
    const add = async (fault: object) => send(emulator, `POST ${at("")}`, undefined, { body: JSON.stringify(fault) });
    expect(await add({ operation: "getRepository", status: 500, times: 1 })).toMatchObject({
      status: 200,
      body: { id: 1 },
    });
    expect(await add({ operation: "getRepository", cut: "body" })).toMatchObject({ status: 200, body: { id: 2 } });
    expect(await statuses(emulator, 1)).toEqual([500]);
    await expect(statuses(emulator, 1)).rejects.toThrow();
    expect(await send(emulator, `GET ${at("")}`)).toMatchObject({
      body: {
        faults: [
          { id: 1, operation: "getRepository", status: 500, times: 1, matched: 2, happened: 1 },
          { id: 2, cut: "body", matched: 1, happened: 1 },
        ],
      },
    });
    expect((await send(emulator, `DELETE ${at("/2")}`)).status).toBe(204);
    expect(await statuses(emulator, 1)).toEqual([200]);
    for (const id of ["2", "none"]) expect((await send(emulator, `DELETE ${at(`/${id}`)}`)).status).toBe(422);
    expect((await send(emulator, `DELETE ${at("")}`)).status).toBe(204);
    expect((await send(emulator, `GET ${at("")}`)).body).toEqual({ faults: [] });
  });

  test("what makes no sense is refused in a sentence", async ({ emulator }) => {
    const route = `POST ${emulator.webUrl}/_control/faults`;
    const refused = async (fault: unknown) => send(emulator, route, undefined, { body: JSON.stringify(fault) });
    for (const [fault, says] of NONSENSE.filter(([{ delay }]) => !Number.isNaN(delay))) {
      expect(await refused(fault), says).toMatchObject({
        status: 422,
        body: { message: expect.stringContaining(says) },
      });
    }
    for (const fault of [{ status: 500, sometimes: true }, { status: "500" }, [], "all", null]) {
      expect((await refused(fault)).status).toBe(422);
    }
    expect(emulator.control.faults.list()).toEqual([]);
  });
});

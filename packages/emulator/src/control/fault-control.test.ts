import { describe, expect } from "vitest";
import type { Emulator, Fault } from "../public.ts";
import { sendRequest } from "../requests.fixture.ts";
import { emulatorTest, test } from "../vitest.ts";

const REPOSITORY = "GET /repos/acme/widgets";

/** Returns the statuses of consecutive calls. */
async function statuses(emulator: Emulator, count: number, token?: string): Promise<number[]> {
  const statusList: number[] = [];
  for (let index = 0; index < count; index++) statusList.push((await sendRequest(emulator, REPOSITORY, token)).status);
  return statusList;
}

describe("fault filter", () => {
  test("matches an operation by name or route in either vocabulary", async ({ emulator }) => {
    const { faults } = emulator.control;
    const names = [
      "listOrganizationUpdaterSecrets",
      "GET /orgs/{org}/updater/secrets",
      "get  /orgs/{anything}/dependabot/secrets ",
    ];
    for (const operation of names) {
      faults.add({ operation, status: 500 });
      expect((await sendRequest(emulator, "GET /orgs/acme/dependabot/secrets", "alice")).status).toBe(500);
      expect((await sendRequest(emulator, REPOSITORY, "alice")).status).toBe(200);
      faults.clear();
    }
  });

  test("matches a repository by ID, and HEAD requests", async ({ emulator }) => {
    const { body } = await sendRequest(emulator, REPOSITORY, "alice");
    const id = typeof body === "object" && body && "id" in body ? body.id : undefined;
    emulator.control.faults.add({ operation: "getRepository", status: 500 });
    expect((await sendRequest(emulator, `GET /repositories/${id}`, "alice")).status).toBe(500);
    expect((await sendRequest(emulator, `HEAD /repositories/${id}`, "alice")).status).toBe(500);
  });

  test("matches a token's calls even if the token is invalid", async ({ emulator }) => {
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

  test("matches every API call, and nothing else, if it is empty", async ({ emulator }) => {
    emulator.control.faults.add({ status: 418 });
    expect((await sendRequest(emulator, "GET /nowhere")).status).toBe(418);
    expect((await sendRequest(emulator, "PUT /user/starred/acme/widgets", "alice")).status).toBe(418);
    expect((await fetch(emulator.apiUrl, { method: "OPTIONS" })).status).toBe(204);
    expect((await fetch(`${emulator.webUrl}/acme/widgets`)).status).toBe(200);
    expect(emulator.control.faults.list()).toMatchObject([{ matched: 2, happened: 2 }]);
  });

  test("applies before authorization", async ({ emulator }) => {
    emulator.control.faults.add({ operation: "getRepository", status: 503, times: 2 });
    const unsupportedVersion = { headers: { "x-github-api-version": "1999-01-01" } };
    expect((await sendRequest(emulator, REPOSITORY, "ghp_unknown")).status).toBe(503);
    expect((await sendRequest(emulator, REPOSITORY, "alice", unsupportedVersion)).status).toBe(503);
    expect((await sendRequest(emulator, REPOSITORY, "alice", unsupportedVersion)).status).toBe(400);
  });
});

describe("fault trigger", () => {
  test("skips `after` calls and applies `times` times", async ({ emulator }) => {
    const id = emulator.control.faults.add({ operation: "getRepository", after: 2, times: 3, status: 500 });
    expect(await statuses(emulator, 7)).toEqual([200, 200, 500, 500, 500, 200, 200]);
    expect(emulator.control.faults.list()).toEqual([
      { id, operation: "getRepository", after: 2, times: 3, status: 500, matched: 7, happened: 3 },
    ]);
  });

  test("applies in order: later faults don't count affected calls", async ({ emulator }) => {
    emulator.control.faults.add({ status: 500, times: 1 });
    emulator.control.faults.add({ status: 502, after: 1, times: 1 });
    emulator.control.faults.add({ status: 503 });
    expect(await statuses(emulator, 4)).toEqual([500, 503, 502, 503]);
    expect(emulator.control.faults.list().map(({ matched }) => matched)).toEqual([4, 3, 2]);
  });

  test("affects a fraction of the calls, the same ones for the same seed", async ({ emulator }) => {
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
    // A higher rate includes the calls that fail at a lower rate.
    const higherRate = await pattern({ rate: 0.6, seed: 7 });
    for (const [index, mark] of [...first].entries()) if (mark === "x") expect(higherRate[index]).toBe("x");
    expect(await pattern({ rate: 0 })).not.toContain("x");
    expect(await pattern({ rate: 1 })).not.toContain(".");
  });

  test("ends when the fault is removed", async ({ emulator }) => {
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

const INVALID_FAULTS: readonly (readonly [fault: Fault, message: string])[] = [
  [{}, "A fault must have a status, a delay, a cut or a shape."],
  [{ operation: "getRepository", delay: 0, executed: true }, "A fault must have a status, a delay, a cut or a shape"],
  [{ operation: "getRepositry", status: 500 }, 'There is no operation "getRepositry". Did you mean "getRepository"?'],
  [
    { operation: "GET /repo/{owner}/{repo}", status: 500 },
    'There is no operation "GET /repo/{owner}/{repo}". Did you mean "GET /repos/{owner}/{repo}"?',
  ],
  [{ operation: "xyzzy", status: 500 }, 'There is no operation "xyzzy".'],
  [{ token: "alcie", status: 500 }, 'There is no token named "alcie". Did you mean "alice"?'],
  [{ cut: "connection", status: 500 }, "A cut connection has no response: omit status, or the cut."],
  [{ cut: "connection", shape: "text", headers: {} }, "omit headers and shape, or the cut."],
  [{ cut: "body", shape: "wrong" }, "A cut body has no shape"],
  [{ shape: "wrong", status: 500 }, "A wrong shape is derived from the operation's own response"],
  [{ shape: "wrong", headers: { a: "b" } }, "A fault with headers must have a status."],
  [{ delay: 1, message: "no" }, "A fault with message must have a status."],
  [{ delay: 1, executed: false }, "The fault returns the operation's own response, so it is always executed"],
  [{ cut: "body", executed: false }, "The fault returns the operation's own response, so it is always executed"],
  [{ status: 204, message: "no", cut: "body" }, "A response with status 204 has no body: omit message and cut."],
  [{ operation: "starRepository", shape: "wrong" }, "doesn't respond with JSON"],
  [{ status: 500, headers: { "Content-Length": "5" } }, "The header Content-Length is reserved."],
  [{ status: 500, headers: { "x-github-request-id": "5" } }, "is reserved."],
  [{ status: 500, headers: { "a b": "c" } }, 'The header "a b" must be valid, got "c".'],
  [{ status: 500, headers: { a: "b\r\nc: d" } }, 'The header "a" must be valid'],
  [{ status: 600 }, "status must be at most 599."],
  [{ status: 500, after: -1 }, "after must be at least 0."],
  [{ status: 500, times: 0 }, "times must be at least 1."],
  [{ status: 500, rate: 2 }, "rate must be at most 1."],
  [{ delay: Number.NaN }, "delay must be a number."],
];

test("rejects contradictory faults and adds nothing", ({ emulator }) => {
  for (const [fault, message] of INVALID_FAULTS) {
    expect(() => emulator.control.faults.add(fault), message).toThrow(RangeError);
    expect(() => emulator.control.faults.add(fault)).toThrow(message);
  }
  expect(emulator.control.faults.list()).toEqual([]);
});

test("later changes of the object don't affect an added fault", async ({ emulator }) => {
  const fault = { status: 500, headers: { "retry-after": "1" } };
  emulator.control.faults.add(fault);
  fault.status = 502;
  fault.headers["retry-after"] = "2";
  const { status, headers } = await sendRequest(emulator, REPOSITORY);
  expect([status, headers.get("retry-after")]).toEqual([500, "1"]);
});

describe("over HTTP", () => {
  const test = emulatorTest({ control: true });

  test("adds, lists and removes faults", async ({ emulator }) => {
    const at = (path: string) => `${emulator.webUrl}/_control/faults${path}`;
    const add = async (fault: object) =>
      sendRequest(emulator, `POST ${at("")}`, emulator.controlToken, { body: JSON.stringify(fault) });
    expect(await add({ operation: "getRepository", status: 500, times: 1 })).toMatchObject({
      status: 200,
      body: { id: 1 },
    });
    expect(await add({ operation: "getRepository", cut: "body" })).toMatchObject({ status: 200, body: { id: 2 } });
    expect(await statuses(emulator, 1)).toEqual([500]);
    await expect(statuses(emulator, 1)).rejects.toThrow();
    expect(await sendRequest(emulator, `GET ${at("")}`, emulator.controlToken)).toMatchObject({
      body: {
        faults: [
          { id: 1, operation: "getRepository", status: 500, times: 1, matched: 2, happened: 1 },
          { id: 2, cut: "body", matched: 1, happened: 1 },
        ],
      },
    });
    expect((await sendRequest(emulator, `DELETE ${at("/2")}`, emulator.controlToken)).status).toBe(204);
    expect(await statuses(emulator, 1)).toEqual([200]);
    for (const id of ["2", "none"])
      expect((await sendRequest(emulator, `DELETE ${at(`/${id}`)}`, emulator.controlToken)).status).toBe(422);
    expect((await sendRequest(emulator, `DELETE ${at("")}`, emulator.controlToken)).status).toBe(204);
    expect((await sendRequest(emulator, `GET ${at("")}`, emulator.controlToken)).body).toEqual({ faults: [] });
  });

  test("rejects contradictory faults with an error message", async ({ emulator }) => {
    const route = `POST ${emulator.webUrl}/_control/faults`;
    const addInvalid = async (fault: unknown) =>
      sendRequest(emulator, route, emulator.controlToken, { body: JSON.stringify(fault) });
    for (const [fault, message] of INVALID_FAULTS.filter(([{ delay }]) => !Number.isNaN(delay))) {
      expect(await addInvalid(fault), message).toMatchObject({
        status: 422,
        body: { message: expect.stringContaining(message) },
      });
    }
    for (const fault of [{ status: 500, sometimes: true }, { status: "500" }, [], "all", null]) {
      expect((await addInvalid(fault)).status).toBe(422);
    }
    expect(emulator.control.faults.list()).toEqual([]);
  });
});

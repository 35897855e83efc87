import { describe, expect } from "vitest";
import { sendRequest } from "../requests.fixture.ts";
import { COMPANY } from "../resources/company.fixture.ts";
import { emulatorTest } from "../vitest.ts";

const test = emulatorTest({ seed: COMPANY, strict: false });

describe("unknown route", () => {
  test("still reports the token's access", async ({ emulator }) => {
    for (const route of ["GET /nowhere", "POST /repos/acme/widgets/stargazers", "HEAD /repos//widgets"]) {
      const scoped = await sendRequest(emulator, route, "carol");
      expect(scoped.status).toBe(404);
      expect(scoped.headers.get("x-oauth-scopes")).toBe("read:org, repo");
      expect(scoped.headers.get("x-accepted-oauth-scopes")).toBe("");
      const fine = await sendRequest(emulator, route, "bob-fine");
      expect(fine.status).toBe(404);
      expect(fine.headers.get("x-accepted-github-permissions")).toBe("");
      expect(fine.headers.has("x-oauth-scopes")).toBe(false);
    }
  });

  test("reports nothing without a token", async ({ emulator }) => {
    const { headers } = await sendRequest(emulator, "GET /nowhere");
    expect([...headers.keys()].filter((name) => /scopes|^x-accepted/.test(name))).toEqual([]);
  });
});

describe("query", () => {
  test("ignores unknown parameters", async ({ emulator }) => {
    const unknownNames = ["toString", "__proto__", "constructor", "hasOwnProperty", "valueOf", "a%zz", "%00", "=&&"];
    const query = unknownNames.map((name) => `${name}=1`).join("&");
    for (const route of ["/repos/acme/widgets/collaborators", "/user/starred", "/repos/acme/widgets/actions/runs"]) {
      expect((await sendRequest(emulator, `GET ${route}?${query}`, "alice")).status).toBe(200);
    }
  });
});

test("keep-alive connections have no timeout", async ({ emulator }) => {
  const { headers } = await sendRequest(emulator, "GET /user", "alice");
  expect(headers.get("connection")).toBe("keep-alive");
  expect(headers.has("keep-alive")).toBe(false);
});

import { describe, expect } from "vitest";
import { send } from "../calling.fixture.ts";
import { COMPANY } from "../resources/company.fixture.ts";
import { emulatorTest } from "../vitest.ts";

const test = emulatorTest({ seed: COMPANY });

describe("where there is nothing", () => {
  test("a token still hears what it has", async ({ emulator }) => {
    for (const route of ["GET /nowhere", "POST /repos/acme/widgets/stargazers", "HEAD /repos//widgets"]) {
      const scoped = await send(emulator, route, "carol");
      expect(scoped.status).toBe(404);
      expect(scoped.headers.get("x-oauth-scopes")).toBe("repo, read:org");
      expect(scoped.headers.get("x-accepted-oauth-scopes")).toBe("");
      const fine = await send(emulator, route, "bob-fine");
      expect(fine.status).toBe(404);
      expect(fine.headers.get("x-accepted-github-permissions")).toBe("");
      expect(fine.headers.has("x-oauth-scopes")).toBe(false);
    }
  });

  test("and nobody else hears anything of it", async ({ emulator }) => {
    const { headers } = await send(emulator, "GET /nowhere");
    expect([...headers.keys()].filter((name) => /scopes|^x-accepted/.test(name))).toEqual([]);
  });
});

describe("a query", () => {
  test("may say what no operation knows, in any words", async ({ emulator }) => {
    const words = ["toString", "__proto__", "constructor", "hasOwnProperty", "valueOf", "a%zz", "%00", "=&&"];
    const query = words.map((word) => `${word}=1`).join("&");
    for (const route of ["/repos/acme/widgets/collaborators", "/user/starred", "/repos/acme/widgets/actions/runs"]) {
      expect((await send(emulator, `GET ${route}?${query}`, "alice")).status).toBe(200);
    }
  });
});

test("a connection that is kept has no time limit, which a busy process would notice too late", async ({
  emulator,
}) => {
  const { headers } = await send(emulator, "GET /user", "alice");
  expect(headers.get("connection")).toBe("keep-alive");
  expect(headers.has("keep-alive")).toBe(false);
});

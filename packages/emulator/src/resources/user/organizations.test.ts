import { listOrganizations } from "@forgehand/core/operations";
import { expect } from "vitest";
import { clientFor, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { COMPANY } from "../company.fixture.ts";

const noScopes = { kind: "classic", user: "bob", scopes: [] };
const test = emulatorTest({ seed: { ...COMPANY, tokens: { ...COMPANY.tokens, "no-scopes": noScopes } } });

test("lists the user's organizations that the token can access", async ({ emulator }) => {
  const seenBy = async (name: string) =>
    (await clientFor(emulator, name).call(listOrganizations, {})).map(({ login }) => login);
  expect(await seenBy("bob")).toEqual(["acme", "globex"]);
  expect(await seenBy("carol")).toEqual(["acme"]);
  expect(await seenBy("bob-fine")).toEqual(["acme"]);
  expect(await seenBy("bob-app")).toEqual(["acme"]);
  const page = await sendRequest(emulator, "GET /user/orgs?per_page=1&page=2", "bob");
  expect(page.body).toMatchObject([{ login: "globex", description: null }]);
  expect(page.headers.get("link")).toContain('rel="prev"');
});

test("requires a scope and authentication", async ({ emulator }) => {
  expect((await sendRequest(emulator, "GET /user/orgs", "no-scopes")).status).toBe(403);
  expect((await sendRequest(emulator, "GET /user/orgs", "installation")).status).toBe(403);
  expect((await sendRequest(emulator, "GET /user/orgs")).status).toBe(401);
});

import { listAccessibleInstallations } from "@forgehand/core/operations";
import { expect } from "vitest";
import { clientFor, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { COMPANY } from "../company.fixture.ts";
import { signAppJwt } from "../shared/hooks.fixture.ts";

const helper = {
  owner: "acme",
  installations: {
    acme: { repositories: ["acme/gears"] },
    globex: {},
    bob: { repositories: ["bob/notes"] },
    carol: {},
  },
};
const appToken = (user: string) => ({ kind: "user-access", user, app: "helper", permissions: "all" });
const test = emulatorTest({
  seed: {
    ...COMPANY,
    repositories: { ...COMPANY.repositories, "carol/notes": { collaborators: { dave: "push" } } },
    apps: { ...COMPANY.apps, helper },
    tokens: { ...COMPANY.tokens, "bob-app": appToken("bob"), "dave-app": appToken("dave") },
  },
});

test("lists the installations of the token's app that the user can access", async ({ emulator }) => {
  const accountsSeenBy = async (name: string) => {
    const { installations } = await clientFor(emulator, name).call(listAccessibleInstallations, {});
    return installations.map(({ account }) => account && "login" in account && account.login);
  };
  expect(await accountsSeenBy("bob-app")).toEqual(["acme", "globex", "bob"]);
  // The installation of acme doesn't include a repository of the collaborator.
  expect(await accountsSeenBy("dave-app")).toEqual(["globex", "carol"]);
  const page = await sendRequest(emulator, "GET /user/installations?per_page=1&page=2", "bob-app");
  expect(page.body).toMatchObject({ total_count: 3, installations: [{ account: { login: "globex" } }] });
  expect(page.link).toContain('rel="prev"');
  expect((await sendRequest(emulator, "GET /user/installations", "bob")).status).toBe(403);
});

test("gets the installation on a user's account", async ({ emulator }) => {
  const { control } = emulator;
  const token = await signAppJwt(await control.createAppKey("helper"), "1", control.clock.now());
  const get = (login: string, jwt = token) => sendRequest(emulator, `GET /users/${login}/installation`, jwt);
  expect(await get("bob")).toMatchObject({ status: 200, body: { account: { login: "bob" }, app_slug: "helper" } });
  expect((await get("mallory")).status).toBe(404);
  expect((await get("acme")).status).toBe(404);
  expect((await get("bob", "bob")).status).toBe(401);
});

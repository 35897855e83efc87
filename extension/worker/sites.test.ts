import "fake-indexeddb/auto";
import "./browser.fixture.ts";
import { beforeEach, expect, test } from "vitest";
import { replaceAllAccounts } from "./account-store.ts";
import { removeAccount, saveAccount } from "./accounts.ts";
import { registeredScripts, resetBrowser, setManagedPolicy } from "./browser.fixture.ts";
import { lockNow, setPassphrase, unlock } from "./lock.ts";
import { readSite, updateSites } from "./sites.ts";
import { resetState } from "./state.fixture.ts";

const FORGE = "https://forge.example.com";
const alice = { origin: FORGE, login: "alice", apiUrl: `${FORGE}/api/v3`, dialect: "github", token: "ghp_x" } as const;

beforeEach(async () => {
  resetBrowser();
  await resetState();
  await replaceAllAccounts([], undefined);
});

test("the overlay is registered for hosts with an account, even with concurrent updates", async () => {
  await saveAccount(alice);
  await Promise.all([updateSites(), updateSites(), updateSites()]);
  expect([...registeredScripts]).toEqual([`${FORGE}/*`]);
  expect(await readSite(FORGE)).toMatchObject({ login: "alice", logins: ["alice"] });
  await removeAccount(alice);
  await Promise.all([updateSites(), updateSites()]);
  expect([registeredScripts.size, await readSite(FORGE)]).toEqual([0, undefined]);
});

test("the last update takes effect", async () => {
  const first = updateSites();
  await saveAccount(alice);
  const last = updateSites();
  await Promise.all([first, last]);
  expect(await readSite(FORGE)).toMatchObject({ login: "alice" });
});

test("sites store whether tokens are locked", async () => {
  await saveAccount(alice);
  await setPassphrase("correct horse");
  await lockNow();
  await updateSites();
  expect(await readSite(FORGE)).toMatchObject({ locked: true, login: "alice" });
  await unlock("correct horse");
  await updateSites();
  expect(await readSite(FORGE)).not.toHaveProperty("locked");
});

test("a host that an administrator does not allow has no site", async () => {
  await saveAccount(alice);
  await updateSites();
  expect(await readSite(FORGE)).toBeDefined();
  setManagedPolicy({ allowedHosts: ["other.example.com"] });
  await updateSites();
  expect([await readSite(FORGE), registeredScripts.size]).toEqual([undefined, 0]);
});

import "fake-indexeddb/auto";
import "./browser.fixture.ts";
import { beforeEach, expect, test } from "vitest";
import { siteKey } from "../known/keys.ts";
import { replaceAll } from "./account-store.ts";
import { removeAccount, saveAccount } from "./accounts.ts";
import { local, manage, registered, resetBrowser } from "./browser.fixture.ts";
import { lockNow, setPassphrase, unlock } from "./lock.ts";
import { settleSites } from "./sites.ts";

const FORGE = "https://forge.example.com";
const alice = { origin: FORGE, login: "alice", apiUrl: `${FORGE}/api/v3`, dialect: "github", token: "ghp_x" } as const;

const site = (origin: string): unknown => local.get(siteKey(origin));

beforeEach(async () => {
  resetBrowser();
  await replaceAll([], undefined);
});

test("Forgehand stands on the hosts that have an account, however many settle at once", async () => {
  await saveAccount(alice);
  await Promise.all([settleSites(), settleSites(), settleSites()]);
  expect([...registered]).toEqual([`${FORGE}/*`]);
  expect(site(FORGE)).toMatchObject({ login: "alice", logins: ["alice"] });
  await removeAccount(alice);
  await Promise.all([settleSites(), settleSites()]);
  expect([registered.size, site(FORGE)]).toEqual([0, undefined]);
});

test("what settles last has the last word, whatever went wrong before", async () => {
  const first = settleSites();
  await saveAccount(alice);
  const last = settleSites();
  await Promise.all([first, last]);
  expect(site(FORGE)).toMatchObject({ login: "alice" });
});

test("pages hear that tokens were locked and unlocked", async () => {
  await saveAccount(alice);
  await setPassphrase("correct horse");
  await lockNow();
  await settleSites();
  expect(site(FORGE)).toMatchObject({ locked: true, login: "alice" });
  await unlock("correct horse");
  await settleSites();
  expect(site(FORGE)).not.toHaveProperty("locked");
});

test("where an administrator doesn't allow a host, nobody is even invited", async () => {
  await saveAccount(alice);
  await settleSites();
  expect(site("https://github.com")).toBeDefined();
  manage({ allowedHosts: ["other.example.com"] });
  await settleSites();
  expect([site("https://github.com"), site(FORGE), registered.size]).toEqual([undefined, undefined, 0]);
});

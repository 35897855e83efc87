import "fake-indexeddb/auto";
import "./browser.fixture.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { keptAccount, keptAccounts, replaceAll } from "./account-store.ts";
import {
  accountSummaries,
  activeAccount,
  allAccounts,
  expectAccounts,
  findAccount,
  type NewAccount,
  noteToken,
  removeAccount,
  saveAccount,
  useAccount,
} from "./accounts.ts";
import { granted, happens, manage, resetBrowser, useListeners } from "./browser.fixture.ts";
import { followPermissions } from "./host-permission.ts";
import { Refused } from "./problems.ts";

const FORGE = "https://forge.example.com";
const OTHER = "https://other.example.com";

const account = (login: string, origin = FORGE): NewAccount => ({
  ...{ origin, login, apiUrl: `${origin}/api/v3`, dialect: "github", token: `ghp_${login}`, kind: "classic" },
});

const acting = async (origin = FORGE) => (await activeAccount(origin))?.login;

const refusal = (work: Promise<unknown>) => work.catch((error: unknown) => (error instanceof Refused ? error : error));

useListeners(() => followPermissions(() => undefined));
beforeEach(async () => {
  resetBrowser();
  await replaceAll([], undefined);
});

describe("accounts", () => {
  test("act on their own host, the one that came last unless somebody says otherwise", async () => {
    for (const login of ["alice", "bob"]) await saveAccount(account(login));
    await saveAccount(account("carol", OTHER));
    expect([await acting(), await acting(OTHER)]).toEqual(["bob", "carol"]);
    await useAccount({ origin: FORGE, login: "alice" });
    expect(await acting()).toBe("alice");
    await useAccount({ origin: FORGE, login: "nobody" });
    expect(await acting()).toBe("alice");
    expect((await allAccounts()).filter(({ active }) => active).map(({ login }) => login)).toEqual(["alice", "carol"]);
  });

  test("are gone once they are removed, and another one of the host acts then", async () => {
    for (const login of ["alice", "bob"]) await saveAccount(account(login));
    await removeAccount({ origin: FORGE, login: "bob" });
    expect(await acting()).toBe("alice");
    expect(await findAccount({ origin: FORGE, login: "bob" })).toBeUndefined();
    await removeAccount({ origin: FORGE, login: "alice" });
    expect([await acting(), await keptAccounts()]).toEqual([undefined, []]);
  });

  test("get a new token in the old one's place", async () => {
    await saveAccount(account("alice"));
    await saveAccount({ ...account("alice"), token: "ghp_new" });
    expect((await activeAccount(FORGE))?.token).toBe("ghp_new");
    expect(await keptAccounts()).toHaveLength(1);
  });

  test("are told of without their tokens", async () => {
    await saveAccount(account("alice"));
    await noteToken({ origin: FORGE, login: "alice" }, { kind: "classic", expires: 5 });
    const [summary] = await accountSummaries();
    expect(summary).toMatchObject({ login: "alice", state: "ready", kind: "classic", expires: 5, active: true });
    expect(JSON.stringify([await accountSummaries(), await allAccounts()])).not.toContain("ghp_alice");
  });

  test("tell when their tokens were last used", async () => {
    await saveAccount(account("alice"));
    expect((await accountSummaries())[0]?.usedAt).toBeUndefined();
    const before = Date.now();
    await activeAccount(FORGE);
    const usedAt = async () => (await accountSummaries())[0]?.usedAt;
    await expect.poll(usedAt, { timeout: 20_000 }).toBeGreaterThanOrEqual(before);
    expect(await usedAt()).toBeLessThanOrEqual(Date.now());
  });

  test("keep all of them when many are saved at once", async () => {
    const logins = Array.from({ length: 20 }, (_, index) => `user${index}`);
    await Promise.all(logins.map((login) => saveAccount(account(login))));
    expect(await keptAccounts()).toHaveLength(20);
    expect((await keptAccounts()).filter(({ active }) => active)).toHaveLength(1);
  });
});

describe("an account doesn't act", () => {
  test("where the browser's permission is gone, until it is granted again", async () => {
    await saveAccount(account("alice"));
    granted.set(`${FORGE}/*`, false);
    // The browser says so; without its word the answer from before would hold.
    happens.permissionsTaken.tell();
    expect(await refusal(activeAccount(FORGE))).toMatchObject({ kind: "account", message: `hostNotGranted|${FORGE}` });
    expect([(await accountSummaries())[0]?.state, await allAccounts()]).toEqual(["no permission", []]);
    granted.clear();
    happens.permissionsGiven.tell();
    expect(await acting()).toBe("alice");
  });

  test("where an administrator doesn't allow its host", async () => {
    await saveAccount(account("alice"));
    manage({ allowedHosts: ["other.example.com"] });
    expect(await refusal(activeAccount(FORGE))).toMatchObject({
      kind: "permission",
      message: `hostNotAllowed|${FORGE}`,
    });
    expect([(await accountSummaries())[0]?.state, await allAccounts()]).toEqual(["not allowed", []]);
  });

  test("as long as it waits for its token", async () => {
    await saveAccount(account("alice"));
    const { token: _, ...bob } = account("bob");
    await expectAccounts([bob, { ...bob, login: "alice" }]);
    expect(await acting()).toBe("alice");
    expect(await refusal(findAccount({ origin: FORGE, login: "bob" }))).toMatchObject({
      kind: "account",
      message: `tokenIsMissing|bob|${FORGE}`,
    });
    await useAccount({ origin: FORGE, login: "bob" });
    expect(await acting()).toBe("alice");
    // What is expected takes nothing from what is there.
    expect((await keptAccount({ origin: FORGE, login: "alice" }))?.token).toBe("ghp_alice");
    await removeAccount({ origin: FORGE, login: "alice" });
    expect([await acting(), (await allAccounts()).length]).toEqual([undefined, 0]);
  });
});

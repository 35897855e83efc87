import "fake-indexeddb/auto";
import "./browser.fixture.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { readStoredAccount, readStoredAccounts, replaceAllAccounts } from "./account-store.ts";
import {
  accountSummaries,
  activateAccount,
  activeAccount,
  addPendingAccounts,
  allAccounts,
  findAccount,
  type NewAccount,
  removeAccount,
  saveAccount,
  updateTokenInfo,
} from "./accounts.ts";
import { browserEvents, permissionOverrides, resetBrowser, setManagedPolicy, useListeners } from "./browser.fixture.ts";
import { watchPermissions } from "./host-permission.ts";
import { RefusedError } from "./refused-error.ts";
import { resetState } from "./state.fixture.ts";

const FORGE = "https://forge.example.com";
const OTHER = "https://other.example.com";

const account = (login: string, origin = FORGE): NewAccount => ({
  origin,
  login,
  apiUrl: `${origin}/api/v3`,
  dialect: "github",
  token: `ghp_${login}`,
  kind: "classic",
});

const activeLogin = async (origin = FORGE) => (await activeAccount(origin))?.login;

const refusalOf = (work: Promise<unknown>) =>
  work.catch((error: unknown) => (error instanceof RefusedError ? error : error));

useListeners(() => watchPermissions(() => undefined));
beforeEach(async () => {
  resetBrowser();
  await resetState();
  await replaceAllAccounts([], undefined);
});

describe("accounts", () => {
  test("include one active account per host: the last one saved, unless another is activated", async () => {
    for (const login of ["alice", "bob"]) await saveAccount(account(login));
    await saveAccount(account("carol", OTHER));
    expect([await activeLogin(), await activeLogin(OTHER)]).toEqual(["bob", "carol"]);
    await activateAccount({ origin: FORGE, login: "alice" });
    expect(await activeLogin()).toBe("alice");
    await activateAccount({ origin: FORGE, login: "unknown-user" });
    expect(await activeLogin()).toBe("alice");
    expect((await allAccounts()).filter(({ active }) => active).map(({ login }) => login)).toEqual(["alice", "carol"]);
  });

  test("can be removed; another account of the host becomes active", async () => {
    for (const login of ["alice", "bob"]) await saveAccount(account(login));
    await removeAccount({ origin: FORGE, login: "bob" });
    expect(await activeLogin()).toBe("alice");
    expect(await findAccount({ origin: FORGE, login: "bob" })).toBeUndefined();
    await removeAccount({ origin: FORGE, login: "alice" });
    expect([await activeLogin(), await readStoredAccounts()]).toEqual([undefined, []]);
  });

  test("replace their token when saved again", async () => {
    await saveAccount(account("alice"));
    await saveAccount({ ...account("alice"), token: "ghp_new" });
    expect((await activeAccount(FORGE))?.token).toBe("ghp_new");
    expect(await readStoredAccounts()).toHaveLength(1);
  });

  test("are summarized without their tokens", async () => {
    await saveAccount(account("alice"));
    await updateTokenInfo({ origin: FORGE, login: "alice" }, { kind: "classic", expires: 5 });
    const [summary] = await accountSummaries();
    expect(summary).toMatchObject({ login: "alice", state: "ready", kind: "classic", expires: 5, active: true });
    expect(JSON.stringify([await accountSummaries(), await allAccounts()])).not.toContain("ghp_alice");
  });

  test("record when their tokens were last used", async () => {
    await saveAccount(account("alice"));
    expect((await accountSummaries())[0]?.usedAt).toBeUndefined();
    const before = Date.now();
    await activeAccount(FORGE);
    const usedAt = async () => (await accountSummaries())[0]?.usedAt;
    await expect.poll(usedAt, { timeout: 20_000 }).toBeGreaterThanOrEqual(before);
    expect(await usedAt()).toBeLessThanOrEqual(Date.now());
  });

  test("are all kept when many are saved concurrently", async () => {
    const logins = Array.from({ length: 20 }, (_, index) => `user${index}`);
    await Promise.all(logins.map((login) => saveAccount(account(login))));
    expect(await readStoredAccounts()).toHaveLength(20);
    expect((await readStoredAccounts()).filter(({ active }) => active)).toHaveLength(1);
  });
});

describe("an account cannot be used", () => {
  test("without the browser's permission, until it is granted again", async () => {
    await saveAccount(account("alice"));
    permissionOverrides.set(`${FORGE}/*`, false);
    // The permission cache is cleared by the browser's event.
    browserEvents.permissionsRevoked.emit();
    expect(await refusalOf(activeAccount(FORGE))).toMatchObject({
      kind: "account",
      message: `hostNotGranted|${FORGE}`,
    });
    expect([(await accountSummaries())[0]?.state, await allAccounts()]).toEqual(["missing-permission", []]);
    permissionOverrides.clear();
    browserEvents.permissionsGranted.emit();
    expect(await activeLogin()).toBe("alice");
  });

  test("if an administrator does not allow its host", async () => {
    await saveAccount(account("alice"));
    setManagedPolicy({ allowedHosts: ["other.example.com"] });
    expect(await refusalOf(activeAccount(FORGE))).toMatchObject({
      kind: "permission",
      message: `hostNotAllowed|${FORGE}`,
    });
    expect([(await accountSummaries())[0]?.state, await allAccounts()]).toEqual(["not-allowed", []]);
  });

  test("while its token is missing", async () => {
    await saveAccount(account("alice"));
    const { token: _, ...bob } = account("bob");
    await addPendingAccounts([bob, { ...bob, login: "alice" }]);
    expect(await activeLogin()).toBe("alice");
    expect(await refusalOf(findAccount({ origin: FORGE, login: "bob" }))).toMatchObject({
      kind: "account",
      message: `tokenIsMissing|bob|${FORGE}`,
    });
    await activateAccount({ origin: FORGE, login: "bob" });
    expect(await activeLogin()).toBe("alice");
    // Pending accounts do not replace existing ones.
    expect((await readStoredAccount({ origin: FORGE, login: "alice" }))?.token).toBe("ghp_alice");
    await removeAccount({ origin: FORGE, login: "alice" });
    expect([await activeLogin(), (await allAccounts()).length]).toEqual([undefined, 0]);
  });
});

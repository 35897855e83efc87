import "fake-indexeddb/auto";
import "./browser.fixture.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { saveAccount } from "./accounts.ts";
import {
  accessLevels,
  browserEvents,
  executedScripts,
  openedPages,
  permissionOverrides,
  setManagedPolicy,
  tabs,
  useListeners,
} from "./browser.fixture.ts";
import { useFastPassphrases } from "./fast-passphrases.fixture.ts";
import { handleMessage } from "./handlers/handle-message.ts";
import { EXTENSION_PAGE, resetWorker } from "./handlers/messages.fixture.ts";
import { addLifecycleListeners } from "./lifecycle-listeners.ts";
import { injectAllTabs, readSite } from "./sites.ts";

// The service and the database can be slow on a busy machine.
vi.setConfig({ expect: { poll: { timeout: 20_000 } } });

const FORGE = "https://forge.example.com";
const alice = { origin: FORGE, login: "alice", apiUrl: `${FORGE}/api/v3`, dialect: "github", token: "ghp_x" } as const;

const send = (type: string, payload: object = {}) => handleMessage({ type, ...payload }, EXTENSION_PAGE);
const site = () => readSite(FORGE);

useListeners(addLifecycleListeners);
useFastPassphrases();
beforeEach(resetWorker);
afterEach(() => void vi.useRealTimers());

test("all areas of storage are restricted to trusted contexts, if the browser can do that", () => {
  const areas = ["session", "local", "sync", "managed"];
  expect(accessLevels).toEqual(areas.map((area) => ({ area, accessLevel: "TRUSTED_CONTEXTS" })));
});

test("the welcome page is opened after an installation, but not after an update", () => {
  browserEvents.installed.emit({ reason: "update" });
  expect(openedPages).toEqual([]);
  browserEvents.installed.emit({ reason: "install" });
  expect(openedPages).toEqual(["/welcome.html"]);
});

describe("sites are updated", () => {
  test("when a permission is revoked or granted again", async () => {
    await saveAccount(alice);
    browserEvents.permissionsGranted.emit();
    await expect.poll(site).toMatchObject({ login: "alice" });
    permissionOverrides.set(`${FORGE}/*`, false);
    browserEvents.permissionsRevoked.emit();
    await expect.poll(site).toBeUndefined();
    expect(await send("accounts")).toMatchObject({ value: [{ state: "missing-permission" }] });
    permissionOverrides.clear();
    browserEvents.permissionsGranted.emit();
    await expect.poll(site).toMatchObject({ login: "alice" });
  });

  test("when the managed policy changes, but not for other storage changes", async () => {
    await saveAccount(alice);
    browserEvents.stored.emit({}, "managed");
    await expect.poll(site).toMatchObject({ controls: { star: true } });
    setManagedPolicy({ controlsOff: ["star"] });
    browserEvents.stored.emit({}, "local");
    browserEvents.stored.emit({}, "managed");
    await expect.poll(site).toMatchObject({ controls: { star: false } });
  });

  test("when the lock expires", async () => {
    await saveAccount(alice);
    await send("set-passphrase", { passphrase: "a long passphrase" });
    browserEvents.alarm.emit({ name: "forgehand-lock" });
    expect(await send("lock-state")).toEqual({ ok: true, value: "open" });
    vi.useFakeTimers({ now: Date.now() + 24 * 3_600_000, toFake: ["Date"] });
    browserEvents.alarm.emit({ name: "forgehand-lock" });
    await expect.poll(site).toMatchObject({ locked: true });
    vi.useRealTimers();
    expect(await send("lock-state")).toEqual({ ok: true, value: "locked" });
  });
});

test("the overlay of this version is injected into the open tabs of hosts with an account", async () => {
  await saveAccount(alice);
  for (const [id, address] of [`${FORGE}/a/b`, "https://github.com/", "https://elsewhere.example.com/"].entries()) {
    tabs.set(id, address);
  }
  await injectAllTabs();
  executedScripts.length = 0;
  await injectAllTabs();
  expect(executedScripts).toEqual([{ tabId: 0, file: "/overlay.js" }]);
});

import "fake-indexeddb/auto";
import "./browser.fixture.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { saveAccount } from "./accounts.ts";
import {
  accessLevels,
  executed,
  granted,
  happens,
  local,
  manage,
  opened,
  tabs,
  useListeners,
} from "./browser.fixture.ts";
import { useQuickPassphrases } from "./quick-passphrases.fixture.ts";
import { beginAnew, OWN } from "./serve/asked.fixture.ts";
import { serve } from "./serve/serve.ts";
import { reachAllTabs } from "./sites.ts";
import { standBy } from "./stand-by.ts";

// A service and a database take many turns, on a machine that has other things to do.
vi.setConfig({ expect: { poll: { timeout: 20_000 } } });

const FORGE = "https://forge.example.com";
const alice = { origin: FORGE, login: "alice", apiUrl: `${FORGE}/api/v3`, dialect: "github", token: "ghp_x" } as const;

const ask = (type: string, more: object = {}) => serve({ type, ...more }, OWN);
const site = () => local.get(`site ${FORGE}`);

useListeners(standBy);
useQuickPassphrases();
beforeEach(beginAnew);
afterEach(() => void vi.useRealTimers());

test("no page may read what lies in the session's storage", () => {
  expect(accessLevels).toEqual([{ accessLevel: "TRUSTED_CONTEXTS" }]);
});

test("people are welcomed when they install the extension, not when it is updated", () => {
  happens.installed.tell({ reason: "update" });
  expect(opened).toEqual([]);
  happens.installed.tell({ reason: "install" });
  expect(opened).toEqual(["/welcome.html"]);
});

describe("pages follow", () => {
  test("a permission that somebody takes back, and gives again", async () => {
    await saveAccount(alice);
    happens.permissionsGiven.tell();
    await expect.poll(site).toMatchObject({ login: "alice" });
    granted.set(`${FORGE}/*`, false);
    happens.permissionsTaken.tell();
    await expect.poll(site).toBeUndefined();
    expect(await ask("accounts")).toMatchObject({ value: [{ state: "no permission" }] });
    granted.clear();
    happens.permissionsGiven.tell();
    await expect.poll(site).toMatchObject({ login: "alice" });
  });

  test("what an administrator decides anew, and nothing else that is stored", async () => {
    await saveAccount(alice);
    happens.stored.tell({}, "managed");
    await expect.poll(site).toMatchObject({ controls: { star: true } });
    manage({ controlsOff: ["star"] });
    happens.stored.tell({}, "local");
    happens.stored.tell({}, "managed");
    await expect.poll(site).toMatchObject({ controls: { star: false } });
  });

  test("the lock that closes by itself, once it is due", async () => {
    await saveAccount(alice);
    await ask("set-passphrase", { passphrase: "a long passphrase" });
    happens.alarm.tell({ name: "forgehand-lock" });
    expect(await ask("lock")).toEqual({ ok: true, value: "open" });
    vi.useFakeTimers({ now: Date.now() + 24 * 3_600_000, toFake: ["Date"] });
    happens.alarm.tell({ name: "forgehand-lock" });
    await expect.poll(site).toMatchObject({ locked: true });
    vi.useRealTimers();
    expect(await ask("lock")).toEqual({ ok: true, value: "locked" });
  });
});

test("tabs that are open get the overlay of this version, those of other hosts don't", async () => {
  await saveAccount(alice);
  for (const [id, address] of [`${FORGE}/a/b`, "https://github.com/", "https://elsewhere.example.com/"].entries()) {
    tabs.set(id, address);
  }
  await reachAllTabs();
  executed.length = 0;
  await reachAllTabs();
  expect(executed).toEqual([
    { tabId: 1, file: "/overlay.js" },
    { tabId: 0, file: "/overlay.js" },
  ]);
});

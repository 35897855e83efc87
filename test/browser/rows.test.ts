import { createClient } from "@forgehand/core";
import { checkStar, getSubscription, listRequestedReviewers, starRepository } from "@forgehand/core/operations";
import type { Emulator } from "@forgehand/emulator";
import { describe, expect } from "vitest";
import { PULL } from "../service/service-client.ts";
import { killWorker } from "./chromium.ts";
import { holdResponses } from "./hold-responses.ts";
import { test } from "./rows.fixture.ts";

/** A client of the service, as bob. */
const createBobsClient = ({ apiUrl, tokens }: Emulator) =>
  createClient({ baseUrl: apiUrl, credentials: tokens["bob"] ?? "" });

const BOLTS = { owner: "parts", repo: "bolts" };

/** Pages with lists, and some of their items. */
const LISTS = [
  ["/search?q=widgets", ["acme/widgets", "acme/gears", "acme/museum"]],
  ["/search?q=the&type=pullrequests", ["acme/widgets#1", "acme/gears#2"]],
  ["/bob", ["bob/widgets", "bob/notes"]],
  ["/bob?tab=repositories", ["bob/widgets", "bob/notes"]],
  ["/bob?tab=stars", ["acme/widgets", "acme/gears", "acme/attic"]],
  ["/acme", ["acme/widgets", "acme/gears"]],
  ["/orgs/acme/repositories", ["acme/widgets", "acme/gears"]],
  ["/watching", ["acme/widgets", "acme/gears"]],
  ["/trending?since=weekly", ["acme/widgets", "acme/attic"]],
  ["/topics/corners", ["acme/widgets"]],
  ["/acme/widgets/forks", ["bob/widgets", "alice/widgets"]],
  ["/acme/widgets/pulls", ["acme/widgets#1", "acme/widgets#8"]],
  ["/dashboard", ["acme/widgets", "bob/notes", "acme/gears#2"]],
] as const;

describe("a list row", () => {
  test("has its own controls, on every page with lists", async ({ emulator, list }) => {
    await list.signIn("bob");
    for (const [path, names] of LISTS) {
      await list.open(path);
      for (const name of names) {
        const shown = name.includes("#") ? /^Review requests: (?!unknown)/ : /^Watch: (?!unknown)/;
        await list.row(name).first().getByRole("button", { name: shown }).waitFor();
      }
      // Each row has exactly one, and there are none elsewhere.
      const hosts = await list.page.evaluate(() =>
        [...document.querySelectorAll("forgehand-row")].map(
          (host) => host.parentElement?.querySelectorAll("forgehand-row").length,
        ),
      );
      expect([path, hosts.filter((count) => count !== 1)]).toEqual([path, []]);
    }
    expect(emulator.control.calls().filter(({ status }) => status === null || status >= 500)).toEqual([]);
  });

  test("is starred with one click, which is confirmed and can be undone", async ({ emulator, list }) => {
    const { call } = createBobsClient(emulator);
    await list.open("/search?q=bolts");
    const row = list.row("parts/bolts");
    await row.getByRole("button", { name: "Star", exact: true }).click();
    await expect.poll(() => call(checkStar, BOLTS)).toBe(true);
    await list.toast.filter({ hasText: "Starred parts/bolts." }).waitFor();
    await row.getByRole("button", { name: "Unstar" }).waitFor();
    await list.toast.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => call(checkStar, BOLTS)).toBe(false);
    await row.getByRole("button", { name: "Star", exact: true }).waitFor();
  });

  test("is watched from a menu that the list does not clip", async ({ emulator, list }) => {
    const { call } = createBobsClient(emulator);
    await list.page.setViewportSize({ width: 1200, height: 400 });
    await list.open("/acme/widgets/forks");
    const row = list.row("alice/widgets");
    await row.getByRole("button", { name: "Watch: not watching" }).click();
    const menu = row.getByRole("menu");
    const items = menu.getByRole("menuitemradio");
    await items.and(list.page.locator(":focus")).waitFor();
    expect(await items.count()).toBeGreaterThan(2);
    for (const item of await items.all()) {
      const isOnTop = await item.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const root = element.getRootNode();
        const topElement =
          root instanceof ShadowRoot ? root.elementFromPoint((left + right) / 2, (top + bottom) / 2) : null;
        return element.contains(topElement) && bottom <= innerHeight && right <= innerWidth && top >= 0;
      });
      expect(isOnTop).toBe(true);
    }
    await list.page.keyboard.press("ArrowDown");
    await list.page.keyboard.press("ArrowDown");
    await list.page.keyboard.press("Enter");
    await expect
      .poll(() => call(getSubscription, { owner: "alice", repo: "widgets" }))
      .toMatchObject({ ignored: true });
    await row.getByRole("button", { name: "Watch: ignoring" }).waitFor();
    await list.toast.filter({ hasText: "alice/widgets" }).waitFor();
  });

  test("shows the cached state immediately, and then the current one", async ({ emulator, list }) => {
    const { call } = createBobsClient(emulator);
    await list.open("/search?q=bolts");
    const row = list.row("parts/bolts");
    await row.locator("[aria-label=Star][aria-pressed=false]").waitFor();
    await call(starRepository, BOLTS);
    const late = emulator.control.faults.add({ operation: "checkStar", delay: 600 });
    await list.open("/search?q=bolts");
    await row.locator("[aria-label=Star][aria-pressed=false]").waitFor();
    emulator.control.faults.remove(late);
    await list.open("/search?q=bolts");
    await row.locator("[aria-label=Unstar][aria-pressed=true]").waitFor();
  });

  test("synchronizes with the overlay of another tab, both ways", async ({ emulator, list }) => {
    await list.open("/search?q=bolts");
    const row = list.row("parts/bolts");
    await row.locator("[aria-label=Star][aria-pressed=false]").waitFor();
    const other = await list.page.context().newPage();
    await other.goto(`${emulator.webUrl}/parts/bolts`);
    const overlay = other.getByRole("region", { name: "Forgehand" });
    await overlay.getByRole("button", { name: "Star", exact: true }).click();
    await row.getByRole("button", { name: "Unstar" }).waitFor();
    await row.getByRole("button", { name: "Unstar" }).click();
    await overlay.locator("[aria-label=Star][aria-pressed=false]").waitFor();
  });

  test("is not reset by a read that began before a click elsewhere", async ({ browser, emulator, list }) => {
    const other = await list.page.context().newPage();
    await other.goto(`${emulator.webUrl}/parts/bolts`);
    const star = other.getByRole("region", { name: "Forgehand" }).locator("[aria-label=Star][aria-pressed=false]");
    await star.waitFor();
    const late = await holdResponses(browser.context, /\/user\/starred\//, { method: "GET", times: 1 });
    await list.open("/search?q=bolts");
    await expect.poll(late.count).toBe(1);
    await star.click();
    await expect.poll(() => createBobsClient(emulator).call(checkStar, BOLTS)).toBe(true);
    // The reply to the row's request from before the click arrives after it.
    await late.release();
    const row = list.row("parts/bolts");
    await row.and(list.page.locator(":not(:has([aria-busy=true]))")).getByRole("button", { name: "Unstar" }).waitFor();
  });

  test("works after the worker was stopped", async ({ browser, emulator, list }) => {
    await list.open("/search?q=bolts");
    const star = list.row("parts/bolts").locator("[aria-label=Star][aria-pressed=false]");
    await star.waitFor();
    await killWorker(await browser.extensionPage());
    await star.click();
    await expect.poll(() => createBobsClient(emulator).call(checkStar, BOLTS)).toBe(true);
  });
});

describe("a row of a pull-request list", () => {
  test("shows requested reviewers, and requests more", async ({ emulator, list }) => {
    const { call } = createBobsClient(emulator);
    await list.open("/acme/widgets/pulls");
    const row = list.row("acme/widgets#8");
    await row.getByRole("button", { name: "Review requests: none" }).click();
    await row.getByRole("combobox", { name: "Add reviewers" }).click();
    await row.getByRole("combobox", { name: "Add reviewers" }).fill("bob");
    await list.page.keyboard.press("Control+Enter");
    const requested = async () =>
      (await call(listRequestedReviewers, { ...PULL, pull_number: 8 })).users.map(({ login }) => login);
    await expect.poll(requested).toEqual(["bob"]);
    await row.getByRole("button", { name: "Review requests: bob" }).waitFor();
    // Escape closes one thing at a time: suggestions, typed text, and then the popover.
    await row.getByRole("combobox").fill("ali");
    await row.getByRole("option").first().waitFor();
    await list.page.keyboard.press("Escape");
    await row.getByRole("option").first().waitFor({ state: "detached" });
    await list.page.keyboard.press("Escape");
    await expect.poll(() => row.getByRole("combobox").inputValue()).toBe("");
    await list.page.keyboard.press("Escape");
    await row.getByRole("combobox").waitFor({ state: "detached" });
    await list.row("acme/widgets#1").getByRole("button", { name: "Review requests: carol, acme/reviewers" }).waitFor();
  });
});

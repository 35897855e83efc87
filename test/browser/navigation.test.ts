import { checkStar, listRequestedReviewers, starRepository } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { createServiceClient, PULL, WIDGETS } from "../service/service-client.ts";
import { saveAccount } from "./chromium.ts";
import { test } from "./session.ts";

const PULL_PATH = "/acme/widgets/pull/1";

describe("the overlay during navigation", () => {
  test("follows soft navigation, and acts on the current page", async ({ emulator, tab }) => {
    await tab.openAsAlice();
    const group = tab.page.getByRole("group", { name: "Review requests" });
    for (let n = 0; n < 5; n += 1) {
      await tab.page.evaluate((path) => history.pushState({}, "", path), PULL_PATH);
      await group.getByRole("combobox").waitFor();
      await expect.poll(() => tab.button("Star").count()).toBe(0);
      await tab.page.evaluate(() => history.back());
      await tab.star(false).waitFor();
      expect(await tab.alert().count()).toBe(0);
    }
    await tab.page.evaluate((path) => history.replaceState({}, "", path), PULL_PATH);
    await group.getByRole("combobox").click();
    await group.getByRole("combobox").fill("carol");
    await tab.page.keyboard.press("Enter");
    await tab.page.keyboard.press("Control+Enter");
    const requested = async () => (await createServiceClient(emulator).call(listRequestedReviewers, PULL)).users.length;
    await expect.poll(requested).toBe(1);
    expect(await tab.page.locator("forgehand-overlay").count()).toBe(1);
  });

  test("stays after a click on a mail or download link", async ({ emulator, tab }) => {
    await tab.openAsAlice();
    await tab.page.evaluate(() => {
      for (const href of ["mailto:a@b.c", "data:text/plain,x", "/acme/gears/zipball"]) {
        const link = document.createElement("a");
        Object.assign(link, { href, download: "file" });
        document.body.append(link);
        link.click();
      }
    });
    await tab.star(false).click();
    await expect.poll(() => createServiceClient(emulator).call(checkStar, WIDGETS)).toBe(true);
    expect(await tab.alert().count()).toBe(0);
  });

  test("refreshes when the tab becomes visible again", async ({ emulator, tab }) => {
    await tab.openAsAlice();
    await createServiceClient(emulator).call(starRepository, WIDGETS);
    await tab.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await tab.star(true).waitFor();
  });

  test("appears, changes and disappears with its account", async ({ emulator, tab }) => {
    const { page } = tab;
    await tab.openRepository();
    await tab.openOptions();
    const options = await page.context().newPage();
    await options.goto(page.url());
    await tab.openRepository();
    const overlays = page.locator("forgehand-overlay");
    expect(await overlays.count()).toBe(0);
    const shownAccounts = () => page.locator("forgehand-overlay .who").allInnerTexts();
    for (const login of ["alice", "bob", "alice"]) {
      await saveAccount(options, { host: emulator.webUrl, token: emulator.tokens[login] ?? "" });
      await expect.poll(shownAccounts).toEqual([login]);
    }
    await page.evaluate((path) => history.pushState({}, "", path), PULL_PATH);
    await page.getByRole("combobox").waitFor();
    expect(await overlays.count()).toBe(1);
    const remove = async (login: string) => {
      await options.getByRole("button", { name: `Remove ${login} on ${emulator.webUrl}` }).click();
      await options.getByRole("button", { name: "Remove account" }).click();
    };
    await remove("alice");
    await expect.poll(shownAccounts).toEqual(["bob"]);
    await remove("bob");
    await expect.poll(() => overlays.count()).toBe(0);
  });

  test("does not change the page's own elements with the same name", async ({ tab }) => {
    await tab.signIn("alice");
    await tab.page.route("**/acme/widgets", async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(
        "<main",
        "<forgehand-overlay id=mine>theirs</forgehand-overlay><main",
      );
      await route.fulfill({ response, body });
    });
    await tab.openRepository();
    await tab.star(false).waitFor();
    await expect.poll(() => tab.page.locator("#mine").innerText()).toBe("theirs");
  });
});

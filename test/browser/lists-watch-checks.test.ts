import type { Emulator } from "@forgehand/emulator";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { axeViolations, takeScreenshots } from "./lists.fixture.ts";
import { listsAddress } from "./lists-data.ts";
import { browserTest, type ExtensionTab } from "./session.ts";

const COUNT = 240;

/** Loads alice's lists, with `COUNT` repositories that she starred and watches or ignores. */
async function load(
  tab: ExtensionTab,
  { optionsUrl }: { readonly optionsUrl: string },
  emulator: Emulator,
): Promise<Page> {
  const repositories = Array.from({ length: COUNT }, (_, index) => [
    `parts/part-${index + 1}`,
    { stars: { alice: "-3d" }, watchers: { alice: index % 50 === 9 ? "ignoring" : "watching" } },
  ]);
  await emulator.control.seed({ users: { parts: {} }, repositories: Object.fromEntries(repositories) });
  await tab.signIn("alice");
  await tab.page.goto(listsAddress(optionsUrl, emulator.webUrl));
  await tab.button("Load my repositories").click();
  await tab.page.getByText(/^Refreshed/).waitFor();
  return tab.page;
}

describe("watch states of many repositories", () => {
  browserTest()(
    "are unknown without a list of watched ones, until they are viewed or all are checked",
    async ({ browser, emulator, tab }) => {
      const page = await load(tab, browser, emulator);
      await watchButton(page, "parts/part-1", "Watching").waitFor();
      await watchButton(page, "parts/part-10", "Ignoring").waitFor();
      const notice = page.locator(".notice");
      await notice
        .getByText(/is empty, which proves nothing.* haven't been checked; their watch states are unknown/)
        .waitFor();
      expect(checks(emulator)).toBeLessThan(80);
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, "unknown-watches");
      const button = notice.getByRole("button", { name: /^Check all \(\d+ calls, less than a minute\)$/ });
      await expect.poll(async () => checks(emulator) + Number(/\d+/.exec(await button.innerText()))).toBe(COUNT + 2);
      await button.click();
      await expect.poll(() => notice.count()).toBe(0);
      await page.getByRole("button", { name: /^Ignoring/ }).click();
      await watchButton(page, "parts/part-210", "Ignoring").waitFor();
      await expect.poll(() => checks(emulator)).toBe(COUNT + 2);
    },
  );

  browserTest({ edition: "self-hosted" })(
    "are known where the host lists the watched ones",
    async ({ browser, emulator, tab }) => {
      const page = await load(tab, browser, emulator);
      await watchButton(page, "parts/part-1", "Watching").waitFor();
      await watchButton(page, "parts/part-10", "Ignoring").waitFor();
      await page.getByText("Data sources").click();
      await page
        .getByText(/lists the repositories that you watch\. All others are either not watched or ignored/)
        .waitFor();
      // Five repositories are ignored, which the list does not show, and two are not watched.
      expect(checks(emulator)).toBe(7);
      await takeScreenshots(page, "listed-watches");
    },
  );
});

const watchButton = (page: Page, name: string, state: string) =>
  page.getByRole("button", { name: `Watch ${name}: ${state}`, exact: true });

/** Number of subscriptions that were read. */
const checks = ({ control }: Emulator) =>
  control.calls().filter(({ operation }) => operation === "getSubscription").length;

import { type Emulator, startEmulator } from "@forgehand/emulator";
import { describe, expect } from "vitest";
import { addAccount } from "./add-account.ts";
import { killWorker } from "./chromium.ts";
import { test } from "./popup.fixture.ts";

/** Creates pull requests that await alice's review. */
async function createPullRequests({ control }: Emulator, count: number): Promise<void> {
  const pulls = Array.from({ length: count }, (_, at) => ({
    number: at + 20,
    author: "bob",
    requested: { users: ["alice"] },
    head: `c${at}`,
    draft: at === 8,
    title: `Change ${at}${" and much that belongs to it".repeat(at % 5)}`,
  }));
  const commits = pulls.map(({ head, author }) => {
    return { branch: head, from: "main", message: head, author, files: { [head]: "x\n" } };
  });
  await control.seed({ repositories: { "acme/tools": { files: { a: "a\n" }, commits, pulls } } });
}

describe("the popup's section for reviews", () => {
  test("lists pull requests that await review, with links", async ({ browser, emulator, tab, popup, signIn }) => {
    await createPullRequests(emulator, 9);
    await signIn("alice");
    await tab.openRepository();
    const opened = await popup();
    const waiting = opened.page.getByRole("region", { name: "Waiting for your review" });
    const more = waiting.getByRole("link", { name: "and 3 more" });
    await expect.poll(() => more.getAttribute("href")).toBe(`${emulator.webUrl}/pulls/review-requested`);
    await expect.poll(() => waiting.getByRole("listitem").count()).toBe(6);
    await expect.poll(() => waiting.innerText()).toMatch(/^Waiting for your review\s+9\s/);
    expect(await opened.axeViolations()).toEqual([]);
    await opened.takeScreenshots("reviews");
    const next = browser.context.waitForEvent("page");
    await waiting.getByRole("listitem").first().getByRole("link").click();
    const page = await next;
    await page.waitForURL(/\/acme\/tools\/pull\/\d+$/);
    await page.close();
  });

  test("says that none are waiting", async ({ tab, popup, signIn }) => {
    await signIn("alice");
    await tab.openRepository();
    await (await popup())
      .section("Waiting for your review")
      .getByText("No pull requests are waiting for your review.")
      .waitFor();
  });

  test("has their number on the toolbar's icon, if the user wants it there", async ({ emulator, tab, signIn }) => {
    await createPullRequests(emulator, 2);
    await signIn("alice");
    await tab.openOptions();
    const badge = () =>
      tab.page.evaluate(
        "Promise.all([chrome.action.getBadgeText({}), chrome.action.getTitle({})]).then((parts) => parts.join(', '))",
      );
    expect(await badge()).toBe(", Forgehand");
    await tab.page.getByRole("link", { name: "Controls" }).click();
    const toggle = tab.page.getByRole("checkbox", { name: "Number on the toolbar icon" });
    await toggle.click();
    await expect.poll(badge).toBe("2, Forgehand: 2 reviews are waiting for you");
    await killWorker(tab.page);
    await toggle.click();
    await expect.poll(badge).toBe(", Forgehand");
  });

  for (const [token, message] of [
    ["mallory", "the token lacks the repo scope"],
    ["alice-fine-grained", "Only repositories that this token can access."],
  ] as const) {
    test(`says what is missing with ${token}'s token`, async ({ tab, popup, signIn }) => {
      await signIn(token);
      await tab.openRepository();
      await (await popup()).section("Waiting for your review").getByText(message).waitFor();
    });
  }

  test("shows an error with the last known reviews", async ({ emulator, tab, popup, signIn }) => {
    await createPullRequests(emulator, 1);
    await signIn("alice");
    await tab.openRepository();
    const first = await popup();
    await first.page.getByRole("link", { name: "Change 0" }).waitFor();
    emulator.control.faults.add({ operation: "searchIssues", status: 422, message: "Validation Failed" });
    const second = await popup();
    const waiting = second.page.getByRole("region", { name: "Waiting for your review" });
    await waiting.getByText("Validation Failed").waitFor();
    await waiting.getByRole("link", { name: "Change 0" }).waitFor();
    expect(await second.axeViolations()).toEqual([]);
  });
});

describe("the popup's section for rate limits", () => {
  test("shows the remaining quota, which decreases after a click", async ({ tab, popup }) => {
    const limited = await startEmulator({ limits: "published" });
    try {
      const opened = await popup();
      await addAccount(opened.page, limited, "alice");
      await tab.page.goto(`${limited.webUrl}/acme/widgets`);
      const { page } = await popup();
      const gauge = page.getByRole("meter", { name: "Rate limits" });
      const before = Number(await gauge.getAttribute("value"));
      expect(before).toBeGreaterThan(4_000);
      await page.getByText(/of 5,000 requests left · resets at \d/).waitFor();
      await page.locator("button[aria-label=Star][aria-pressed=false]").click();
      await expect.poll(async () => Number(await gauge.getAttribute("value"))).toBeLessThan(before);
    } finally {
      await limited.stop();
    }
  });

  test("warns if few or no searches are left", async ({ emulator, tab, popup, signIn }) => {
    await signIn("alice");
    await tab.openRepository();
    emulator.control.faults.add({ operation: "getRateLimits", status: 404 });
    const opened = await popup();
    await opened.section("Rate limits").getByText("has no rate limits").waitFor();
    emulator.control.faults.clear();
    const { origin } = new URL(emulator.webUrl);
    const until = Date.now() + 600_000;
    const limits = [
      { resource: "calls", limit: 5000, remaining: 12, resetsAt: until },
      { resource: "searches", limit: 30, remaining: 0, resetsAt: until },
    ];
    await opened.page.evaluate(
      `chrome.storage.session.set(${JSON.stringify({ [`last limits ${origin} alice`]: limits })})`,
    );
    emulator.control.faults.add({ operation: "getRateLimits", cut: "connection" });
    const next = await popup();
    await next.page.getByText("12 of 5,000 requests left").waitFor();
    await next.page.getByText("0 of 30 searches left").waitFor();
    await next.section("Rate limits").getByText("Can't connect to the host").waitFor();
    expect(await next.axeViolations()).toEqual([]);
    await next.takeScreenshots("limits");
  });
});

describe("the popup's section for errors", () => {
  test("lists errors of the last hour until they are cleared", async ({ emulator, tab, popup, signIn }) => {
    await signIn("mallory");
    await tab.openRepository();
    const opened = await popup();
    const errors = opened.section("Errors in the last hour");
    await errors.getByText("No errors.").waitFor();
    await tab.star(false).click();
    await errors.getByText("The token lacks the scope public_repo").waitFor();
    const where = errors.getByRole("link", { name: "acme/widgets" });
    await expect.poll(() => where.getAttribute("href")).toBe(`${emulator.webUrl}/acme/widgets`);
    expect(await opened.axeViolations()).toEqual([]);
    await opened.takeScreenshots("errors");
    await errors.getByRole("button", { name: "Clear" }).click();
    await errors.getByText("No errors.").waitFor();
    await expect.poll(() => errors.getByRole("listitem").count()).toBe(0);
  });

  test("shows cached data while the service is unreachable", async ({ emulator, tab, popup, signIn }) => {
    await signIn("alice");
    await tab.openRepository();
    await tab.star(false).waitFor();
    await emulator.stop();
    const opened = await popup();
    await opened.page.getByRole("alert").filter({ hasText: "Can't connect to the host" }).first().waitFor();
    await opened.section("Waiting for your review").getByText("Can't connect to the host").waitFor();
    expect(await opened.axeViolations()).toEqual([]);
    await opened.takeScreenshots("offline");
  });
});

import {
  checkStar,
  getRepository,
  getSubscription,
  setSubscription,
  starRepository,
  updateRepository,
} from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { createServiceClient, WIDGETS } from "../service/service-client.ts";
import { test } from "./overlay.fixture.ts";

describe("star and watch", () => {
  test("can be undone from the message that confirms them", async ({ emulator, tab, overlay }) => {
    const { call } = createServiceClient(emulator);
    await tab.signIn("alice");
    await tab.openRepository();
    await tab.star(false).click();
    await expect.poll(() => overlay.toast.innerText()).toContain("Starred acme/widgets.");
    await tab.button("Undo").click();
    await expect.poll(() => overlay.toast.innerText()).toContain("Unstarred acme/widgets.");
    expect(await call(checkStar, WIDGETS)).toBe(false);
    await tab.star(false).waitFor();
    await expect.poll(() => tab.button("Undo").count()).toBe(0);
    await tab.button("Watch: not watching").click();
    await tab.page.getByRole("menuitemradio", { name: "Ignoring", exact: true }).click();
    await tab.button("Undo").click();
    await expect.poll(() => overlay.toast.innerText()).toContain("Unwatched acme/widgets.");
    expect(await call(getSubscription, WIDGETS)).toBeNull();
  });

  test("report a failed undo, and show the actual state", async ({ emulator, tab, overlay }) => {
    await tab.signIn("alice");
    await tab.openRepository();
    await tab.star(false).click();
    await tab.button("Undo").waitFor();
    emulator.control.faults.add({ operation: "unstarRepository", status: 500, times: 1 });
    await tab.button("Undo").click();
    await expect.poll(() => tab.alert("Star").innerText()).toMatch(/500|try again|wrong/i);
    await tab.star(true).waitFor();
    await expect.poll(() => overlay.toast.innerText()).toBe("");
    expect(await createServiceClient(emulator).call(checkStar, WIDGETS)).toBe(true);
  });

  test("show the counts of watchers and stars", async ({ emulator, tab }) => {
    const bob = { baseUrl: emulator.apiUrl, token: emulator.tokens["bob"] ?? "" };
    await fetch(`${bob.baseUrl}/repos/acme/widgets/subscription`, {
      method: "PUT",
      headers: { authorization: `Bearer ${bob.token}` },
      body: JSON.stringify({ subscribed: true }),
    });
    await tab.signIn("alice");
    await tab.openRepository();
    const watch = tab.button("Watch: not watching");
    await expect.poll(() => watch.locator(".count").getAttribute("data-text")).toBe("1");
    await expect.poll(() => watch.getAttribute("title")).toContain("1 watcher");
    await expect.poll(() => tab.star(false).locator(".count").getAttribute("data-text")).toBe("0");
  });

  test("work on an archived repository", async ({ emulator, tab }) => {
    const { call } = createServiceClient(emulator);
    await call(updateRepository, { ...WIDGETS, archived: true });
    await tab.signIn("alice");
    await tab.openRepository();
    await tab.star(false).click();
    await expect.poll(() => call(checkStar, WIDGETS)).toBe(true);
  });

  test("work on a renamed repository, under its old name too", async ({ emulator, tab }) => {
    const { call } = createServiceClient(emulator);
    await call(starRepository, WIDGETS);
    await tab.signIn("alice");
    await tab.openRepository();
    await tab.star(true).waitFor();
    await call(updateRepository, { ...WIDGETS, name: "gadgets" });
    await tab.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await tab.star(true).click();
    await expect.poll(() => call(checkStar, { owner: "acme", repo: "gadgets" })).toBe(false);
    await tab.star(false).waitFor();
    expect(await tab.alert().count()).toBe(0);
  });

  test("are unknown if the token can't access the repository", async ({ emulator, tab, overlay }) => {
    await tab.signIn("mallory");
    await overlay.signInOnPage("mallory");
    // The page is visible, because another token of the same user could access the repository.
    await tab.page.route("**/acme/gears", async (route) => {
      const response = await route.fetch({ url: `${emulator.webUrl}/acme/widgets` });
      await route.fulfill({ response });
    });
    await overlay.open("/acme/gears");
    await tab.button("Star: unknown. Why?").click();
    await expect.poll(() => tab.alert("Star").innerText()).toContain("the token has no access to it");
    expect(await tab.alert("Watch").count()).toBe(0);
    await tab.button("Watch: unknown. Why?").click();
    await tab.alert("Watch").waitFor();
    await expect.poll(() => tab.button("Star").getAttribute("aria-pressed")).toBeNull();
    await tab.button("Watch: unknown").waitFor();
  });

  test("are unknown for a repository that was taken down", async ({ emulator, tab }) => {
    await tab.signIn("alice");
    emulator.control.faults.add({ operation: "getRepository", status: 451 });
    await tab.openRepository();
    await tab.button("Star: unknown. Why?").click();
    await expect.poll(() => tab.alert("Star").innerText()).toContain("legal reasons");
    await expect.poll(() => tab.button("Star").getAttribute("aria-pressed")).toBeNull();
  });

  test("explain what the token can't do before a click, on demand", async ({ tab, overlay }) => {
    await tab.signIn("alice-fine-grained");
    await tab.openRepository();
    const alert = tab.alert("Watch");
    const why = tab.button("Watch: unknown. Why?");
    await why.waitFor();
    await tab.button("Watch: unknown").waitFor();
    expect(await tab.alert().count()).toBe(0);
    await overlay.takeScreenshots("unavailable");
    await expect.poll(() => why.getAttribute("title")).toContain("fine-grained");
    await why.click();
    await expect.poll(() => alert.innerText()).toContain("fine-grained");
    await expect.poll(() => why.getAttribute("aria-expanded")).toBe("true");
    await overlay.takeScreenshots("fine-grained");
    expect(await overlay.axeViolations()).toEqual([]);
    await why.click();
    await expect.poll(() => alert.count()).toBe(0);
  });

  test("are independent: an error of one does not hide the state of another", async ({ emulator, tab }) => {
    const { call } = createServiceClient(emulator);
    await call(setSubscription, { ...WIDGETS, subscribed: true });
    await tab.signIn("alice");
    await tab.openRepository();
    await tab.button("Watch: watching").waitFor();
    emulator.control.faults.add({ operation: "getSubscription", status: 500 });
    await tab.page.reload();
    await tab.alert("Watch").waitFor();
    await tab.star(false).click();
    await tab.star(true).waitFor();
    await expect.poll(async () => (await call(getRepository, WIDGETS)).stargazers_count).toBe(1);
    await tab.button("Undo").waitFor();
    await tab.button("Watch: unknown").waitFor();
    expect(await tab.alert("Watch").count()).toBe(1);
  });
});

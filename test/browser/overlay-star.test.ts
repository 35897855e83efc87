import {
  checkStar,
  getRepository,
  getSubscription,
  setSubscription,
  starRepository,
  updateRepository,
} from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { askService, WIDGETS } from "../service/ask.ts";
import { test } from "./overlay.fixture.ts";

describe("star and watch, as they are", () => {
  test("are taken back from the message, which then says so", async ({ emulator, tab, overlay }) => {
    const { call } = askService(emulator);
    await tab.signIn("alice");
    await tab.openRepository();
    await tab.star(false).click();
    await expect.poll(() => overlay.toast.innerText()).toContain("Starred acme/widgets.");
    await tab.button("Undo").click();
    await expect.poll(() => overlay.toast.innerText()).toContain("Took the star from acme/widgets.");
    expect(await call(checkStar, WIDGETS)).toBe(false);
    await tab.star(false).waitFor();
    await expect.poll(() => tab.button("Undo").count()).toBe(0);
    await tab.button("Watch: not watching").click();
    await tab.page.getByRole("menuitemradio", { name: "Ignoring", exact: true }).click();
    await tab.button("Undo").click();
    await expect.poll(() => overlay.toast.innerText()).toContain("You no longer watch acme/widgets.");
    expect(await call(getSubscription, WIDGETS)).toBeNull();
  });

  test("say so where taking back fails, and show what then is", async ({ emulator, tab, overlay }) => {
    await tab.signIn("alice");
    await tab.openRepository();
    await tab.star(false).click();
    await tab.button("Undo").waitFor();
    emulator.control.faults.add({ operation: "unstarRepository", status: 500, times: 1 });
    await tab.button("Undo").click();
    await expect.poll(() => tab.alert("Star").innerText()).toMatch(/500|try again|wrong/i);
    await tab.star(true).waitFor();
    await expect.poll(() => overlay.toast.innerText()).toBe("");
    expect(await askService(emulator).call(checkStar, WIDGETS)).toBe(true);
  });

  test("count watchers by those who watch, and stars by those who starred", async ({ emulator, tab }) => {
    const bob = { baseUrl: emulator.apiUrl, token: emulator.tokens["bob"] ?? "" };
    await fetch(`${bob.baseUrl}/repos/acme/widgets/subscription`, {
      method: "PUT",
      headers: { authorization: `Bearer ${bob.token}` },
      body: JSON.stringify({ subscribed: true }),
    });
    await tab.signIn("alice");
    await tab.openRepository();
    const watch = tab.button("Watch: not watching");
    await expect.poll(() => watch.innerText()).toContain("1");
    await expect.poll(() => watch.getAttribute("title")).toContain("1 watcher");
    await expect.poll(() => tab.star(false).innerText()).toContain("0");
  });

  test("work on an archived repository", async ({ emulator, tab }) => {
    const { call } = askService(emulator);
    await call(updateRepository, { ...WIDGETS, archived: true });
    await tab.signIn("alice");
    await tab.openRepository();
    await tab.star(false).click();
    await expect.poll(() => call(checkStar, WIDGETS)).toBe(true);
  });

  test("are those of a renamed repository, under its old name too", async ({ emulator, tab }) => {
    const { call } = askService(emulator);
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

  test("are unknown where the token may not see the repository", async ({ emulator, tab, overlay }) => {
    await tab.signIn("mallory");
    await overlay.signInOnPage("mallory");
    // The page is there: another token of the same person may see it.
    await tab.page.route("**/acme/gears", async (route) => {
      const answer = await route.fetch({ url: `${emulator.webUrl}/acme/widgets` });
      await route.fulfill({ response: answer });
    });
    await overlay.open("/acme/gears");
    await expect.poll(() => tab.alert("Star").innerText()).toContain("the token may not see it");
    await tab.alert("Watch").waitFor();
    await expect.poll(() => tab.button("Star").getAttribute("aria-pressed")).toBeNull();
    await tab.button("Watch: unknown").waitFor();
  });

  test("are unknown of a repository that was taken down", async ({ emulator, tab }) => {
    await tab.signIn("alice");
    emulator.control.faults.add({ operation: "getRepository", status: 451 });
    await tab.openRepository();
    await expect.poll(() => tab.alert("Star").innerText()).toContain("legal reasons");
    await expect.poll(() => tab.button("Star").getAttribute("aria-pressed")).toBeNull();
  });

  test("explain before the click what a token can't, in short and in full", async ({ tab, overlay }) => {
    await tab.signIn("alice-fine-grained");
    await tab.openRepository();
    const alert = tab.alert("Watch");
    await expect.poll(() => alert.innerText()).toContain("fine-grained");
    await tab.button("Watch: unknown").waitFor();
    const text = alert.locator(".text");
    const height = () => text.evaluate((element) => element.clientHeight);
    const folded = await height();
    await overlay.picture("fine-grained");
    await alert.getByRole("button", { name: "More" }).click();
    await expect.poll(() => height()).toBeGreaterThan(folded);
    await alert.getByRole("button", { name: "Less" }).click();
    await expect.poll(() => height()).toBe(folded);
    expect(await overlay.faults()).toEqual([]);
  });

  test("don't mix: what one control can't know, another one's answer doesn't hide", async ({ emulator, tab }) => {
    const { call } = askService(emulator);
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

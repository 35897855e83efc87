import { createClient } from "@forgehand/core";
import { checkStar, getSubscription } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { createServiceClient, WIDGETS } from "../service/service-client.ts";
import { test } from "./overlay.fixture.ts";

describe("the check of the acting account", () => {
  test("warns and does nothing if the page is signed in as another user", async ({ emulator, tab, overlay }) => {
    await tab.signIn("alice");
    await overlay.signInOnPage("carol");
    await tab.openRepository();
    await expect
      .poll(() => overlay.mismatch.innerText())
      .toContain(
        "This page is signed in as carol, but Forgehand is using alice. Open Forgehand from your browser's toolbar.",
      );
    await tab.star(false).click();
    await expect.poll(() => tab.alert("Star").innerText()).toContain("Nothing was changed.");
    expect(await createServiceClient(emulator).call(checkStar, WIDGETS)).toBe(false);
    await tab.star(false).waitFor();
    // The extension has no account of carol to switch to.
    expect(await overlay.mismatch.getByRole("button").count()).toBe(0);
    await overlay.takeScreenshots("mismatch");
    expect(await overlay.axeViolations()).toEqual([]);
  });

  test("offers to switch to the user signed in on the page, who then acts immediately", async ({
    emulator,
    tab,
    overlay,
  }) => {
    await tab.signIn("bob");
    await tab.signIn("alice");
    await overlay.signInOnPage("bob");
    await tab.openRepository();
    await overlay.mismatch.getByRole("button", { name: "Switch to bob" }).click();
    await expect.poll(() => overlay.bar.locator(".who").innerText()).toBe("bob");
    await expect.poll(() => overlay.mismatch.count()).toBe(0);
    await tab.star(false).click();
    const bob = createClient({ baseUrl: emulator.apiUrl, credentials: emulator.tokens["bob"] ?? "" });
    await expect.poll(() => bob.call(checkStar, WIDGETS)).toBe(true);
    expect(await createServiceClient(emulator).call(checkStar, WIDGETS)).toBe(false);
  });

  test("is repeated after a sign-in or sign-out on the current page", async ({ tab, overlay }) => {
    await tab.openAsAlice();
    const setPageLogin = (login: string) =>
      tab.page.evaluate((login) => {
        // Updates the head of the page, as soft navigation does.
        document.querySelector("meta[name=user-login]")?.setAttribute("content", login);
      }, login);
    await setPageLogin("bob");
    await overlay.mismatch.waitFor();
    await setPageLogin("Alice");
    await expect.poll(() => overlay.mismatch.count()).toBe(0);
    await tab.page.evaluate(() => {
      const head = document.createElement("head");
      head.innerHTML = '<meta name="user-login" content="carol">';
      document.head.replaceWith(head);
    });
    await expect.poll(() => overlay.mismatch.innerText()).toContain("carol");
    await setPageLogin("");
    await expect.poll(() => overlay.mismatch.count()).toBe(0);
    expect(await overlay.all.count()).toBe(1);
  });

  test("follows soft navigation to sign-in and sign-out", async ({ emulator, tab, overlay }) => {
    const { call } = createServiceClient(emulator);
    await tab.signIn("alice");
    await overlay.signInOnPage("bob");
    await tab.openRepository();
    await overlay.mismatch.waitFor();
    await overlay.signOutOnPage();
    await tab.openRepository();
    await tab.star(false).waitFor();
    await expect.poll(() => overlay.mismatch.count()).toBe(0);
    await tab.star(false).click();
    await expect.poll(() => call(checkStar, WIDGETS)).toBe(true);
  });

  test("uses the page's user at the time of the click, not of rendering", async ({ emulator, tab }) => {
    await tab.openAsAlice();
    await tab.page.evaluate(() => {
      addEventListener(
        "pointerdown",
        () => document.querySelector("meta[name=user-login]")?.setAttribute("content", "bob"),
        { capture: true },
      );
    });
    await tab.star(false).click();
    await expect.poll(() => tab.alert("Star").innerText()).toContain("signed in as bob");
    expect(await createServiceClient(emulator).call(checkStar, WIDGETS)).toBe(false);
  });

  test("rejects a click that was made before the overlay showed another account", async ({
    emulator,
    tab,
    overlay,
  }) => {
    await tab.signIn("bob");
    await tab.openAsAlice();
    const page = tab.page.url();
    const watchAs = (login: string) =>
      overlay.sendFromContentScript("change", {
        page,
        control: "watch",
        intent: { watch: "watching" },
        login,
        signedIn: null,
      });
    expect(await watchAs("bob")).toMatchObject({ ok: false, problem: { kind: "mismatch" } });
    expect(await createServiceClient(emulator).call(getSubscription, WIDGETS)).toBeNull();
    expect(await watchAs("alice")).toMatchObject({ ok: true });
  });
});

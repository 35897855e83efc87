import { createClient } from "@forgehand/core";
import { checkStar, getSubscription } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { askService, WIDGETS } from "../service/ask.ts";
import { test } from "./overlay.fixture.ts";

describe("whose account acts", () => {
  test("is told where the page is signed in as somebody else, and nothing is done", async ({
    emulator,
    tab,
    overlay,
  }) => {
    await tab.signIn("alice");
    await overlay.signInOnPage("carol");
    await tab.openRepository();
    await expect
      .poll(() => overlay.mismatch.innerText())
      .toContain("This page is signed in as carol, Forgehand acts as alice.");
    await tab.star(false).click();
    await expect.poll(() => tab.alert("Star").innerText()).toContain("Nothing was done.");
    expect(await askService(emulator).call(checkStar, WIDGETS)).toBe(false);
    await tab.star(false).waitFor();
    // There is no account of hers that it could be switched to.
    const opened = tab.page.context().waitForEvent("page");
    await overlay.mismatch.getByRole("button", { name: "Open options" }).click();
    const options = await opened;
    await options.waitForURL(/options\.html/);
    await overlay.picture("mismatch");
    expect(await overlay.faults()).toEqual([]);
  });

  test("is switched to whom the page is signed in as, and acts as them at once", async ({ emulator, tab, overlay }) => {
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
    expect(await askService(emulator).call(checkStar, WIDGETS)).toBe(false);
  });

  test("is compared anew when somebody signs in or out on the page that is shown", async ({ tab, overlay }) => {
    await tab.openAsAlice();
    const said = (login: string) =>
      tab.page.evaluate((login) => {
        // As soft navigation does: the head is changed, the body another one.
        document.querySelector("meta[name=user-login]")?.setAttribute("content", login);
      }, login);
    await said("bob");
    await overlay.mismatch.waitFor();
    await said("Alice");
    await expect.poll(() => overlay.mismatch.count()).toBe(0);
    await tab.page.evaluate(() => {
      const head = document.createElement("head");
      head.innerHTML = '<meta name="user-login" content="carol">';
      document.head.replaceWith(head);
    });
    await expect.poll(() => overlay.mismatch.innerText()).toContain("carol");
    await said("");
    await expect.poll(() => overlay.mismatch.count()).toBe(0);
    expect(await overlay.all.count()).toBe(1);
  });

  test("follows the forge's own signing in and out, softly", async ({ emulator, tab, overlay }) => {
    const { call } = askService(emulator);
    await tab.signIn("alice");
    await overlay.signInOnPage("bob");
    await tab.openRepository();
    await overlay.mismatch.waitFor();
    await tab.page.getByRole("button", { name: "Sign out" }).click();
    await tab.openRepository();
    await tab.star(false).waitFor();
    await expect.poll(() => overlay.mismatch.count()).toBe(0);
    await tab.star(false).click();
    await expect.poll(() => call(checkStar, WIDGETS)).toBe(true);
  });

  test("is who the page says at the click, not who it said when it was drawn", async ({ emulator, tab }) => {
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
    expect(await askService(emulator).call(checkStar, WIDGETS)).toBe(false);
  });

  test("is the one that the overlay shows: a click made before it heard of another is refused", async ({
    emulator,
    tab,
    overlay,
  }) => {
    await tab.signIn("bob");
    await tab.openAsAlice();
    const page = tab.page.url();
    const act = (login: string) =>
      overlay.ask("change", { page, control: "watch", intent: { watch: "watching" }, login, signedIn: null });
    expect(await act("bob")).toMatchObject({ ok: false, problem: { kind: "mismatch" } });
    expect(await askService(emulator).call(getSubscription, WIDGETS)).toBeNull();
    expect(await act("alice")).toMatchObject({ ok: true });
  });
});

import { checkStar, getRepository, getSubscription, starRepository } from "@forgehand/core/operations";
import { startEmulator } from "@forgehand/emulator";
import { describe, expect } from "vitest";
import { createServiceClient, WIDGETS } from "../service/service-client.ts";
import { test } from "./session.ts";

describe("the star control", () => {
  test("stars and unstars with one click each", async ({ emulator, tab }) => {
    const { call } = createServiceClient(emulator);
    await tab.signIn("alice");
    await tab.openRepository();
    await tab.button("Star").click();
    await expect.poll(() => call(checkStar, WIDGETS)).toBe(true);
    const pressed = tab.button("Unstar");
    await expect.poll(() => pressed.getAttribute("aria-pressed")).toBe("true");
    await expect.poll(() => pressed.locator(".count").getAttribute("data-text")).toBe("1");
    // A second click is ignored while a change is pending, which is until the response has reached the page.
    await expect.poll(() => pressed.locator("..").getAttribute("aria-busy")).toBe("false");
    await pressed.click();
    await expect.poll(() => call(checkStar, WIDGETS)).toBe(false);
    await expect.poll(() => tab.button("Star").getAttribute("aria-pressed")).toBe("false");
  });

  test("shows a star that was set elsewhere", async ({ emulator, tab }) => {
    const { call } = createServiceClient(emulator);
    await call(starRepository, WIDGETS);
    await tab.signIn("alice");
    await tab.openRepository();
    await tab.button("Unstar").waitFor();
  });

  test("reverts and explains a change that the token does not allow", async ({ emulator, tab }) => {
    await tab.signIn("mallory");
    await tab.openRepository();
    await tab.button("Star").click();
    await expect.poll(() => tab.alert("Star").innerText()).toContain("The token lacks the scope public_repo");
    await expect.poll(() => tab.button("Star").getAttribute("aria-pressed")).toBe("false");
    expect((await createServiceClient(emulator).call(getRepository, WIDGETS)).stargazers_count).toBe(0);
  });

  test("names the missing permission of a fine-grained token", async ({ tab }) => {
    await tab.signIn("alice-fine-grained");
    await tab.openRepository();
    await tab.button("Star: unknown. Why?").click();
    await expect.poll(() => tab.alert("Star").innerText()).toContain('the permission "Starring"');
  });

  test("ignores synthetic clicks from the page", async ({ emulator, tab }) => {
    await tab.openAsAlice();
    await tab.page.evaluate(() => {
      const root = document.querySelector("forgehand-overlay")?.shadowRoot;
      root?.querySelector<HTMLButtonElement>('[aria-label="Star"]')?.click();
    });
    // A real click follows, so that the synthetic one had time to take effect.
    await tab.button("Watch: not watching").click();
    await tab.page.getByRole("menuitemradio", { name: /^Watching/ }).click();
    await expect.poll(() => createServiceClient(emulator).call(getSubscription, WIDGETS)).not.toBeNull();
    expect(await createServiceClient(emulator).call(checkStar, WIDGETS)).toBe(false);
  });

  test("becomes unknown if no response arrives", async ({ emulator, tab }) => {
    await tab.openAsAlice();
    await emulator.stop();
    await tab.star(false).click();
    await expect.poll(() => tab.alert("Star").innerText()).toContain("Can't connect to the host");
    await expect.poll(() => tab.button("Star").getAttribute("aria-pressed")).toBeNull();
    await tab.alert("Star").getByRole("button", { name: "Try again" }).waitFor();
  });

  test("is unknown if the state can't be read, and is read again on request", async ({ tab }) => {
    const api = await startEmulator({ fixedTokens: true });
    await tab.signIn(api.tokens["alice"] ?? "", { api: api.apiUrl });
    await api.stop();
    await tab.openRepository();
    await expect.poll(() => tab.alert("Star").innerText()).toContain("Can't connect to the host");
    await expect.poll(() => tab.button("Star").getAttribute("aria-pressed")).toBeNull();
    const restarted = await startEmulator({ port: Number(new URL(api.apiUrl).port), fixedTokens: true });
    await tab.alert("Star").getByRole("button", { name: "Try again" }).click();
    await tab.star(false).waitFor();
    await restarted.stop();
  });
});

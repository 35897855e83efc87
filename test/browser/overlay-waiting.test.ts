import { checkStar } from "@forgehand/core/operations";
import { startEmulator } from "@forgehand/emulator";
import { describe, expect } from "vitest";
import { askService, WIDGETS } from "../service/ask.ts";
import { inIsolatedWorld } from "./isolated-world.ts";
import { test } from "./overlay.fixture.ts";

describe("the overlay, when the service doesn't answer", () => {
  test("recovers by itself when the line is back", async ({ tab, overlay }) => {
    const context = tab.page.context();
    await tab.openAsAlice();
    await context.setOffline(true);
    await tab.star(false).click();
    await expect.poll(() => tab.alert("Star").innerText()).toContain("The forge can't be reached");
    await overlay.picture("offline");
    await context.setOffline(false);
    await expect.poll(() => tab.alert().count()).toBe(0);
    await tab.star(false).waitFor();
  });

  test("recovers by itself where the service was away and the line was not", async ({ tab }) => {
    const api = await startEmulator();
    const port = Number(new URL(api.apiUrl).port);
    await tab.signIn("alice", { api: api.apiUrl });
    await api.stop();
    await tab.openRepository();
    await tab.alert("Star").waitFor();
    const back = await startEmulator({ port });
    await tab.star(false).waitFor({ timeout: 15_000 });
    await expect.poll(() => tab.alert().count()).toBe(0);
    await back.stop();
  });

  test("says that a token is refused, leads to the options, and goes on with another one", async ({
    emulator,
    tab,
    overlay,
  }) => {
    const { control } = emulator;
    const token = control.createToken("short", { kind: "classic", user: "alice", scopes: "all" });
    await tab.signIn(token);
    await tab.openRepository();
    await tab.star(false).waitFor();
    control.revokeToken(token);
    await tab.star(false).click();
    await expect.poll(() => tab.alert("Star").innerText()).toContain("The forge refuses the token");
    expect(await tab.button("Star").getAttribute("aria-pressed")).toBeNull();
    await overlay.picture("refused");
    expect(await tab.page.content()).not.toContain(token);
    const opened = tab.page.context().waitForEvent("page");
    await tab.alert("Star").getByRole("button", { name: "Open options" }).click();
    const options = await opened;
    await options.waitForURL(/options\.html/);
    await tab.openAsAlice();
    expect(await tab.alert().count()).toBe(0);
  });

  test("counts down to the end of a limit, and goes on by itself then", async ({ emulator, tab, overlay }) => {
    await tab.openAsAlice();
    const reset = Math.ceil(Date.now() / 1000) + 12;
    emulator.control.faults.add({
      status: 403,
      headers: { "x-ratelimit-limit": "5000", "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(reset) },
      message: "API rate limit exceeded.",
      times: 1,
    });
    await tab.star(false).click();
    const clock = tab.page.getByRole("status").filter({ hasText: "Star:" });
    await expect.poll(() => clock.innerText()).toMatch(/Not done.*0:(1\d|0\d)/s);
    expect(await tab.alert().count()).toBe(0);
    await overlay.picture("limit");
    expect(await overlay.faults()).toEqual([]);
    // Somebody puts the computer's clock right meanwhile.
    await inIsolatedWorld(tab.page, "Date.now = () => 0");
    await tab.star(false).waitFor({ timeout: 20_000 });
    expect(await clock.count()).toBe(0);
    expect(await askService(emulator).call(checkStar, WIDGETS)).toBe(false);
  });
});

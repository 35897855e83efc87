import { getSubscription, setSubscription } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { createServiceClient, WIDGETS } from "../service/service-client.ts";
import { focusByTab } from "./focus-by-tab.ts";
import { test } from "./session.ts";

describe("the watch control", () => {
  test("switches between all three states", async ({ emulator, tab }) => {
    const { call } = createServiceClient(emulator);
    const state = async () => {
      const subscription = await call(getSubscription, WIDGETS);
      return subscription && { subscribed: subscription.subscribed, ignored: subscription.ignored };
    };
    await tab.signIn("alice");
    await tab.openRepository();
    const choose = async (from: string, to: RegExp) => {
      await tab.button(`Watch: ${from}`).click();
      await tab.page.getByRole("menuitemradio", { name: to }).click();
    };
    await choose("not watching", /^Watching/);
    await expect.poll(state).toEqual({ subscribed: true, ignored: false });
    await choose("watching", /^Ignoring/);
    await expect.poll(state).toEqual({ subscribed: false, ignored: true });
    await choose("ignoring", /^Not watching/);
    await expect.poll(state).toBeNull();
    await tab.button("Watch: not watching").waitFor();
  });

  test("shows custom watching that the page knows of, and does not replace it without asking", async ({
    emulator,
    tab,
  }) => {
    const { call } = createServiceClient(emulator);
    const watchData = {
      subscriptionType: "custom",
      subscribableThreadTypes: [
        { name: "Issue", enabled: true, subscribed: false },
        { name: "Release", enabled: true, subscribed: true },
        { name: "<b>Unknown</b>", enabled: true, subscribed: true },
      ],
    };
    const embedded = JSON.stringify({ payload: { sidebar: { watchData } } });
    await tab.page.route("**/acme/widgets", async (route) => {
      const response = await route.fetch();
      const script = `<script type="application/json">{ "broken": "subscriptionType":"custom" }</script>
        <script type="application/json" data-target="react-app.embeddedData">${embedded}</script>`;
      const page = (await response.text()).replace('name="user-login" content=""', 'name="user-login" content="alice"');
      await route.fulfill({ response, body: page.replace("</body>", `${script}</body>`) });
    });
    await tab.signIn("alice");
    await tab.openRepository();
    const control = tab.button("Watch: custom (Releases)");
    const choose = (name: string) => tab.page.getByRole("menuitemradio", { name, exact: true }).click();
    await control.click();
    await choose("Watching");
    await tab.page.getByRole("menu", { name: "Your custom settings will be lost" }).waitFor();
    await choose("Keep custom: Releases");
    await control.click();
    expect(await call(getSubscription, WIDGETS)).toBeNull();
    await choose("Watching");
    await choose("Watching");
    await tab.button("Watch: watching").waitFor();
    // The button shows the change before the service has made it.
    await expect.poll(() => call(getSubscription, WIDGETS)).toMatchObject({ subscribed: true });
    expect(await tab.button("Undo").count()).toBe(0);
  });

  test("works with the keyboard alone", async ({ emulator, tab }) => {
    await tab.signIn("alice");
    await tab.openRepository();
    await focusByTab(tab.button("Watch: not watching"));
    await tab.page.keyboard.press("Enter");
    const checked = tab.page.getByRole("menuitemradio", { checked: true });
    await expect.poll(() => checked.innerText()).toContain("Not watching");
    await tab.page.keyboard.press("ArrowDown");
    await tab.page.keyboard.press("ArrowDown");
    await tab.page.keyboard.press("Enter");
    await tab.button("Watch: ignoring").waitFor();
    await expect
      .poll(() => createServiceClient(emulator).call(getSubscription, WIDGETS))
      .toMatchObject({ ignored: true });
    await tab.page.keyboard.press("Enter");
    await tab.page.keyboard.press("Escape");
    await expect.poll(() => tab.page.getByRole("menu").count()).toBe(0);
    await expect.poll(() => tab.button("Watch: ignoring").evaluate((button) => button.matches(":focus"))).toBe(true);
  });

  test("a second click closes the menu, and a click elsewhere keeps the focus there", async ({ tab }) => {
    await tab.signIn("alice");
    await tab.openRepository();
    const button = tab.button("Watch: not watching");
    const menu = tab.page.getByRole("menu");
    await button.click();
    await menu.waitFor();
    await button.click();
    await expect.poll(() => menu.count()).toBe(0);
    await tab.page.evaluate(() => document.body.append(document.createElement("input")));
    await button.click();
    await menu.waitFor();
    const input = tab.page.locator("body > input");
    await input.click();
    await tab.page.keyboard.type("hello");
    await expect.poll(() => input.inputValue()).toBe("hello");
    await expect.poll(() => menu.count()).toBe(0);
  });

  test("prevents its keys from reaching the page, and focuses an option by its first letter", async ({ tab }) => {
    await tab.signIn("alice");
    await tab.openRepository();
    await tab.page.evaluate(() =>
      document.addEventListener("keydown", ({ key }) => document.body.setAttribute("data-heard", key)),
    );
    await tab.waitForShortcuts();
    const release = await tab.holdScripts();
    await tab.button("Watch: not watching").click();
    // The menu is still being loaded.
    await tab.page.keyboard.press("x");
    const heard = await tab.page.locator("body").getAttribute("data-heard");
    await release();
    expect(heard).toBeNull();
    await tab.page.getByRole("menu").waitFor();
    await tab.page.keyboard.press("i");
    const focused = tab.page.getByRole("menuitemradio", { name: /^Ignoring/ });
    await expect.poll(() => focused.evaluate((item) => item.matches(":focus"))).toBe(true);
    expect(await tab.page.locator("body").getAttribute("data-heard")).toBeNull();
  });

  test("explains before the click that fine-grained tokens can't watch", async ({ tab }) => {
    await tab.signIn("alice-fine-grained");
    await tab.openRepository();
    await tab.button("Watch: unknown. Why?").click();
    await expect.poll(() => tab.alert("Watch").innerText()).toContain("is not possible with a fine-grained token");
    await tab.button("Watch: unknown").waitFor();
  });

  test("counts watchers, not stars", async ({ emulator, tab }) => {
    await createServiceClient(emulator).call(setSubscription, { ...WIDGETS, subscribed: true });
    await tab.signIn("bob");
    await tab.openRepository();
    await expect.poll(() => tab.button("Watch: not watching").locator(".count").getAttribute("data-text")).toBe("1");
    await expect.poll(() => tab.button("Star").locator(".count").getAttribute("data-text")).toBe("0");
  });
});

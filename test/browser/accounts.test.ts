import type { Emulator } from "@forgehand/emulator";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { browserTest, test } from "./session.ts";

/** What a test of an account says, line by line. */
async function testOf(page: Page, { webUrl }: Emulator, login: string): Promise<string> {
  await page.getByRole("button", { name: `Test connection of ${login} on ${webUrl}` }).click();
  const result = page.getByRole("region", { name: `What ${login}'s token can do` });
  await result.waitFor();
  return (await result.innerText()).replaceAll(/\s+/g, " ");
}

describe("several accounts of a host", () => {
  test("take turns: the one that is chosen acts, on the page too", async ({ emulator, tab }) => {
    await tab.signInOnOptions("alice");
    await tab.signInOnOptions("bob");
    const host = tab.page.getByRole("region", { name: emulator.webUrl });
    await expect.poll(() => host.getByRole("listitem").count()).toBe(2);
    await expect.poll(() => host.getByRole("radio", { name: "bob" }).isChecked()).toBe(true);
    await host.getByRole("radio", { name: "alice" }).check();
    await expect
      .poll(() => tab.page.getByRole("status").innerText())
      .toBe(`Forgehand acts as alice on ${emulator.webUrl}.`);
    await tab.openRepository();
    await expect.poll(() => tab.page.locator("forgehand-overlay .who").innerText()).toBe("alice");
  });

  test("are there in another tab at once", async ({ browser, emulator, tab }) => {
    await tab.signInOnOptions("alice");
    const other = await browser.context.newPage();
    await other.goto(browser.optionsUrl);
    await tab.signInOnOptions("bob");
    await other.getByRole("region", { name: emulator.webUrl }).getByText("bob").waitFor();
  });

  test("a new token for one takes the old one's place", async ({ emulator, tab }) => {
    await tab.signInOnOptions("bob");
    const fresh = emulator.control.createToken("fresh", {
      kind: "classic",
      user: "bob",
      scopes: ["repo"],
      expires: "+5d",
    });
    const { page } = tab;
    const host = page.getByRole("region", { name: emulator.webUrl });
    await host.getByRole("button", { name: "New token for bob" }).click();
    await expect.poll(() => page.getByLabel("Host", { exact: true }).inputValue()).toBe(emulator.webUrl);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("token");
    await page.keyboard.type(fresh);
    await page.keyboard.press("Enter");
    await host.getByText("expires in 5 days").waitFor();
    await expect.poll(() => host.getByRole("listitem").count()).toBe(1);
  });
});

describe("testing an account", () => {
  test("tells what the token could do beside, where that is more than is needed", async ({ emulator, tab }) => {
    await tab.signInOnOptions("alice");
    const said = await testOf(tab.page, emulator, "alice");
    expect(said).toContain("It can do more than Forgehand needs: administer organizations, give and take paid seats,");
  });

  test("tells login, kind, end, scopes, and what will work", async ({ emulator, tab }) => {
    await tab.signInOnOptions("bob");
    const said = await testOf(tab.page, emulator, "bob");
    expect(said).toContain("Login bob Kind classic token Expiry never expires Scopes repo");
    expect(said).toMatch(
      /Star works .*Watch works .*Review requests works Only in repositories that you may push to\./,
    );
    expect(said).toContain("The token lacks the scope read:org.");
    expect(emulator.control.calls().every(({ method }) => method === "GET")).toBe(true);
  });

  test("tells of a fine-grained token what harmless reads show, and what nothing shows", async ({ emulator, tab }) => {
    await tab.signInOnOptions("alice-fine-grained");
    const said = await testOf(tab.page, emulator, "alice");
    expect(said).toContain("Kind fine-grained token");
    expect(said).toContain("Watch won't work The forge refuses this for this kind of token (fine-grained token).");
    expect(said).toContain("Star won't work The token lacks the permission “Starring” (write).");
    expect(said).toContain("Review requests unknown It takes the permission “Pull requests” (write)");
  });

  test("says when the token was revoked meanwhile", async ({ emulator, tab }) => {
    const token = emulator.control.createToken("brief", { kind: "classic", user: "carol", scopes: ["repo"] });
    await tab.signInOnOptions(token);
    emulator.control.revokeToken(token);
    await tab.button(`Test connection of carol on ${emulator.webUrl}`).click();
    await expect.poll(() => tab.alert().innerText()).toContain("wrong, expired or revoked");
  });

  const it = browserTest({ dialect: "svc" });

  it("tells the same in the neutral dialect", async ({ emulator, tab }) => {
    await tab.signInOnOptions("bob");
    expect(await testOf(tab.page, emulator, "bob")).toContain("Kind classic token Expiry never expires Scopes repo");
  });
});

test("an account whose permission was taken back says so, and gets it again", async ({ browser, emulator, tab }) => {
  await tab.signInOnOptions("alice");
  const other = await browser.context.newPage();
  await other.goto(`${emulator.webUrl}/acme/widgets`);
  await other.locator("forgehand-overlay .who").waitFor();
  // As in the browser's settings, but so that it needs no prompt to have it again: nobody could answer one here.
  await tab.page.evaluate(`chrome.permissions.remove({ origins: ["http://127.0.0.1/*"] })`);
  const host = tab.page.getByRole("region", { name: emulator.webUrl });
  await host.getByText("The browser no longer lets Forgehand work").waitFor();
  expect(await host.getByRole("button", { name: "Test connection" }).count()).toBe(0);
  await other.reload();
  await tab.settle(other);
  expect(await other.locator("forgehand-overlay").count()).toBe(0);
  await host.getByRole("button", { name: "Grant again" }).click();
  await host.getByRole("button", { name: "Test connection" }).waitFor();
  // The tab that was open gets its overlay without being loaded again.
  await other.locator("forgehand-overlay .who").waitFor();
});

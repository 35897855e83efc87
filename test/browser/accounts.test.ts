import type { Emulator } from "@forgehand/emulator";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { axeViolations, takeScreenshots } from "./lists.fixture.ts";
import { browserTest, test } from "./session.ts";

/** Tests an account's connection and returns the report's text. */
async function testConnection(page: Page, { webUrl }: Emulator, login: string): Promise<string> {
  await page.getByRole("button", { name: `Test connection of ${login} on ${webUrl}` }).click();
  const result = page.getByRole("region", { name: `Permissions of ${login}'s token` });
  await result.waitFor();
  return (await result.innerText()).replaceAll(/\s+/g, " ");
}

describe("the extension with several accounts of a host", () => {
  test("acts as the selected account, on pages too", async ({ emulator, tab }) => {
    await tab.signInOnOptions("alice");
    await tab.signInOnOptions("bob");
    const host = tab.page.getByRole("region", { name: emulator.webUrl });
    await expect.poll(() => host.getByRole("listitem").count()).toBe(2);
    await expect.poll(() => host.getByRole("radio", { name: "bob" }).isChecked()).toBe(true);
    await host.getByRole("radio", { name: "alice" }).check();
    await expect
      .poll(() => tab.page.getByRole("status").innerText())
      .toBe(`Forgehand is now using alice on ${emulator.webUrl}.`);
    await tab.openRepository();
    await expect.poll(() => tab.page.locator("forgehand-overlay .who").innerText()).toBe("alice");
  });

  test("shows a new account in other tabs immediately", async ({ browser, emulator, tab }) => {
    await tab.signInOnOptions("alice");
    const other = await browser.context.newPage();
    await other.goto(browser.optionsUrl);
    await tab.signInOnOptions("bob");
    await other.getByRole("region", { name: emulator.webUrl }).getByText("bob").waitFor();
  });

  test("replaces an account's token", async ({ emulator, tab }) => {
    await tab.signInOnOptions("bob");
    const newToken = emulator.control.createToken("fresh", {
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
    await page.keyboard.type(newToken);
    await page.keyboard.press("Enter");
    await host.getByText("Expires in 5 days").waitFor();
    await expect.poll(() => host.getByRole("listitem").count()).toBe(1);
  });
});

test("asks before a fine-grained token replaces a classic one, and says what would be lost", async ({
  emulator,
  tab,
}) => {
  await tab.signInOnOptions("alice");
  const { page } = tab;
  const host = page.getByRole("region", { name: emulator.webUrl });
  const addFineGrained = async () => {
    await page.getByLabel("Host", { exact: true }).fill(emulator.webUrl);
    await page.getByLabel("Token", { exact: true }).fill(emulator.tokens["alice-fine-grained"] ?? "");
    await tab.button("Save").click();
  };
  await addFineGrained();
  const question = page.getByRole("group", { name: "alice already has another type of token (Classic token)." });
  await question.getByText("Watch, Lists of starred and watched repositories, and Bulk actions").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Keep current token");
  expect(await axeViolations(page)).toEqual([]);
  await takeScreenshots(page, "replace-token");
  await page.keyboard.press("Enter");
  await page.getByText("The token of alice was kept.").waitFor();
  await host.getByText("Classic token").waitFor();
  expect(await page.getByLabel("Token", { exact: true }).inputValue()).toBe("");
  await addFineGrained();
  await tab.button("Replace token").click();
  await host.getByText("Fine-grained token").waitFor();
  await expect.poll(() => host.getByRole("listitem").count()).toBe(1);
});

describe("testing an account", () => {
  test("lists excess rights of the token", async ({ emulator, tab }) => {
    await tab.signInOnOptions("alice");
    const report = await testConnection(tab.page, emulator, "alice");
    expect(report).toContain(
      "This token can do more than Forgehand needs: administer organizations, manage Copilot seats,",
    );
  });

  test("shows login, kind, expiry, scopes and what will work", async ({ emulator, tab }) => {
    await tab.signInOnOptions("bob");
    const report = await testConnection(tab.page, emulator, "bob");
    expect(report).toContain("Username bob Type Classic token Expiration Never expires Scopes repo");
    expect(report).toMatch(
      /Star Works .*Watch Works .*Review requests Works Only in repositories that you can push to\./,
    );
    expect(report).not.toContain("The token lacks");
    expect(emulator.control.calls().every(({ method }) => method === "GET")).toBe(true);
  });

  test("shows what read-only calls reveal about a fine-grained token", async ({ emulator, tab }) => {
    await tab.signInOnOptions("alice-fine-grained");
    const report = await testConnection(tab.page, emulator, "alice");
    expect(report).toContain("Type Fine-grained token");
    expect(report).toContain(
      "Watch Doesn't work GitHub doesn't allow this with this type of token (Fine-grained token).",
    );
    expect(report).toContain("Star Doesn't work The token lacks the “Starring” permission (read and write).");
    expect(report).toContain("Review requests Unknown Requires the “Pull requests” permission (read and write)");
  });

  test("reports a revoked token", async ({ emulator, tab }) => {
    const token = emulator.control.createToken("brief", { kind: "classic", user: "carol", scopes: ["repo"] });
    await tab.signInOnOptions(token);
    emulator.control.revokeToken(token);
    await tab.button(`Test connection of carol on ${emulator.webUrl}`).click();
    await expect.poll(() => tab.alert().innerText()).toContain("wrong, expired, or revoked");
  });

  const it = browserTest({ dialect: "svc" });

  it("shows the same report in the neutral dialect", async ({ emulator, tab }) => {
    await tab.signInOnOptions("bob");
    expect(await testConnection(tab.page, emulator, "bob")).toContain(
      "Type Classic token Expiration Never expires Scopes repo",
    );
  });
});

test("reports a revoked host permission, and requests it again", async ({ browser, emulator, tab }) => {
  await tab.signInOnOptions("alice");
  const other = await browser.context.newPage();
  await other.goto(`${emulator.webUrl}/acme/widgets`);
  await other.locator("forgehand-overlay .who").waitFor();
  // As in the browser's settings. Granting it again needs no prompt, which a headless browser could not show.
  await tab.page.evaluate(`chrome.permissions.remove({ origins: ["http://127.0.0.1/*"] })`);
  const host = tab.page.getByRole("region", { name: emulator.webUrl });
  await host.getByText("The browser no longer allows Forgehand to access").waitFor();
  expect(await host.getByRole("button", { name: "Test connection" }).count()).toBe(0);
  await other.reload();
  await tab.settle(other);
  expect(await other.locator("forgehand-overlay").count()).toBe(0);
  await host.getByRole("button", { name: "Grant access" }).click();
  await host.getByRole("button", { name: "Test connection" }).waitFor();
  // The open tab gets its overlay without a reload.
  await other.locator("forgehand-overlay .who").waitFor();
});

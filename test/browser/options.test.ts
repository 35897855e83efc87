import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect } from "vitest";
import { saveAccount } from "./chromium.ts";
import { browserTest, test } from "./session.ts";

/** Reads the HTML of the page and of all shadow roots in it, with the values of its fields. */
function readAllHtml(): string {
  const read = (root: Document | ShadowRoot): string[] =>
    [...root.querySelectorAll("*")].flatMap((element) => [
      ...(element instanceof HTMLInputElement ? [element.value] : []),
      ...(element.shadowRoot ? [element.shadowRoot.innerHTML, ...read(element.shadowRoot)] : []),
    ]);
  return [document.documentElement.outerHTML, ...read(document)].join("\n");
}

describe("the options page", () => {
  test("shows the user of the entered token", async ({ emulator, tab }) => {
    expect(await tab.signInOnOptions("bob")).toBe(`Forgehand is now using bob on ${emulator.webUrl}.`);
    await tab.openRepository();
    await expect.poll(() => tab.page.locator("forgehand-overlay .who").innerText()).toBe("bob");
  });

  test("does not store an invalid token", async ({ emulator, tab }) => {
    expect(await tab.signInOnOptions("ghp_wrong")).toContain("Not saved.");
    await expect.poll(() => tab.alert().innerText()).toContain("The token is wrong, expired or revoked");
    expect(await tab.button(`Remove alice on ${emulator.webUrl}`).count()).toBe(0);
    await tab.openRepository();
    await tab.settle();
    expect(await tab.page.locator("forgehand-overlay").count()).toBe(0);
  });

  test("does not replace a working token with an invalid one", async ({ tab }) => {
    await tab.signInOnOptions("alice");
    await tab.signInOnOptions("ghp_wrong");
    await tab.openRepository();
    await expect.poll(() => tab.page.locator("forgehand-overlay .who").innerText()).toBe("alice");
  });

  test("explains an API address that returns a web page", async ({ tab }) => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><p>Welcome");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    await tab.openOptions();
    const host = `http://127.0.0.1:${port}`;
    const message = await saveAccount(tab.page, { host, token: "ghp_x", api: host });
    expect(message).toContain("a web page instead of JSON");
    expect(message).toContain(`${host}/api/v3`);
    server.close();
  });

  test("rejects plain HTTP unless the user allows it for that host", async ({ browser, emulator, tab }) => {
    const host = "http://forge.example.com";
    const token = emulator.tokens["alice"] ?? "";
    const sent: string[] = [];
    // The emulator serves the unencrypted host.
    await browser.context.route(`${host}/**`, async (route) => {
      sent.push(route.request().url());
      const url = route.request().url().replace(host, emulator.webUrl);
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    const { page } = tab;
    const anyBox = page.getByRole("checkbox", { name: "Allow http://" });
    const box = page.getByRole("checkbox", {
      name: "Allow http:// without encryption for forge.example.com",
      exact: true,
    });
    await tab.openOptions();
    expect(await box.count()).toBe(0);
    expect(await saveAccount(page, { host, token })).toContain("Anyone on the network could read your token");
    await expect.poll(() => box.isChecked()).toBe(false);
    expect(await page.getByText("can read your token, act as you and change what you see").count()).toBe(1);
    // The permission is for one host: another address is not allowed by it.
    await box.check();
    await page.getByLabel("Host", { exact: true }).fill(`${host}:8080`);
    expect(await anyBox.isChecked()).toBe(false);
    await page.getByLabel("Host", { exact: true }).fill("https://forge.example.com");
    await expect.poll(() => anyBox.count()).toBe(0);
    await page.getByLabel("Host", { exact: true }).fill("http://github.com");
    expect(await anyBox.count()).toBe(0);
    expect(sent).toEqual([]);

    await browser.grantHost(`${host}/*`);
    await page.getByLabel("Host", { exact: true }).fill(host);
    await box.check();
    await page.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => page.getByRole("status").innerText()).toBe(`Forgehand is now using alice on ${host}.`);
    await page.goto(`${host}/acme/widgets`);
    await tab.star(false).click();
    await tab.star(true).waitFor();
    expect(sent.length).toBeGreaterThan(2);
  });

  test("rejects a missing token and an invalid address", async ({ tab }) => {
    await tab.openOptions();
    expect(await saveAccount(tab.page, { host: "https://forge.example.com", token: "" })).toContain("token is missing");
    await tab.openOptions();
    expect(await saveAccount(tab.page, { host: "not an address", token: "ghp_x" })).toContain(
      "That isn't a valid address",
    );
  });

  test("removes an account and its overlay", async ({ emulator, tab }) => {
    await tab.signInOnOptions("alice");
    await tab.button(`Remove alice on ${emulator.webUrl}`).click();
    await tab.button("Cancel").click();
    await tab.button(`Remove alice on ${emulator.webUrl}`).click();
    await tab.button("Remove account").click();
    await expect.poll(() => tab.page.getByRole("status").innerText()).toContain("were removed");
    await tab.openRepository();
    await tab.settle();
    expect(await tab.page.locator("forgehand-overlay").count()).toBe(0);
  });

  test("never exposes the token to a page or its scripts", async ({ emulator, tab }) => {
    const { page } = tab;
    const token = emulator.tokens["alice"] ?? "";
    const expectNoToken = async (...shown: readonly string[]) => {
      const html = await page.evaluate(readAllHtml);
      for (const text of shown) expect(html).toContain(text);
      expect(html).not.toContain(token);
    };
    await tab.signInOnOptions("alice");
    await tab.openRepository();
    await tab.button("Star").waitFor();
    await expectNoToken("forgehand-overlay", "alice");
    await page.goto(`${emulator.webUrl}/search?q=acme`);
    const row = page.getByRole("group", { name: "Forgehand: acme/widgets", exact: true });
    await row.getByRole("button", { name: "Star", exact: true }).click();
    await row.getByRole("button", { name: "Unstar" }).waitFor();
    await expectNoToken("forgehand-row", "Unstar");
    await tab.openPullRequest();
    const field = page.getByRole("combobox", { name: "Add reviewers" });
    await field.click();
    await page.getByRole("option", { name: "carol" }).waitFor();
    await expectNoToken("carol", "Add reviewers");
    emulator.control.revokeToken(token);
    await tab.openRepository();
    await expect.poll(() => tab.alert("Star").innerText()).toContain("GitHub rejected the token");
    await expectNoToken("GitHub rejected the token");
    await page.goto(`${emulator.webUrl}/search?q=acme`);
    await row.waitFor();
    await expect.poll(() => page.evaluate(readAllHtml)).toContain("GitHub rejected the token");
    await expectNoToken("forgehand-row");
  });
});

describe("the form", () => {
  test("hides the token from view, autofill and password managers, and clears it after saving", async ({
    emulator,
    tab,
  }) => {
    await tab.openOptions();
    const field = tab.page.getByLabel("Token", { exact: true });
    const names = ["type", "autocomplete", "data-1p-ignore", "data-bwignore", "data-lpignore", "data-form-type"];
    const attributes = await Promise.all(names.map((name) => field.getAttribute(name)));
    expect(attributes).toEqual(["password", "off", expect.anything(), "true", "true", "other"]);
    await saveAccount(tab.page, { host: emulator.webUrl, token: emulator.tokens["alice"] ?? "" });
    await expect.poll(() => field.inputValue()).toBe("");
    expect(await tab.page.content()).not.toContain(emulator.tokens["alice"]);
  });

  test("reduces the pasted link of a pull request to its host, and says so", async ({ emulator, tab }) => {
    await tab.openOptions();
    const host = `${emulator.webUrl}/acme/widgets/pull/1`;
    await tab.page.getByLabel("Host", { exact: true }).fill(host);
    await tab.page.getByText(`Only the host is used: ${emulator.webUrl}`, { exact: true }).waitFor();
    const message = await saveAccount(tab.page, { host, token: emulator.tokens["alice"] ?? "" });
    expect(message).toContain(`alice on ${emulator.webUrl}`);
  });

  test("rejects the token of an app installation", async ({ tab }) => {
    expect(await tab.signInOnOptions("acme-installation")).toContain("doesn't belong to a user");
  });

  test("pre-fills the service's page for a new token with the minimum permissions", async ({ emulator, tab }) => {
    await tab.openOptions();
    const { page } = tab;
    const isOpen = await page.locator("details.token-help").getAttribute("open");
    if (isOpen === null) await page.getByText("Create a token").click();
    const link = page.getByRole("link", { name: "Create this token on" });
    await expect
      .poll(() => link.getAttribute("href"))
      .toBe("https://github.com/settings/tokens/new?scopes=repo&description=Forgehand");
    await page.getByLabel("Host", { exact: true }).fill(emulator.webUrl);
    await page.getByLabel("Public repositories only").check();
    await page.getByLabel("Include my organizations' repositories in lists").check();
    const classic = `${emulator.webUrl}/settings/tokens/new?scopes=public_repo%2Cnotifications%2Cread%3Aorg&description=Forgehand`;
    await expect.poll(() => link.getAttribute("href")).toBe(classic);
    await expect
      .poll(() => page.locator(".able li").nth(1).innerText())
      .toMatch(/Watch\s+Partly works\s+Public repositories only\. For private ones, the token lacks the repo scope/);
    await page.getByLabel("Fine-grained token").check();
    await expect.poll(() => link.getAttribute("href")).toContain("/settings/personal-access-tokens/new?name=Forgehand");
    await expect.poll(() => link.getAttribute("href")).toContain("starring=write");
    await expect
      .poll(() => page.locator(".able li").nth(1).innerText())
      .toMatch(/Watch\s+Doesn't work\s+GitHub doesn't allow this/);
  });
});

describe("the neutral dialect", () => {
  const it = browserTest({ dialect: "svc" });

  it("has the same controls", async ({ emulator, tab }) => {
    // The token's prefix identifies the API's dialect.
    expect(await tab.signInOnOptions("alice")).toContain("is now using alice");
    await tab.openRepository();
    await tab.button("Star").click();
    await tab.button("Unstar").waitFor();
    expect(emulator.tokens["alice"]).toMatch(/^svcp_/);
  });
});

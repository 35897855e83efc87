import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect } from "vitest";
import { saveAccount } from "./chromium.ts";
import { test } from "./session.ts";

describe("the options page", () => {
  test("says whose token it was given", async ({ emulator, tab }) => {
    expect(await tab.signIn("bob")).toBe(`Forgehand acts as bob on ${emulator.webUrl}.`);
    await tab.openRepository();
    await expect.poll(() => tab.page.locator("forgehand-overlay .who").innerText()).toBe("bob");
  });

  test("keeps nothing of a wrong token", async ({ emulator, tab }) => {
    expect(await tab.signIn("ghp_wrong")).toContain("Not saved.");
    expect(await tab.alert().innerText()).toContain("The token is wrong, expired or revoked");
    expect(await tab.button(`Remove alice on ${emulator.webUrl}`).count()).toBe(0);
    await tab.openRepository();
    await tab.page.waitForLoadState("networkidle");
    expect(await tab.page.locator("forgehand-overlay").count()).toBe(0);
  });

  test("a wrong token does not replace one that works", async ({ tab }) => {
    await tab.signIn("alice");
    await tab.signIn("ghp_wrong");
    await tab.openRepository();
    await expect.poll(() => tab.page.locator("forgehand-overlay .who").innerText()).toBe("alice");
  });

  test("explains a host whose API address answers with a web page", async ({ tab }) => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><p>Welcome");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    await tab.openOptions();
    const host = `http://127.0.0.1:${port}`;
    const said = await saveAccount(tab.page, { host, token: "ghp_x", api: host });
    expect(said).toContain("answered 200 with a web page, not with JSON");
    expect(said).toContain(`${host}/api/v3`);
    server.close();
  });

  test("refuses an open line, a missing token and an address that is none", async ({ tab }) => {
    await tab.openOptions();
    expect(await saveAccount(tab.page, { host: "http://forge.example.com", token: "ghp_x" })).toContain("https://");
    await tab.openOptions();
    expect(await saveAccount(tab.page, { host: "https://forge.example.com", token: "" })).toContain("token is missing");
    await tab.openOptions();
    expect(await saveAccount(tab.page, { host: "not an address", token: "ghp_x" })).toContain("That is no address");
  });

  test("removes an account and its overlay", async ({ emulator, tab }) => {
    await tab.signIn("alice");
    await tab.button(`Remove alice on ${emulator.webUrl}`).click();
    await expect.poll(() => tab.page.getByRole("status").innerText()).toContain("are gone");
    await tab.openRepository();
    await tab.page.waitForLoadState("networkidle");
    expect(await tab.page.locator("forgehand-overlay").count()).toBe(0);
  });

  test("the token never reaches a page or its scripts", async ({ emulator, tab }) => {
    await tab.signIn("alice");
    await tab.openRepository();
    await tab.button("Star").waitFor();
    expect(await tab.page.content()).not.toContain(emulator.tokens["alice"]);
    const overlay = await tab.page.locator("forgehand-overlay section").innerHTML();
    expect(overlay).not.toContain(emulator.tokens["alice"]);
  });
});

describe("in the neutral dialect", () => {
  const it = test.override({ emulatorOptions: { dialect: "svc" } });

  it("the controls work alike", async ({ emulator, tab }) => {
    expect(await tab.signIn("alice", { dialect: "svc" })).toContain("acts as alice");
    await tab.openRepository();
    await tab.button("Star").click();
    await tab.button("Unstar").waitFor();
    expect(emulator.tokens["alice"]).toMatch(/^svcp_/);
  });
});

import { describe } from "vitest";
import { startReceiver } from "../../deliveries/receiver.fixture.ts";
import { startEmulator } from "../../emulator.ts";
import type { Emulator } from "../../public.ts";
import { requestJson, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest, test } from "../../vitest.ts";

const fetchPage = async (url: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url, { headers, redirect: "manual" });
  return { status: response.status, headers: response.headers, html: await response.text() };
};

const openStartPage = ({ startUrl }: Emulator) => fetchPage(startUrl);

describe("the start page", () => {
  test("shows the emulator's options, users with their tokens, repositories and webhooks", async ({
    emulator,
    expect,
  }) => {
    const { html } = await openStartPage(emulator);
    const shown = [emulator.apiUrl, "alice", "acme, owner", "acme/widgets", "acme/gears", "in memory, lost on exit"];
    for (const text of [...shown, ...Object.values(emulator.tokens)]) expect(html).toContain(text);
    expect(html).toContain("classic: repo");
    expect(html).toContain(
      `curl -H &quot;Authorization: Bearer ${emulator.tokens["alice"]}&quot; ${emulator.apiUrl}/user`,
    );
    expect(html).toContain("enable it with <code>--control</code>");
    expect(html).not.toContain("/_control/clock");
  });

  test("shows apps with the ids that they authenticate with, but not their keys", async ({ emulator, expect }) => {
    const privateKey = await emulator.control.createAppKey("forgehand-demo");
    const { html } = await openStartPage(emulator);
    const shown = ["forgehand-demo[bot]", "Iv1.forgehand-demo"];
    for (const text of shown) expect(html).toContain(text);
    expect(html).toMatch(/<code id="app-forgehand-demo">1<\/code>/);
    expect(html).toMatch(/<div>acme\s*<div class="line"><code id="installation-1">1<\/code>/);
    expect(html).not.toContain(privateKey.split("\n")[1]);
  });

  test("marks revoked and expired tokens", async ({ emulator, expect }) => {
    emulator.control.revokeToken(emulator.tokens["bob"] ?? "");
    emulator.control.createToken("short", { kind: "classic", user: "carol", scopes: ["repo"], expires: "+1h" });
    emulator.control.clock.advance(7200);
    const { html } = await openStartPage(emulator);
    expect(html).toContain('<span class="bad">revoked</span>');
    expect(html).toMatch(/<span class="bad">expired <time/);
    expect(html).toContain("(2 hours ahead of this machine's)");
  });

  test("shows webhooks with their latest deliveries, newest first, and links to the records", async ({
    emulator,
    expect,
  }) => {
    await using receiver = await startReceiver();
    emulator.control.allowHookHost(receiver.host);
    const config = { url: `${receiver.url}hidden?key=1`, content_type: "json" };
    const created = await requestJson(emulator, "POST /repos/acme/gears/hooks", { config, events: ["star"] });
    expect(created.status).toBe(201);
    await sendRequest(emulator, "PUT /user/starred/acme/gears", "bob");
    await emulator.control.settled();
    const { html } = await openStartPage(emulator);
    expect(html).toContain(`${receiver.url}hidden?key=1`);
    expect(html).toMatch(/200 OK[\s\S]+star\.created[\s\S]+200 OK[\s\S]+ping/);
    const [, record = ""] = /<a[^>]+href="([^"]+\/deliveries\/\d+)"/.exec(html) ?? [];
    expect((await sendRequest(emulator, `GET ${record}`, "alice")).body).toMatchObject({
      event: "star",
      action: "created",
    });
  });

  describe("with HTML in values", () => {
    const users = { eve: { name: '<script>alert("x")</script>' } };
    const repositories = { "eve/trap": { description: "</td><img src=x onerror=alert(1)>" } };
    const test = emulatorTest({ seed: { users, repositories } });
    test("escapes them", async ({ emulator, expect }) => {
      const { html } = await openStartPage(emulator);
      expect(html).toContain("&lt;script&gt;alert");
      expect(html).not.toMatch(/<script>|<img src=x/);
    });
  });

  describe("of an empty emulator", () => {
    const test = emulatorTest({ seed: "empty", limits: "published", edition: "self-hosted", control: true });
    test("explains how to add data and lists the control API", async ({ emulator, expect }) => {
      const { html } = await openStartPage(emulator);
      for (const text of ["There are no users.", "/user/repos", "/repos/{owner}/{repo}/hooks"])
        expect(html).toContain(text);
      for (const text of ["empty", "published", "self-hosted", "for this machine only"]) expect(html).toContain(text);
      expect(html).toContain("POST /_control/clock");
      expect(html).toContain(`Authorization: Bearer ${emulator.controlToken}`);
      expect(html).toContain(`curl ${emulator.apiUrl}/versions`);
    });
  });

  describe("with 10,000 users", () => {
    const users = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`user-${index}`, {}]));
    const tokens = { last: { kind: "classic", user: "user-9999", scopes: ["repo"] } };
    const test = emulatorTest({ seed: { users, tokens } });
    test("shows 50 users, those with tokens first, and the number of the others", async ({ emulator, expect }) => {
      const { html } = await openStartPage(emulator);
      expect(html).toContain("The first 50 of 10,000 users; 9,950 more.");
      expect([...html.matchAll(/class="face"/g)]).toHaveLength(50);
      expect(html).toContain("user-9999");
      expect(html).toContain("user-48");
      expect(html).not.toContain("user-49");
      expect(html.length).toBeLessThan(60_000);
    });
  });
});

describe("tokens on the start page", () => {
  const test = emulatorTest({ control: "anyone", log: () => undefined });
  const findSecrets = ({ tokens, controlToken }: Emulator, html: string) =>
    // Other private data is hidden too.
    [...Object.values(tokens), controlToken, "acme/gears", "demo-hook-secret"].filter((text) => html.includes(text));

  test("are hidden without the start key, on this machine and through proxies", async ({ emulator, expect }) => {
    for (const headers of [{}, { origin: emulator.webUrl }, { "x-forwarded-for": "192.0.2.1" }]) {
      const { html } = await fetchPage(`${emulator.webUrl}/`, headers);
      expect(findSecrets(emulator, html)).toEqual([]);
      for (const text of ["alice", "acme/widgets", "startUrl", "$CONTROL_TOKEN"]) expect(html).toContain(text);
    }
    const key = new URL(emulator.startUrl).pathname.split("/").at(-1) ?? "";
    expect(key).toMatch(/^start_[\w-]{32}$/);
    for (const path of [
      `_start/${key}x`,
      `_start/${key.slice(1)}`,
      "_start/",
      "_start",
      `?key=${key}`,
      `_start?${key}`,
    ]) {
      const { status, headers, html } = await fetchPage(`${emulator.webUrl}/${path}`);
      expect([path, status, headers.getSetCookie()]).toEqual([path, path.startsWith("?") ? 200 : 404, []]);
      expect(findSecrets(emulator, html)).toEqual([]);
    }
  });

  test("are shown at the address with the key, without a cookie", async ({ emulator, expect }) => {
    const { startUrl, tokens } = emulator;
    const { status, html, headers } = await openStartPage(emulator);
    expect([status, headers.getSetCookie()]).toEqual([200, []]);
    for (const token of Object.values(tokens)) expect(html).toContain(token);
    expect(html).not.toContain(new URL(startUrl).pathname);
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("content-security-policy")).not.toContain("unsafe");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("access-control-allow-origin")).toBeNull();
    // Having opened it changes nothing for other requests.
    expect(findSecrets(emulator, (await fetchPage(`${emulator.webUrl}/`)).html)).toEqual([]);
  });

  test("are not shown by another emulator's key", async ({ emulator, expect }) => {
    const other = await startEmulator();
    await other.stop();
    const { status, html } = await fetchPage(emulator.webUrl + new URL(other.startUrl).pathname);
    expect(status).toBe(404);
    expect(findSecrets(emulator, html)).toEqual([]);
  });
});

test("serves the page's assets", async ({ emulator, expect }) => {
  const { html } = await openStartPage(emulator);
  expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/);
  for (const [pattern, type, content] of [
    [/"(\/_assets\/site-\w+\.js)"/, "text/javascript", "[data-copies]"],
    [/"(\/_assets\/start\.css)"/, "text/css", ".start"],
  ] as const) {
    const file = await fetch(emulator.webUrl + (pattern.exec(html)?.[1] ?? "/missing"));
    expect(file.headers.get("content-type")).toContain(type);
    expect(await file.text()).toContain(content);
  }
});

import { get } from "node:http";
import { test as baseTest, describe, expect } from "vitest";
import { startReceiver } from "../../deliveries/receiver.fixture.ts";
import { startEmulator } from "../../emulator.ts";
import { requestJson, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest, test } from "../../vitest.ts";

const fetchPage = async (webUrl: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${webUrl}/`, { headers });
  return { headers: response.headers, html: await response.text() };
};

/** Fetches the page with another Host header, which fetch does not allow. */
function fetchUnderHost(webUrl: string, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(webUrl, { headers: { host } }, async (response) => {
      let text = "";
      for await (const chunk of response.setEncoding("utf8")) text += chunk;
      resolve(text);
    }).on("error", reject);
  });
}

describe("the page at /", () => {
  test("shows the emulator's options, users with their tokens, repositories and webhooks", async ({
    emulator,
    expect,
  }) => {
    const { html } = await fetchPage(emulator.webUrl);
    const shown = [emulator.apiUrl, "alice", "acme, owner", "acme/widgets", "acme/gears", "in memory, lost on exit"];
    for (const text of [...shown, ...Object.values(emulator.tokens)]) expect(html).toContain(text);
    expect(html).toContain("classic: repo");
    expect(html).toContain(
      `curl -H &quot;Authorization: Bearer ${emulator.tokens["alice"]}&quot; ${emulator.apiUrl}/user`,
    );
    expect(html).toContain("enable it with <code>--control</code>");
    expect(html).not.toContain("/_control/clock");
  });

  test("marks revoked and expired tokens", async ({ emulator, expect }) => {
    emulator.control.revokeToken(emulator.tokens["bob"] ?? "");
    emulator.control.createToken("short", { kind: "classic", user: "carol", scopes: ["repo"], expires: "+1h" });
    emulator.control.clock.advance(7200);
    const { html } = await fetchPage(emulator.webUrl);
    expect(html).toContain('<span class="bad">revoked</span>');
    expect(html).toMatch(/<span class="bad">expired <time/);
    expect(html).toContain("(2 hours ahead of this machine's)");
  });

  test("shows webhooks with their latest deliveries, newest first, and links to the records", async ({
    emulator,
    expect,
  }) => {
    await using receiver = await startReceiver();
    const config = { url: `${receiver.url}hidden?key=1`, content_type: "json" };
    const created = await requestJson(emulator, "POST /repos/acme/gears/hooks", { config, events: ["star"] });
    expect(created.status).toBe(201);
    await sendRequest(emulator, "PUT /user/starred/acme/gears", "bob");
    await emulator.control.settled();
    const { html } = await fetchPage(emulator.webUrl);
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
      const { html } = await fetchPage(emulator.webUrl);
      expect(html).toContain("&lt;script&gt;alert");
      expect(html).not.toMatch(/<script>|<img src=x/);
    });
  });

  describe("of an empty emulator", () => {
    const test = emulatorTest({ seed: "empty", limits: "published", edition: "self-hosted", control: true });
    test("explains how to add data and lists the control API", async ({ emulator, expect }) => {
      const { html } = await fetchPage(emulator.webUrl);
      for (const text of ["There are no users.", "/user/repos", "/repos/{owner}/{repo}/hooks"])
        expect(html).toContain(text);
      for (const text of ["empty", "published", "self-hosted", "for this machine only"]) expect(html).toContain(text);
      expect(html).toContain("POST /_control/clock");
      expect(html).toContain(`curl ${emulator.apiUrl}/versions`);
    });
  });

  describe("with 10,000 users", () => {
    const users = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`user-${index}`, {}]));
    const tokens = { last: { kind: "classic", user: "user-9999", scopes: ["repo"] } };
    const test = emulatorTest({ seed: { users, tokens } });
    test("shows 50 users, those with tokens first, and the number of the others", async ({ emulator, expect }) => {
      const { html } = await fetchPage(emulator.webUrl);
      expect(html).toContain("The first 50 of 10,000 users; 9,950 more.");
      expect([...html.matchAll(/class="face"/g)]).toHaveLength(50);
      expect(html).toContain("user-9999");
      expect(html).toContain("user-48");
      expect(html).not.toContain("user-49");
      expect(html.length).toBeLessThan(60_000);
    });
  });
});

describe("tokens on the page at /", () => {
  const expectHidden = (html: string, tokens: Readonly<Record<string, string>>) => {
    for (const token of Object.values(tokens)) expect(html).not.toContain(token);
    // Other private data is hidden too.
    expect(html).not.toContain("acme/gears");
    expect(html).toContain("alice");
    expect(html).toContain("acme/widgets");
  };

  test("are hidden from pages of other origins", async ({ emulator, expect }) => {
    const { headers } = await fetchPage(emulator.webUrl);
    expect(headers.get("access-control-allow-origin")).toBeNull();
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("content-security-policy")).not.toContain("unsafe");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("cache-control")).toBe("no-store");
    const crossOrigin = await fetchPage(emulator.webUrl, { origin: "https://evil.test" });
    expectHidden(crossOrigin.html, emulator.tokens);
    expect(crossOrigin.html).toContain("Another site's page");
    const own = await fetchPage(emulator.webUrl, { origin: emulator.webUrl });
    expect(own.html).toContain(emulator.tokens["alice"]);
  });

  test("are hidden under host names that another site could point here", async ({ emulator }) => {
    const html = await fetchUnderHost(emulator.webUrl, "evil.test");
    expectHidden(html, emulator.tokens);
    expect(html).toContain("not under\n");
    // LocalHost always resolves to this machine, so it cannot be used for DNS rebinding.
    const own = await fetchUnderHost(emulator.webUrl, `LocalHost:${new URL(emulator.webUrl).port}`);
    expect(own).toContain(emulator.tokens["alice"]);
    expect(html).toContain(`<a href="${emulator.webUrl}/">`);
  });

  test("are hidden behind a proxy, where every client looks local", async ({ emulator }) => {
    for (const name of ["x-forwarded-for", "forwarded", "via"]) {
      const { html } = await fetchPage(emulator.webUrl, { [name]: "192.0.2.1" });
      expectHidden(html, emulator.tokens);
      expect(html).toContain("on the emulator's own machine");
    }
  });

  baseTest("are shown to everyone if the control API is open to everyone", async () => {
    const emulator = await startEmulator({ control: "anyone" });
    const { html } = await fetchPage(emulator.webUrl, { "x-forwarded-for": "192.0.2.1" });
    expect(html).toContain(emulator.tokens["alice"]);
    expectHidden((await fetchPage(emulator.webUrl, { origin: "https://evil.test" })).html, emulator.tokens);
    await emulator.stop();
  });
});

test("serves the page's assets", async ({ emulator, expect }) => {
  const { html } = await fetchPage(emulator.webUrl);
  expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/);
  for (const [name, type] of [
    ["copy.js", "text/javascript"],
    ["start.css", "text/css"],
  ] as const) {
    expect(html).toContain(`/_assets/${name}`);
    const file = await fetch(`${emulator.webUrl}/_assets/${name}`);
    expect(file.headers.get("content-type")).toContain(type);
    expect((await file.text()).length).toBeGreaterThan(100);
  }
});

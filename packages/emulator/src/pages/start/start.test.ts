import { get } from "node:http";
import { describe, expect, test as plain } from "vitest";
import { ask, send } from "../../calling.fixture.ts";
import { startReceiver } from "../../deliveries/receiver.fixture.ts";
import { startEmulator } from "../../emulator.ts";
import { emulatorTest, test } from "../../vitest.ts";

const page = async (webUrl: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${webUrl}/`, { headers });
  return { headers: answer.headers, html: await answer.text() };
};

/** Under another name than it goes by; fetch would not send one. */
function pageUnderHost(webUrl: string, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(webUrl, { headers: { host } }, async (answer) => {
      let text = "";
      for await (const chunk of answer.setEncoding("utf8")) text += chunk;
      resolve(text);
    }).on("error", reject);
  });
}

describe("the page at /", () => {
  test("shows what is running, users with their tokens, repositories and webhooks", async ({ emulator, expect }) => {
    const { html } = await page(emulator.webUrl);
    const shown = [
      emulator.apiUrl,
      "alice",
      "acme, owner",
      "acme/widgets",
      "acme/gears",
      "in memory, and gone when it stops",
    ];
    for (const text of [...shown, ...Object.values(emulator.tokens)]) expect(html).toContain(text);
    expect(html).toContain("classic: repo");
    expect(html).toContain(
      `curl -H &quot;Authorization: Bearer ${emulator.tokens["alice"]}&quot; ${emulator.apiUrl}/user`,
    );
    expect(html).toContain("<code>--control</code> does");
    expect(html).not.toContain("/_control/clock");
  });

  test("says which tokens no longer hold", async ({ emulator, expect }) => {
    emulator.control.revokeToken(emulator.tokens["bob"] ?? "");
    emulator.control.createToken("short", { kind: "classic", user: "carol", scopes: ["repo"], expires: "+1h" });
    emulator.control.clock.advance(7200);
    const { html } = await page(emulator.webUrl);
    expect(html).toContain('<span class="bad">revoked</span>');
    expect(html).toMatch(/<span class="bad">expired <time/);
    expect(html).toContain("(2 hours ahead of this machine's)");
  });

  test("shows webhooks' last deliveries, the newest first, with where their records are", async ({
    emulator,
    expect,
  }) => {
    await using receiver = await startReceiver();
    const config = { url: `${receiver.url}hidden?key=1`, content_type: "json" };
    const made = await ask(emulator, "POST /repos/acme/gears/hooks", { config, events: ["star"] });
    expect(made.status).toBe(201);
    await send(emulator, "PUT /user/starred/acme/gears", "bob");
    await emulator.control.settled();
    const { html } = await page(emulator.webUrl);
    expect(html).toContain(`${receiver.url}hidden?key=1`);
    expect(html).toMatch(/200 OK[\s\S]+star\.created[\s\S]+200 OK[\s\S]+ping/);
    const [, record = ""] = /<a[^>]+href="([^"]+\/deliveries\/\d+)"/.exec(html) ?? [];
    expect((await send(emulator, `GET ${record}`, "alice")).body).toMatchObject({ event: "star", action: "created" });
  });

  describe("with what somebody else chose", () => {
    const users = { eve: { name: '<script>alert("x")</script>' } };
    const repositories = { "eve/trap": { description: "</td><img src=x onerror=alert(1)>" } };
    const test = emulatorTest({ seed: { users, repositories } });
    test("shows it as text", async ({ emulator, expect }) => {
      const { html } = await page(emulator.webUrl);
      expect(html).toContain("&lt;script&gt;alert");
      expect(html).not.toMatch(/<script>|<img src=x/);
    });
  });

  describe("of an empty service", () => {
    const test = emulatorTest({ seed: "empty", limits: "published", edition: "self-hosted", control: true });
    test("says how to fill it, and what the control API is asked", async ({ emulator, expect }) => {
      const { html } = await page(emulator.webUrl);
      for (const text of ["There are no users.", "/user/repos", "/repos/{owner}/{repo}/hooks"])
        expect(html).toContain(text);
      for (const text of ["empty", "published", "self-hosted", "to this machine alone"]) expect(html).toContain(text);
      expect(html).toContain("POST /_control/clock");
      expect(html).toContain(`curl ${emulator.apiUrl}/versions`);
    });
  });

  describe("of a service with 10,000 users", () => {
    const users = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`user-${index}`, {}]));
    const tokens = { last: { kind: "classic", user: "user-9999", scopes: ["repo"] } };
    const test = emulatorTest({ seed: { users, tokens } });
    test("shows 50 of them, those with tokens before the others, and says how many more there are", async ({
      emulator,
      expect,
    }) => {
      const { html } = await page(emulator.webUrl);
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
  const hidden = (html: string, tokens: Readonly<Record<string, string>>) => {
    for (const token of Object.values(tokens)) expect(html).not.toContain(token);
    // Nor anything else that not everybody may see.
    expect(html).not.toContain("acme/gears");
    expect(html).toContain("alice");
    expect(html).toContain("acme/widgets");
  };

  test("are kept from pages of other origins", async ({ emulator, expect }) => {
    const { headers } = await page(emulator.webUrl);
    expect(headers.get("access-control-allow-origin")).toBeNull();
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("content-security-policy")).not.toContain("unsafe");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("cache-control")).toBe("no-store");
    const foreign = await page(emulator.webUrl, { origin: "https://evil.test" });
    hidden(foreign.html, emulator.tokens);
    expect(foreign.html).toContain("Another site's page");
    const own = await page(emulator.webUrl, { origin: emulator.webUrl });
    expect(own.html).toContain(emulator.tokens["alice"]);
  });

  test("are not shown under another name, which a stranger's page may have made point here", async ({ emulator }) => {
    const html = await pageUnderHost(emulator.webUrl, "evil.test");
    hidden(html, emulator.tokens);
    expect(html).toContain("not under\n");
    // Nobody else can make this one point anywhere.
    const own = await pageUnderHost(emulator.webUrl, `LocalHost:${new URL(emulator.webUrl).port}`);
    expect(own).toContain(emulator.tokens["alice"]);
    expect(html).toContain(`<a href="${emulator.webUrl}/">`);
  });

  test("are not shown through a proxy, which makes everybody look near", async ({ emulator }) => {
    for (const name of ["x-forwarded-for", "forwarded", "via"]) {
      const { html } = await page(emulator.webUrl, { [name]: "192.0.2.1" });
      hidden(html, emulator.tokens);
      expect(html).toContain("on the emulator's own machine alone");
    }
  });

  plain("are shown to whoever may ask for them of the control API anyhow", async () => {
    const emulator = await startEmulator({ control: "anyone" });
    const { html } = await page(emulator.webUrl, { "x-forwarded-for": "192.0.2.1" });
    expect(html).toContain(emulator.tokens["alice"]);
    hidden((await page(emulator.webUrl, { origin: "https://evil.test" })).html, emulator.tokens);
    await emulator.stop();
  });
});

test("what the page is made with is served", async ({ emulator, expect }) => {
  const { html } = await page(emulator.webUrl);
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

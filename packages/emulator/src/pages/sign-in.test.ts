import { expect } from "vitest";
import { SESSION_LIFETIME } from "../state/sessions.ts";
import { test } from "../vitest.ts";
import { openBrowser } from "./browser.fixture.ts";

test("signs in and out", async ({ emulator }) => {
  const alice = await openBrowser(emulator, "alice");
  expect((await alice.see("/acme/widgets")).text).toContain('<meta name="user-login" content="alice"');
  const anonymous = await openBrowser(emulator);
  expect((await anonymous.see("/acme/widgets")).text).toContain('<meta name="user-login" content=""');

  const signedOut = await alice.post("/logout");
  expect([signedOut.status, signedOut.headers.get("location")]).toEqual([303, "/"]);
  expect(signedOut.headers.getSetCookie()[0]).toMatch(/Max-Age=0/);
  // The session has ended, even if the browser kept the cookie.
  expect((await alice.see("/acme/widgets")).text).toContain('<meta name="user-login" content=""');
});

test("sets a cookie for the emulator only", async ({ emulator }) => {
  const signedIn = await (await openBrowser(emulator)).post("/login", { login: "bob" });
  expect(signedIn.status).toBe(303);
  const [cookie = ""] = signedIn.headers.getSetCookie();
  expect(cookie).toMatch(/; Path=\//);
  expect(cookie).toMatch(/; HttpOnly/);
  expect(cookie).toMatch(/; SameSite=Lax/);
  expect(cookie).not.toMatch(/; Secure/);
  // The port in the name separates emulators on one host, because browsers share cookies between ports.
  expect(cookie).toContain(`_${new URL(emulator.webUrl).port}=`);
});

test("ends the previous session on a new sign-in", async ({ emulator }) => {
  const first = await openBrowser(emulator, "bob");
  await first.post("/login", { login: "carol" });
  expect((await first.see("/acme")).text).toContain('<meta name="user-login" content=""');
});

test("ends a session by the emulator's clock", async ({ emulator }) => {
  const alice = await openBrowser(emulator, "alice");
  emulator.control.clock.advance(SESSION_LIFETIME - 60);
  expect((await alice.see("/watching")).status).toBe(200);
  emulator.control.clock.advance(61);
  expect((await alice.see("/watching")).status).toBe(302);
});

test("rejects bodies that are larger than any form, before reading them", async ({ emulator }) => {
  const { post } = await openBrowser(emulator);
  const size = 64 * 1024;
  expect((await post("/login", { login: "bob", x: "y".repeat(size - 12) })).status).toBe(303);
  for (const path of ["/login", "/logout", "/acme/widgets"]) {
    const form = await post(path, { login: "bob", x: "y".repeat(size) });
    expect([path, form.status, form.headers.getSetCookie()]).toEqual([path, 413, []]);
  }
  const stream = new Blob([`login=bob&x=${"y".repeat(size)}`]).stream();
  const streamed = { method: "POST", body: stream, duplex: "half" } satisfies RequestInit & { duplex: string };
  expect((await fetch(`${emulator.webUrl}/login`, streamed)).status).toBe(413);
});

test.for(["unknown-user-here", "acme", ""])("rejects signing in as %j", async (login, { emulator }) => {
  const response = await (await openBrowser(emulator)).post("/login", { login });
  expect(response.status).toBe(422);
  expect(response.headers.getSetCookie()).toEqual([]);
  expect(await response.text()).toContain("There is no such user here.");
});

test.for([
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site", origin: "http://127.0.0.1:1" },
  { origin: "https://evil.example" },
  { origin: "null" },
])("rejects another site's form: %j", async (headers, { emulator }) => {
  const alice = await openBrowser(emulator, "alice");
  const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
  for (const path of ["/login", "/logout"]) {
    const response = await alice.post(path, { login: "bob" }, sent);
    expect(response.status).toBe(403);
    expect(response.headers.getSetCookie()).toEqual([]);
  }
  expect((await alice.see("/acme")).text).toContain('<meta name="user-login" content="alice"');
});

test("rejects bodies that are not forms", async ({ emulator }) => {
  for (const [type, body] of [
    ["multipart/form-data", "login=bob"],
    ["multipart/form-data; boundary=x", "--x\r\n"],
    ["application/json", '{"login":"bob"}'],
  ] as const) {
    const response = await fetch(`${emulator.webUrl}/login`, {
      method: "POST",
      headers: { "content-type": type },
      body,
    });
    expect([response.status, response.headers.getSetCookie()]).toEqual([422, []]);
  }
});

test.for([
  ["/acme/widgets/pulls?q=is%3Apr", "/acme/widgets/pulls?q=is%3Apr"],
  ["https://evil.example/", "/bob"],
  ["//evil.example/", "/bob"],
  ["/\\evil.example/", "/bob"],
  ["/\t/evil.example/", "/bob"],
  ["javascript:alert(1)", "/bob"],
] as const)("redirects from %j to %s after signing in", async ([returnTo, location], { emulator }) => {
  const response = await (await openBrowser(emulator)).post("/login", { login: "bob", return_to: returnTo });
  expect([response.status, response.headers.get("location")]).toEqual([303, location]);
});

test("redirects signed-out users to sign-in and back", async ({ emulator }) => {
  const anonymous = await openBrowser(emulator);
  const response = await anonymous.see("/watching?page=2");
  expect([response.status, response.headers.get("location")]).toEqual([302, "/login?return_to=%2Fwatching%3Fpage%3D2"]);
  const form = await anonymous.see(response.headers.get("location") ?? "");
  expect(form.text).toContain('name="return_to" value="/watching?page=2"');
});

test("finds users by login and by name", async ({ emulator }) => {
  const anonymous = await openBrowser(emulator);
  const all = await anonymous.see("/login");
  for (const login of ["alice", "bob", "carol", "mallory"]) expect(all.text).toContain(`name="login" value="${login}"`);
  expect(all.text).not.toContain('name="login" value="acme"');
  const searchResults = await anonymous.see("/login?q=baker");
  expect([...searchResults.text.matchAll(/name="login" value="(\w+)"/g)].map(([, login]) => login)).toEqual(["bob"]);
  expect((await anonymous.see("/login?q=zzz")).visibleText).toContain("No users match");
});

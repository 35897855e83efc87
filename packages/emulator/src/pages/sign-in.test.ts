import { expect } from "vitest";
import { SESSION_LIFETIME } from "../state/sessions.ts";
import { test } from "../vitest.ts";
import { visitor } from "./visitor.fixture.ts";

test("whoever signs in is signed in, until they sign out", async ({ emulator }) => {
  const alice = await visitor(emulator, "alice");
  expect((await alice.see("/acme/widgets")).text).toContain('<meta name="user-login" content="alice"');
  const nobody = await visitor(emulator);
  expect((await nobody.see("/acme/widgets")).text).toContain('<meta name="user-login" content=""');

  const out = await alice.post("/logout");
  expect([out.status, out.headers.get("location")]).toEqual([303, "/"]);
  expect(out.headers.getSetCookie()[0]).toMatch(/Max-Age=0/);
  // The cookie is worth nothing any more, even where a browser kept it.
  expect((await alice.see("/acme/widgets")).text).toContain('<meta name="user-login" content=""');
});

test("the cookie is for this service's requests alone", async ({ emulator }) => {
  const signedIn = await (await visitor(emulator)).post("/login", { login: "bob" });
  expect(signedIn.status).toBe(303);
  const [cookie = ""] = signedIn.headers.getSetCookie();
  expect(cookie).toMatch(/; Path=\//);
  expect(cookie).toMatch(/; HttpOnly/);
  expect(cookie).toMatch(/; SameSite=Lax/);
  expect(cookie).not.toMatch(/; Secure/);
  // Several services of one machine are told apart, though browsers see one host.
  expect(cookie).toContain(`_${new URL(emulator.webUrl).port}=`);
});

test("signing in anew ends the session before", async ({ emulator }) => {
  const first = await visitor(emulator, "bob");
  await first.post("/login", { login: "carol" });
  expect((await first.see("/acme")).text).toContain('<meta name="user-login" content=""');
});

test("a session ends by the service's clock", async ({ emulator }) => {
  const alice = await visitor(emulator, "alice");
  emulator.control.clock.advance(SESSION_LIFETIME - 60);
  expect((await alice.see("/watching")).status).toBe(200);
  emulator.control.clock.advance(61);
  expect((await alice.see("/watching")).status).toBe(302);
});

test.for(["nobody-here", "acme", ""])("nobody signs in as %j", async (login, { emulator }) => {
  const answer = await (await visitor(emulator)).post("/login", { login });
  expect(answer.status).toBe(422);
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(await answer.text()).toContain("There is no such user here.");
});

test.for([
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site", origin: "http://127.0.0.1:1" },
  { origin: "https://evil.example" },
  { origin: "null" },
])("another site's form signs nobody in or out: %j", async (headers, { emulator }) => {
  const alice = await visitor(emulator, "alice");
  const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
  for (const path of ["/login", "/logout"]) {
    const answer = await alice.post(path, { login: "bob" }, sent);
    expect(answer.status).toBe(403);
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
  expect((await alice.see("/acme")).text).toContain('<meta name="user-login" content="alice"');
});

test("what is no form signs nobody in", async ({ emulator }) => {
  for (const [type, body] of [
    ["multipart/form-data", "login=bob"],
    ["multipart/form-data; boundary=x", "--x\r\n"],
    ["application/json", '{"login":"bob"}'],
  ] as const) {
    const answer = await fetch(`${emulator.webUrl}/login`, { method: "POST", headers: { "content-type": type }, body });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([422, []]);
  }
});

test.for([
  ["/acme/widgets/pulls?q=is%3Apr", "/acme/widgets/pulls?q=is%3Apr"],
  ["https://evil.example/", "/bob"],
  ["//evil.example/", "/bob"],
  ["/\\evil.example/", "/bob"],
  ["/\t/evil.example/", "/bob"],
  ["javascript:alert(1)", "/bob"],
] as const)("after signing in, %j leads to %s", async ([asked, led], { emulator }) => {
  const answer = await (await visitor(emulator)).post("/login", { login: "bob", return_to: asked });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, led]);
});

test("who is not signed in is sent to sign in, and back", async ({ emulator }) => {
  const nobody = await visitor(emulator);
  const answer = await nobody.see("/watching?page=2");
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/login?return_to=%2Fwatching%3Fpage%3D2"]);
  const form = await nobody.see(answer.headers.get("location") ?? "");
  expect(form.text).toContain('name="return_to" value="/watching?page=2"');
});

test("who is there is found by login and by name", async ({ emulator }) => {
  const nobody = await visitor(emulator);
  const all = await nobody.see("/login");
  for (const login of ["alice", "bob", "carol", "mallory"]) expect(all.text).toContain(`name="login" value="${login}"`);
  expect(all.text).not.toContain('name="login" value="acme"');
  const some = await nobody.see("/login?q=baker");
  expect([...some.text.matchAll(/name="login" value="(\w+)"/g)].map(([, login]) => login)).toEqual(["bob"]);
  expect((await nobody.see("/login?q=zzz")).words).toContain("There is nobody like that");
});

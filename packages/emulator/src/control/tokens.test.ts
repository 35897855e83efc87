import { describe, expect } from "vitest";
import { send } from "../calling.fixture.ts";
import { emulatorTest } from "../vitest.ts";

const test = emulatorTest({ control: true });

const gears = "GET /repos/acme/gears";

describe("a token that is made", () => {
  test("does what one of a seed does", async ({ emulator }) => {
    const { control } = emulator;
    const bob = control.createToken("bob again", { kind: "classic", user: "bob", scopes: ["repo"] });
    expect(bob).toMatch(/^ghp_/);
    expect((await send(emulator, gears, bob)).status).toBe(200);
    const mallory = control.createToken("mallory's own", { kind: "classic", user: "mallory", scopes: ["repo"] });
    expect((await send(emulator, gears, mallory)).status).toBe(404);
    const app = control.createToken("app", {
      ...{ kind: "installation", app: "forgehand-demo", account: "acme" },
      ...{ permissions: { metadata: "read" }, repositories: ["acme/gears"], value: "ghs_of_my_own" },
    });
    expect(app).toBe("ghs_of_my_own");
    expect((await send(emulator, gears, app)).status).toBe(200);
  });

  test("counts its times from the service's clock, wherever that is by now", async ({ emulator }) => {
    const { clock, createToken, tokens } = emulator.control;
    clock.set(new Date("2027-06-01T12:00:00Z"));
    const token = createToken("short", { kind: "classic", user: "bob", scopes: ["repo"], expires: "+1h" });
    expect(tokens().find(({ name }) => name === "short")).toEqual({
      ...{ name: "short", token, kind: "classic", user: "bob", scopes: ["repo"], revoked_at: null },
      expires_at: expect.stringMatching(/^2027-06-01T13:00:0\dZ$/),
    });
    expect((await send(emulator, gears, token)).status).toBe(200);
    clock.advance(3700);
    expect((await send(emulator, gears, token)).status).toBe(401);
  });

  test("stands among the others, in the order in which they were made", async ({ emulator: { control, tokens } }) => {
    control.createToken("last", { kind: "workflow", repository: "acme/widgets" });
    const known = control.tokens();
    expect(known.map(({ name }) => name)).toEqual([...Object.keys(tokens), "last"]);
    expect(known.at(-1)).toMatchObject({ user: null, scopes: [], expires_at: null });
  });

  test.for<[name: string, told: object, message: string]>([
    ["alice", { kind: "classic", user: "alice" }, 'The token "alice": is there already, by this name.'],
    ["", { kind: "classic", user: "alice" }, "A token has to have a name."],
    ["new", {}, 'The token "new": kind is missing: must be one of classic, oauth, fine-grained'],
    ["new", { kind: "magic" }, 'The token "new": kind must be one of classic'],
    ["new", { kind: "classic" }, 'The token "new": a token of kind classic needs "user".'],
    ["new", { kind: "classic", user: "zed" }, 'The token "new": user there is no user "zed".'],
    ["new", { kind: "classic", user: "bob", scope: [] }, 'The token "new": scope is no field here.'],
    ["new", { kind: "classic", user: "bob", expires: "soon" }, 'The token "new": expires is invalid: no time'],
    ["new", { kind: "classic", user: "bob", value: "a b" }, 'The token "new": value a token has letters'],
    [
      "new",
      { kind: "classic", user: "bob", value: "ghp_demo_alice" },
      'The token "new": there is such a token already',
    ],
    [
      "new",
      { kind: "fine-grained", user: "bob", permissions: { all: "read" } },
      'The token "new": permissions.all is no permission set.',
    ],
    ["new", { kind: "installation", app: "forgehand-demo", account: "bob" }, "is not installed there"],
  ])("is refused in a line where something is wrong: %j", ([name, told, message], { emulator: { control } }) => {
    const before = control.tokens();
    expect(() => control.createToken(name, told)).toThrow(RangeError);
    expect(() => control.createToken(name, told)).toThrow(message);
    expect(control.tokens()).toEqual(before);
  });
});

describe("a token that is revoked", () => {
  test("is nobody's from then on", async ({ emulator }) => {
    const { control, tokens } = emulator;
    control.revokeToken(tokens["bob"] ?? "");
    expect((await send(emulator, gears, "bob")).status).toBe(401);
    const [told] = control.tokens().filter(({ name }) => name === "bob");
    expect(told?.revoked_at).toEqual(expect.any(String));
    control.clock.advance(60);
    control.revokeToken(tokens["bob"] ?? "");
    expect(control.tokens().find(({ name }) => name === "bob")).toEqual(told);
  });

  test("has to be one", ({ emulator: { control } }) => {
    expect(() => control.revokeToken("ghp_nobodys")).toThrow(new RangeError("There is no such token."));
  });
});

test("over HTTP it is the same", async ({ emulator }) => {
  const ask = async (method: string, body?: object) => {
    const init = body ? { method, body: JSON.stringify(body) } : { method };
    const answer = await fetch(`${emulator.webUrl}/_control/tokens`, init);
    const text = await answer.text();
    return { status: answer.status, body: text === "" ? undefined : JSON.parse(text) };
  };
  const told = { name: "fresh", kind: "classic", user: "bob", scopes: ["repo"] };
  const { status, body } = await ask("POST", told);
  expect([status, body]).toEqual([200, { token: expect.stringMatching(/^ghp_/) }]);
  expect((await send(emulator, gears, body.token)).status).toBe(200);
  expect((await ask("GET")).body).toEqual({ tokens: emulator.control.tokens() });
  expect(await ask("POST", told)).toEqual({
    status: 422,
    body: { message: expect.stringContaining("is there already") },
  });
  expect((await ask("DELETE", { name: "fresh" })).status).toBe(204);
  expect((await send(emulator, gears, body.token)).status).toBe(401);
  expect((await ask("DELETE", { token: emulator.tokens["alice"] })).status).toBe(204);
  expect((await send(emulator, gears, "alice")).status).toBe(401);
  expect(await ask("DELETE", { name: "nobody" })).toEqual({
    status: 422,
    body: { message: 'There is no token of the name "nobody".' },
  });
  expect(await ask("DELETE", {})).toEqual({ status: 422, body: { message: expect.stringContaining("Which token?") } });
});

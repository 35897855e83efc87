import { describe, expect, onTestFinished } from "vitest";
import { startEmulator } from "../emulator.ts";
import { sendRequest } from "../requests.fixture.ts";
import { emulatorTest } from "../vitest.ts";

const test = emulatorTest({ control: true });

const gears = "GET /repos/acme/gears";

describe("created token", () => {
  test("works like a token of a seed", async ({ emulator }) => {
    const { control } = emulator;
    const bob = control.createToken("bob again", { kind: "classic", user: "bob", scopes: ["repo"] });
    expect(bob).toMatch(/^ghp_/);
    expect((await sendRequest(emulator, gears, bob)).status).toBe(200);
    const mallory = control.createToken("mallory's own", { kind: "classic", user: "mallory", scopes: ["repo"] });
    expect((await sendRequest(emulator, gears, mallory)).status).toBe(404);
    const app = control.createToken("app", {
      kind: "installation",
      app: "forgehand-demo",
      account: "acme",
      permissions: { metadata: "read" },
      repositories: ["acme/gears"],
      value: "ghs_of_my_own",
    });
    expect(app).toBe("ghs_of_my_own");
    expect((await sendRequest(emulator, gears, app)).status).toBe(200);
  });

  test("computes its expiration from the emulator's clock", async ({ emulator }) => {
    const { clock, createToken, tokens } = emulator.control;
    clock.set(new Date("2027-06-01T12:00:00Z"));
    const token = createToken("short", { kind: "classic", user: "bob", scopes: ["repo"], expires: "+1h" });
    expect(tokens().find(({ name }) => name === "short")).toEqual({
      name: "short",
      token,
      kind: "classic",
      user: "bob",
      scopes: ["repo"],
      revoked_at: null,
      expires_at: expect.stringMatching(/^2027-06-01T13:00:0\dZ$/),
    });
    expect((await sendRequest(emulator, gears, token)).status).toBe(200);
    clock.advance(3700);
    expect((await sendRequest(emulator, gears, token)).status).toBe(401);
  });

  test("is listed after the existing tokens in order of creation", async ({ emulator: { control, tokens } }) => {
    control.createToken("last", { kind: "workflow", repository: "acme/widgets" });
    const known = control.tokens();
    expect(known.map(({ name }) => name)).toEqual([...Object.keys(tokens), "last"]);
    expect(known.at(-1)).toMatchObject({ user: null, scopes: [], expires_at: null });
  });

  test("of a job has permissions as workflow files or apps spell them", async ({ emulator }) => {
    const names = { contents: "write", "id-token": "write", "vulnerability-alerts": "read" };
    for (const pulls of ["pull-requests", "pull_requests"]) {
      const spec = { kind: "workflow", repository: "acme/gears", permissions: { ...names, [pulls]: "read" } };
      const token = emulator.control.createToken(pulls, spec);
      expect((await sendRequest(emulator, `${gears}/pulls`, token)).status).toBe(200);
      expect((await sendRequest(emulator, `${gears}/actions/runs`, token)).status).toBe(403);
    }
  });

  test.for<[name: string, input: object, message: string]>([
    ["alice", { kind: "classic", user: "alice" }, 'The token "alice": must be unique: the name is already in use.'],
    ["", { kind: "classic", user: "alice" }, "The token's name must not be empty."],
    ["new", {}, 'The token "new": kind is missing: must be one of classic, oauth, fine-grained'],
    ["new", { kind: "magic" }, 'The token "new": kind must be one of classic'],
    ["new", { kind: "classic" }, 'The token "new": must have "user", as its kind is classic.'],
    ["new", { kind: "classic", user: "zed" }, 'The token "new": user must name an existing user, got "zed".'],
    ["new", { kind: "classic", user: "bob", scope: [] }, 'The token "new": scope is not a known field.'],
    ["new", { kind: "classic", user: "bob", expires: "soon" }, 'The token "new": expires must be an ISO 8601 time'],
    ["new", { kind: "classic", user: "bob", value: "a b" }, 'The token "new": value must consist of letters'],
    [
      "new",
      { kind: "classic", user: "bob", value: "ghp_of_alice" },
      'The token "new": must be unique: another token has the same value',
    ],
    [
      "new",
      { kind: "fine-grained", user: "bob", permissions: { all: "read" } },
      'The token "new": permissions.all must be a known permission.',
    ],
    [
      "new",
      { kind: "fine-grained", user: "bob", permissions: { dependabot_secret: "read" } },
      'permissions.dependabot_secret must be a known permission (did you mean "dependabot_secrets"?).',
    ],
    [
      "new",
      { kind: "classic", user: "bob", scopes: ["repo", "notification"] },
      'The token "new": scopes.1 must be a known scope, got "notification" (did you mean "notifications"?).',
    ],
    [
      "new",
      { kind: "workflow", repository: "acme/widgets", permissions: { secrets: "read" } },
      "permissions.secrets must be a permission that a job's built-in token can have: metadata, actions,",
    ],
    [
      "new",
      { kind: "workflow", repository: "acme/widgets", permissions: { metadata: "write" } },
      'The token "new": permissions.metadata must be "read".',
    ],
    [
      "new",
      { kind: "workflow", repository: "acme/widgets", permissions: { "id-token": "read" } },
      'The token "new": permissions.id-token must be "write".',
    ],
    [
      "new",
      { kind: "workflow", repository: "acme/widgets", permissions: { contents: "bogus" } },
      'The token "new": permissions.contents must be one of read, write.',
    ],
    [
      "new",
      { kind: "installation", app: "forgehand-demo", account: "bob" },
      "must be an account with the app forgehand-demo installed",
    ],
  ])(
    "is rejected with a one-line message if the specification is invalid: %j",
    ([name, tokenSpec, message], { emulator: { control } }) => {
      control.createToken("other", { kind: "classic", user: "alice", value: "ghp_of_alice" });
      const before = control.tokens();
      expect(() => control.createToken(name, tokenSpec)).toThrow(RangeError);
      expect(() => control.createToken(name, tokenSpec)).toThrow(message);
      expect(control.tokens()).toEqual(before);
    },
  );
});

describe("scopes and permissions", () => {
  const words = { github: ["copilot", "dependabot"], svc: ["assistant", "updater"] } as const;

  test.for(["github", "svc"] as const)("are accepted by the names of the dialect: %s", async (dialect) => {
    const [assistant, updater] = words[dialect];
    const emulator = await startEmulator({ dialect });
    onTestFinished(() => emulator.stop());
    const { control } = emulator;
    control.createToken("scoped", { kind: "classic", user: "alice", scopes: [`manage_billing:${assistant}`, "gist"] });
    const token = control.createToken("granted", {
      kind: "fine-grained",
      user: "alice",
      owner: "acme",
      permissions: { [`organization_${updater}_secrets`]: "read" },
    });
    expect(control.tokens().find(({ name }) => name === "scoped")?.scopes).toEqual([
      "manage_billing:assistant",
      "gist",
    ]);
    const list = await fetch(`${emulator.apiUrl}/orgs/acme/${updater}/secrets`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(list.status).toBe(200);
    if (dialect === "github") return;
    const create = () =>
      control.createToken("vendor", { kind: "classic", user: "alice", scopes: ["manage_billing:copilot"] });
    expect(create).toThrow("must be a known scope");
  });
});

describe("revoked token", () => {
  test("is rejected from then on", async ({ emulator }) => {
    const { control, tokens } = emulator;
    control.revokeToken(tokens["bob"] ?? "");
    expect((await sendRequest(emulator, gears, "bob")).status).toBe(401);
    const [tokenSpec] = control.tokens().filter(({ name }) => name === "bob");
    expect(tokenSpec?.revoked_at).toEqual(expect.any(String));
    control.clock.advance(60);
    control.revokeToken(tokens["bob"] ?? "");
    expect(control.tokens().find(({ name }) => name === "bob")).toEqual(tokenSpec);
  });

  test("must exist", ({ emulator: { control } }) => {
    expect(() => control.revokeToken("ghp_unknown")).toThrow(new RangeError("The token does not exist."));
  });
});

test("creates, lists and revokes tokens over HTTP", async ({ emulator }) => {
  const sendControlRequest = async (method: string, body?: object) => {
    const headers = { authorization: `Bearer ${emulator.controlToken}` };
    const init = body ? { method, headers, body: JSON.stringify(body) } : { method, headers };
    const response = await fetch(`${emulator.webUrl}/_control/tokens`, init);
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  };
  const tokenSpec = { name: "fresh", kind: "classic", user: "bob", scopes: ["repo"] };
  const { status, body } = await sendControlRequest("POST", tokenSpec);
  expect([status, body]).toEqual([200, { token: expect.stringMatching(/^ghp_/) }]);
  expect((await sendRequest(emulator, gears, body.token)).status).toBe(200);
  expect((await sendControlRequest("GET")).body).toEqual({ tokens: emulator.control.tokens() });
  expect(await sendControlRequest("POST", tokenSpec)).toEqual({
    status: 422,
    body: { message: expect.stringContaining("must be unique") },
  });
  expect((await sendControlRequest("DELETE", { name: "fresh" })).status).toBe(204);
  expect((await sendRequest(emulator, gears, body.token)).status).toBe(401);
  expect((await sendControlRequest("DELETE", { token: emulator.tokens["alice"] })).status).toBe(204);
  expect((await sendRequest(emulator, gears, "alice")).status).toBe(401);
  expect(await sendControlRequest("DELETE", { name: "unknown-user" })).toEqual({
    status: 422,
    body: { message: 'There is no token named "unknown-user".' },
  });
  expect(await sendControlRequest("DELETE", {})).toEqual({
    status: 422,
    body: { message: expect.stringContaining('"name" or "token"') },
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEmulator } from "../emulator.ts";
import type { Emulator } from "../public.ts";

// A token with permission sets gives access only where it was granted, even if its user has access elsewhere.

const tokenWithAll = (kind: string, fields: object) => ({ kind, permissions: "all", ...fields });
const metrics = { permissions: { enterprise_assistant_metrics: "read" } };

const SEED = {
  users: { alice: {}, bill: {}, mallory: {} },
  organizations: {
    acme: { members: { alice: "owner", bill: "member" }, billing_managers: ["bill"] },
    rivals: { members: { mallory: "owner", alice: "member" } },
  },
  enterprises: {
    "acme-inc": {
      members: { alice: "owner" },
      organizations: ["acme"],
      usage_metrics: { policy: "enabled", activity: [{ user: "alice", day: "-1d", interactions: 1 }] },
    },
  },
  repositories: {
    "acme/widgets": { pulls: [{ number: 1, title: "Round", author: "alice", head: "round" }] },
    "acme/gears": { private: true },
    "rivals/lair": {},
  },
  apps: {
    ours: { owner: "acme", installations: { acme: {} } },
    theirs: { owner: "rivals", installations: { rivals: {} } },
    suspended: { owner: "acme", installations: { acme: { suspended_by: "alice" } } },
  },
  tokens: {
    "by our app": tokenWithAll("user-access", { user: "alice", app: "ours" }),
    "mallory, by our app": tokenWithAll("user-access", { user: "mallory", app: "ours" }),
    "by their app": tokenWithAll("user-access", { user: "alice", app: "theirs" }),
    "by a suspended app": tokenWithAll("user-access", { user: "alice", app: "suspended" }),
    "for us": tokenWithAll("fine-grained", { user: "alice", owner: "acme" }),
    "for others": tokenWithAll("fine-grained", { user: "alice", owner: "rivals" }),
    "for the other repository": tokenWithAll("fine-grained", {
      user: "alice",
      owner: "acme",
      repositories: ["acme/gears"],
    }),
    "bill, for others": tokenWithAll("fine-grained", { user: "bill", owner: "rivals" }),
    "bill, for us": tokenWithAll("fine-grained", { user: "bill", owner: "acme" }),
    "our installation": tokenWithAll("installation", { app: "ours", account: "acme" }),
    "their installation": tokenWithAll("installation", { app: "theirs", account: "rivals" }),
    "our job": tokenWithAll("workflow", { repository: "acme/widgets" }),
    "their job": tokenWithAll("workflow", { repository: "rivals/lair" }),
    "metrics by our app": { kind: "user-access", user: "alice", app: "ours", ...metrics },
    "metrics by their app": { kind: "user-access", user: "alice", app: "theirs", ...metrics },
    "metrics by a suspended app": { kind: "user-access", user: "alice", app: "suspended", ...metrics },
  },
};

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ seed: SEED });
});
afterAll(() => emulator.stop());

async function statusOf(token: string, method: string, path: string, body?: object): Promise<number> {
  const headers = { authorization: `Bearer ${emulator.tokens[token]}` };
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  return (await fetch(`${emulator.apiUrl}${path}`, { method, headers, ...init })).status;
}

describe("organization resources", () => {
  test.for([
    ["by our app", 200],
    ["for us", 200],
    ["our installation", 200],
    ["by their app", 403],
    ["by a suspended app", 403],
    ["for others", 403],
    ["their installation", 403],
  ] as const)("respond to the token %j with %i", async ([token, status]) => {
    expect(await statusOf(token, "GET", "/orgs/acme/dependabot/secrets")).toBe(status);
    expect(await statusOf(token, "POST", "/orgs/acme/actions/runners/registration-token")).toBe(
      status === 200 ? 201 : 403,
    );
  });

  test("include billing only for tokens of the organization", async () => {
    const budgets = "/organizations/acme/settings/billing/budgets";
    expect(await statusOf("bill, for us", "GET", budgets)).toBe(200);
    expect(await statusOf("bill, for others", "GET", budgets)).toBe(403);
  });
});

test.for([
  ["metrics by our app", 200],
  ["metrics by their app", 404],
  ["metrics by a suspended app", 404],
] as const)("enterprise resources respond to the token %j with %i", async ([token, status]) => {
  const report = "/enterprises/acme-inc/copilot/metrics/reports/users-28-day/latest";
  expect(await statusOf(token, "GET", report)).toBe(status);
});

describe("public repository", () => {
  test.for([
    ["by our app", 200],
    ["mallory, by our app", 200],
    ["for us", 200],
    ["our installation", 200],
    ["our job", 200],
    ["by their app", 403],
    ["by a suspended app", 403],
    ["for others", 403],
    ["for the other repository", 403],
    ["their installation", 403],
    ["their job", 403],
  ] as const)("can be read with any token; a review with the token %j gets %i", async ([token, status]) => {
    expect(await statusOf(token, "GET", "/repos/acme/widgets/pulls/1")).toBe(200);
    const review = { event: "COMMENT", body: "Round enough." };
    expect(await statusOf(token, "POST", "/repos/acme/widgets/pulls/1/reviews", review)).toBe(status);
  });
});

test("users of a suspended app no longer see private resources", async () => {
  for (const [token, status, names] of [
    ["by our app", 200, ["gears", "widgets"]],
    ["by a suspended app", 404, ["widgets"]],
  ] as const) {
    expect(await statusOf(token, "GET", "/repos/acme/gears")).toBe(status);
    const headers = { authorization: `Bearer ${emulator.tokens[token]}` };
    const listed: { name: string }[] = await (await fetch(`${emulator.apiUrl}/orgs/acme/repos`, { headers })).json();
    expect(listed.map(({ name }) => name).toSorted()).toEqual(names);
    const own: { login: string }[] = await (await fetch(`${emulator.apiUrl}/user/orgs`, { headers })).json();
    expect(own.map(({ login }) => login)).toEqual(status === 200 ? ["acme"] : []);
  }
});

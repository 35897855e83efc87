import {
  type AnyOperation,
  definitionOf,
  PERMISSIONS,
  placeholdersOf,
  type Requirement,
  SCOPES,
  TOKEN_KINDS,
} from "@forgehand/core/contract";
import { github, wirePath } from "@forgehand/core/dialects";
import * as catalogue from "@forgehand/core/operations";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pickSize } from "../../../../test/test-size.ts";
import { startEmulator } from "../emulator.ts";
import type { Emulator } from "../public.ts";
import { sendRequest } from "../requests.fixture.ts";
import { emulatorTest } from "../vitest.ts";

// Checks every operation against random tokens. The expected access is computed here independently, from the access
// tables.

const KINDS = TOKEN_KINDS.filter((kind) => kind !== "app" && kind !== "anonymous");

/** Kind, scopes and permissions of a token. */
const token = fc.record({
  kind: fc.constantFrom(...KINDS),
  scopes: fc.uniqueArray(fc.constantFrom(...Object.keys(SCOPES)), { maxLength: 8 }),
  permissions: fc.dictionary(
    fc.constantFrom(...Object.keys(PERMISSIONS)),
    fc.constantFrom("read" as const, "write" as const),
    { maxKeys: 20 },
  ),
});
type TokenSpec = typeof token extends fc.Arbitrary<infer T> ? T : never;

/** Permissions that a job's built-in token can have, with their highest level. */
const BUILT_IN_PERMISSIONS = new Map<string, "read" | "write">([
  ["actions", "write"],
  ["checks", "write"],
  ["contents", "write"],
  ["issues", "write"],
  ["metadata", "read"],
  ["pull_requests", "write"],
]);

const TOKENS = fc.sample(token, { numRuns: 150, seed: 7 }).map((tokenSpec): TokenSpec => {
  if (tokenSpec.kind !== "workflow") return tokenSpec;
  const available = Object.entries(tokenSpec.permissions).filter(([key, level]) => {
    const highest = BUILT_IN_PERMISSIONS.get(key);
    return highest === "write" || highest === level;
  });
  return { ...tokenSpec, permissions: { metadata: "read", ...Object.fromEntries(available) } };
});

const isScoped = ({ kind }: TokenSpec) => kind === "classic" || kind === "oauth";

/** Everything belongs to alice, and all tokens are hers or her organization's, so only the token decides. */
const seed = {
  users: { alice: {}, bob: {} },
  organizations: { acme: { members: { alice: "owner" } } },
  enterprises: { "acme-inc": { members: { alice: "owner" }, organizations: ["acme"] } },
  repositories: { "acme/gears": { private: true } },
  apps: { robot: { owner: "acme", installations: { acme: {} } } },
  tokens: Object.fromEntries(
    TOKENS.map(({ kind, scopes, permissions }, index) => {
      const ownerFields = {
        workflow: { repository: "acme/gears" },
        installation: { app: "robot", account: "acme" },
        "user-access": { app: "robot", user: "alice" },
      };
      const rest = { classic: {}, oauth: {}, "fine-grained": {}, ...ownerFields }[kind];
      return [`t${index}`, { kind, scopes, permissions, user: "alice", ...rest }];
    }),
  ),
};

function implies(heldScope: string, requiredScope: string): boolean {
  const impliedScopes = Object.entries(SCOPES).find(([scope]) => scope === heldScope)?.[1] ?? [];
  return heldScope === requiredScope || impliedScopes.some((scope) => implies(scope, requiredScope));
}

/** Whether the token suffices for a private repository without workflow files. */
function isSufficient(operation: AnyOperation, tokenSpec: TokenSpec): boolean {
  const { tokens, requirements } = definitionOf(operation).access;
  if (!tokens.includes(tokenSpec.kind)) return false;
  const isPrivate = operation.path.includes("{repo}");
  // A token never denies its user what can be read without a token.
  if (tokens.includes("anonymous") && !isPrivate) return true;
  const applicable = requirements.filter((all) => all.every((need) => "scope" in need === isScoped(tokenSpec)));
  // Without a documented requirement for this kind of token, nothing is missing.
  return applicable.length === 0 || applicable.some((all) => isMet(all, tokenSpec, isPrivate));
}

function isMet(all: readonly Requirement[], tokenSpec: TokenSpec, isPrivate: boolean): boolean {
  return all.every((need) => {
    if (need.when === "workflow-file" || (need.when === "private" && !isPrivate)) return true;
    if ("scope" in need) return tokenSpec.scopes.some((scope) => implies(scope, need.scope));
    const level = tokenSpec.permissions[need.permission];
    return level === "write" || level === need.level;
  });
}

/** Whether a token cannot see private repositories: it has neither `repo` nor a scope that suffices for the operation. */
function hidesRepository(operation: AnyOperation, tokenSpec: TokenSpec): boolean {
  if (!isScoped(tokenSpec) || tokenSpec.scopes.includes("repo")) return false;
  const { requirements } = definitionOf(operation).access;
  return !requirements.some((all) => all.some((need) => "scope" in need) && isMet(all, tokenSpec, true));
}

const NAMES: Readonly<Record<string, string>> = {
  owner: "acme",
  repo: "gears",
  org: "acme",
  enterprise: "acme-inc",
  username: "bob",
  path: "README.md",
  actor_type: "User",
  actor_identifier: "bob",
  name: "NAME",
  secret_name: "NAME",
  environment_name: "test",
  svcsa_id: "GHSA-aaaa-bbbb-cccc",
  budget_id: "none",
  security_product: "secret_scanning",
  enablement: "enable_all",
};

/** Returns the operation's path. Resources other than repository, organization, enterprise and user need not exist. */
function addressOf({ path }: AnyOperation): string {
  return placeholdersOf(path).reduce(
    (address, name) => address.replace(`{${name}}`, NAMES[name] ?? "987654321"),
    wirePath(github, path),
  );
}

/** Operations that would delete what the others use. */
const DESTRUCTIVE = ["DELETE /repos/{owner}/{repo}", "DELETE /orgs/{org}", "DELETE /installation/token"];

const OPERATIONS = Object.values<AnyOperation>(catalogue).filter((operation) => {
  const { access, retired } = definitionOf(operation);
  return (
    retired === undefined && access.tokens.some((kind) => kind !== "app") && !DESTRUCTIVE.includes(operation.route)
  );
});

/** Operations whose anonymous callers learn whether the repository exists. */
const DENIED_ANONYMOUSLY = /^(POST|DELETE) \/repos\/\{owner\}\/\{repo\}\/actions\/runs\//;

/** Messages of authorization errors; handlers use others. */
const ACCESS_DENIED = /^(Resource not accessible|Must have admin rights to Repository\.$)/;

describe("every operation with random tokens", () => {
  let emulator: Emulator;
  beforeAll(async () => {
    emulator = await startEmulator({ seed });
  });
  afterAll(() => emulator.stop());

  async function call(operation: AnyOperation, tokenValue: string | undefined) {
    const { upload } = definitionOf(operation);
    const root = upload ? emulator.apiUrl.replace("/api/v3", "/api/uploads") : emulator.apiUrl;
    const response = await fetch(`${root}${addressOf(operation)}`, {
      method: operation.method,
      redirect: "manual",
      ...(tokenValue === undefined ? {} : { headers: { authorization: `Bearer ${tokenValue}` } }),
      // An invalid body, so that authorized operations change little.
      ...(operation.method === "GET" ? {} : { body: "[]" }),
    });
    const text = await response.text();
    const message = response.ok || text === "" ? "" : String(JSON.parse(text).message);
    return { status: response.status, message };
  }

  test("rejects insufficient tokens and accepts sufficient ones", async () => {
    const counts = { refused: 0, admitted: 0, hidden: 0 };
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...OPERATIONS), fc.nat(TOKENS.length - 1), async (operation, index) => {
        const tokenSpec = TOKENS[index];
        if (!tokenSpec) throw new Error("Token not found.");
        const { status, message } = await call(operation, emulator.tokens[`t${index}`]);
        const isHidden =
          (operation.path.includes("{repo}") && hidesRepository(operation, tokenSpec)) ||
          (operation.path.includes("{enterprise}") && tokenSpec.kind === "workflow");
        if (isHidden) {
          counts.hidden++;
          expect(status).toBe(404);
        } else if (isSufficient(operation, tokenSpec)) {
          counts.admitted++;
          expect(status).not.toBe(401);
          expect(message).not.toMatch(ACCESS_DENIED);
        } else {
          counts.refused++;
          expect({ status, message }).toEqual({ status: 403, message: expect.stringMatching(ACCESS_DENIED) });
        }
      }),
      { numRuns: pickSize(300, 1200) },
    );
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(pickSize(7, 30));
  });

  test("rejects calls without a token: 401 if authentication is required, 404 for private repositories", async () => {
    for (const operation of OPERATIONS) {
      const { access } = definitionOf(operation);
      const { status } = await call(operation, undefined);
      if (DENIED_ANONYMOUSLY.test(operation.route)) expect(status, operation.route).toBe(404);
      else if (!access.tokens.includes("anonymous")) expect(status, operation.route).toBe(401);
      else if (operation.path.includes("{repo}")) expect(status, operation.route).toBe(404);
      else expect([401, 403], operation.route).not.toContain(status);
    }
  });
});

describe("in a public repository", () => {
  const test = emulatorTest({
    seed: {
      users: { alice: {}, bob: {} },
      repositories: { "alice/open": {} },
      apps: { robot: { owner: "alice", client_id: "Iv1.robot", installations: { alice: {} } } },
      tokens: {
        none: { kind: "classic", user: "alice", scopes: [] },
        bob: { kind: "classic", user: "bob", scopes: ["repo", "delete_repo", "admin:org"] },
        oauth: { kind: "oauth", user: "alice", scopes: [] },
        authorized: { kind: "user-access", app: "robot", user: "alice" },
      },
    },
  });
  const denied = { status: 403, body: { message: "Must have admin rights to Repository." } };

  test("a missing scope or role is reported in the same words", async ({ emulator }) => {
    for (const route of [
      "POST /repos/alice/open/actions/runs/1/rerun",
      "DELETE /repos/alice/open",
      "GET /repos/alice/open/actions/secrets",
    ]) {
      for (const token of ["none", "bob"])
        expect(await sendRequest(emulator, route, token), route).toMatchObject(denied);
    }
    expect(await sendRequest(emulator, "GET /repos/alice/open/collaborators", "bob")).toMatchObject({
      status: 403,
      body: { message: "Must have push access to view repository collaborators." },
    });
  });

  test("changing a workflow run without a token is denied like without a scope", async ({ emulator }) => {
    for (const route of ["POST /repos/alice/open/actions/runs/1/cancel", "DELETE /repos/alice/open/actions/runs/1"])
      expect(await sendRequest(emulator, route), route).toMatchObject(denied);
    expect((await sendRequest(emulator, "DELETE /repos/alice/open")).status).toBe(401);
  });

  test("responses name the scopes in alphabetical order, and the app that the user authorized", async ({
    emulator,
  }) => {
    const headersFor = async (token: string) => {
      const { headers } = await sendRequest(emulator, "GET /repos/alice/open", token);
      const names = ["x-oauth-client-id", "x-oauth-scopes", "x-accepted-oauth-scopes", "x-accepted-github-permissions"];
      return names.map((name) => headers.get(name));
    };
    expect(await headersFor("bob")).toEqual([null, "admin:org, delete_repo, repo", "repo", null]);
    expect(await headersFor("oauth")).toEqual([expect.stringMatching(/^Ov23li\w{14}$/), "", "repo", null]);
    expect(await headersFor("authorized")).toEqual(["Iv1.robot", "", "", "metadata=read"]);
  });
});

import {
  type AnyOperation,
  definitionOf,
  PERMISSIONS,
  placeholdersOf,
  SCOPES,
  TOKEN_KINDS,
} from "@forgehand/core/contract";
import { github, wirePath } from "@forgehand/core/dialects";
import * as catalogue from "@forgehand/core/operations";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sized } from "../../../../test/effort.ts";
import { startEmulator } from "../emulator.ts";
import type { Emulator } from "../public.ts";

// Who may: any token at any operation, reckoned here once more, from the access tables alone.

const KINDS = TOKEN_KINDS.filter((kind) => kind !== "app" && kind !== "anonymous");

/** What a token was given. */
const token = fc.record({
  kind: fc.constantFrom(...KINDS),
  scopes: fc.uniqueArray(fc.constantFrom(...Object.keys(SCOPES)), { maxLength: 8 }),
  permissions: fc.dictionary(
    fc.constantFrom(...Object.keys(PERMISSIONS)),
    fc.constantFrom("read" as const, "write" as const),
    { maxKeys: 20 },
  ),
});
type Token = typeof token extends fc.Arbitrary<infer T> ? T : never;

const TOKENS = fc.sample(token, { numRuns: 150, seed: 7 });

const isScoped = ({ kind }: Token) => kind === "classic" || kind === "oauth";

/** Everything belongs to alice, and every token is hers or her organization's: only the token decides. */
const seed = {
  users: { alice: {}, bob: {} },
  organizations: { acme: { members: { alice: "owner" } } },
  enterprises: { "acme-inc": { members: { alice: "owner" }, organizations: ["acme"] } },
  repositories: { "acme/gears": { private: true } },
  apps: { robot: { owner: "acme", installations: { acme: {} } } },
  tokens: Object.fromEntries(
    TOKENS.map(({ kind, scopes, permissions }, index) => {
      const whose = {
        workflow: { repository: "acme/gears" },
        installation: { app: "robot", account: "acme" },
        "user-access": { app: "robot", user: "alice" },
      };
      const rest = { classic: {}, oauth: {}, "fine-grained": {}, ...whose }[kind];
      return [`t${index}`, { kind, scopes, permissions, user: "alice", ...rest }];
    }),
  ),
};

function implies(held: string, wanted: string): boolean {
  const lesser = Object.entries(SCOPES).find(([scope]) => scope === held)?.[1] ?? [];
  return held === wanted || lesser.some((scope) => implies(scope, wanted));
}

/** Does the token do for a private repository's things, none of which defines workflows? */
function suffices(operation: AnyOperation, given: Token): boolean {
  const { tokens, requirements } = definitionOf(operation).access;
  if (!tokens.includes(given.kind)) return false;
  const isPrivate = operation.path.includes("{repo}");
  // What anybody may read, no token keeps from its owner.
  if (tokens.includes("anonymous") && !isPrivate) return true;
  const speaking = requirements.filter((all) => all.every((need) => "scope" in need === isScoped(given)));
  const holds = speaking.map((all) =>
    all.every((need) => {
      if (need.when === "workflow-file" || (need.when === "private" && !isPrivate)) return true;
      if ("scope" in need) return given.scopes.some((scope) => implies(scope, need.scope));
      const level = given.permissions[need.permission];
      return level === "write" || level === need.level;
    }),
  );
  // Where no source says what this kind needs, nothing is missing.
  return holds.length === 0 || holds.includes(true);
}

const NAMES: Readonly<Record<string, string>> = {
  ...{ owner: "acme", repo: "gears", org: "acme", enterprise: "acme-inc", username: "bob", path: "README.md" },
  ...{ actor_type: "User", actor_identifier: "bob", name: "NAME", secret_name: "NAME", environment_name: "test" },
  ...{ svcsa_id: "GHSA-aaaa-bbbb-cccc", budget_id: "none", security_product: "secret_scanning" },
  enablement: "enable_all",
};

/** The operation's address; what it names beside repository, organization, enterprise and user need not be there. */
function addressOf({ path }: AnyOperation): string {
  return placeholdersOf(path).reduce(
    (address, name) => address.replace(`{${name}}`, NAMES[name] ?? "987654321"),
    wirePath(github, path),
  );
}

/** Those that would end what the others are tried on. */
const FATAL = ["DELETE /repos/{owner}/{repo}", "DELETE /orgs/{org}", "DELETE /installation/token"];

const OPERATIONS = Object.values<AnyOperation>(catalogue).filter((operation) => {
  const { access, retired } = definitionOf(operation);
  return retired === undefined && access.tokens.some((kind) => kind !== "app") && !FATAL.includes(operation.route);
});

/** The gate's own words; a handler's refusals have others. */
const REFUSED = /^(Resource not accessible|Insufficient scope)/;

describe("any token and any operation", () => {
  let emulator: Emulator;
  beforeAll(async () => {
    emulator = await startEmulator({ seed });
  });
  afterAll(() => emulator.stop());

  async function call(operation: AnyOperation, bearer: string | undefined) {
    const answer = await fetch(`${emulator.apiUrl}${addressOf(operation)}`, {
      method: operation.method,
      redirect: "manual",
      ...(bearer === undefined ? {} : { headers: { authorization: `Bearer ${bearer}` } }),
      // Nothing that an operation takes: what gets past the gate changes little.
      ...(operation.method === "GET" ? {} : { body: "[]" }),
    });
    const text = await answer.text();
    const message = answer.ok || text === "" ? "" : String(JSON.parse(text).message);
    return { status: answer.status, message };
  }

  test("who lacks something is refused, who has it all is not", async () => {
    const seen = { refused: 0, admitted: 0, hidden: 0 };
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...OPERATIONS), fc.nat(TOKENS.length - 1), async (operation, index) => {
        const given = TOKENS[index];
        if (!given) throw new Error("No such token.");
        const { status, message } = await call(operation, emulator.tokens[`t${index}`]);
        const isHidden =
          (operation.path.includes("{repo}") && isScoped(given) && !given.scopes.includes("repo")) ||
          (operation.path.includes("{enterprise}") && given.kind === "workflow");
        if (isHidden) {
          seen.hidden++;
          expect(status).toBe(404);
        } else if (suffices(operation, given)) {
          seen.admitted++;
          expect(status).not.toBe(401);
          expect(message).not.toMatch(REFUSED);
        } else {
          seen.refused++;
          expect({ status, message }).toEqual({ status: 403, message: expect.stringMatching(REFUSED) });
        }
      }),
      { numRuns: sized(300, 1200) },
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(sized(7, 30));
  });

  test("without a token: 401 where nobody may, 404 for what is private", async () => {
    for (const operation of OPERATIONS) {
      const { access } = definitionOf(operation);
      const { status } = await call(operation, undefined);
      if (!access.tokens.includes("anonymous")) expect(status, operation.route).toBe(401);
      else if (operation.path.includes("{repo}")) expect(status, operation.route).toBe(404);
      else expect([401, 403], operation.route).not.toContain(status);
    }
  });
});

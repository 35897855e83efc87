import { getRuleSuite, listRuleSuites } from "@forgehand/core/operations";
import { expect } from "vitest";
import * as z from "zod/mini";
import { startEmulator } from "../emulator.ts";
import type { Emulator } from "../public.ts";
import { clientFor, requestJson } from "../requests.fixture.ts";
import { emulatorTest } from "../vitest.ts";

// An organization without rulesets, and functions that create them and read their results.

export const EVERYWHERE = { ref_name: { include: ["~ALL"] }, repository_name: { include: ["~ALL"] } };
/** A rule that forbids updates. */
export const UPDATE = [{ type: "update" }];
/** Parameters of a rule that requires pull requests, but no approvals. */
export const REVIEWS = {
  dismiss_stale_reviews_on_push: false,
  require_code_owner_review: false,
  require_last_push_approval: false,
  required_review_thread_resolution: false,
  required_approving_review_count: 0,
};

const seed = {
  users: { alice: { email: "alice@acme.example" }, bob: {}, carol: {}, dora: {} },
  organizations: {
    acme: {
      members: { alice: "owner", bob: "member", carol: "member", dora: "member" },
      teams: { makers: {}, smiths: { members: ["carol"], parent: "makers" } },
      custom_properties: { tier: { repositories: { "acme/widgets": "gold" } } },
    },
  },
  enterprises: { "acme-inc": { members: { dora: "owner" }, organizations: ["acme"] } },
  repositories: {
    "acme/widgets": {
      collaborators: { bob: "push", carol: "maintain", dora: "push" },
      files: { "README.md": "# Widgets\n" },
      commits: [
        { branch: "round", from: "main", message: "Round it", author: "bob", files: { "src/round.md": "Round.\n" } },
        { message: "Go on", files: { "go.md": "on\n" } },
      ],
      branches: { "releases/1": "main" },
      pulls: [{ number: 1, title: "Round", author: "bob", head: "round" }],
    },
    "acme/gears": {
      collaborators: { bob: "push" },
      files: { "README.md": "# Gears\n" },
      import: {
        sources: Object.fromEntries(
          ["good", "bad", "tagged", "untagged"].map((branch) => {
            const rule = { branch, message: `${branch === "good" ? "Good" : "Bad"} one`, files: { "a.txt": "a\n" } };
            const tags = { good: {}, bad: {}, tagged: { tag: "v1" }, untagged: { tag: "first" } }[branch];
            return [`https://git.example.com/${branch}.git`, { history: { commits: [{ ...rule, ...tags }] } }];
          }),
        ),
      },
    },
    "acme/empty": { collaborators: { bob: "push" } },
    "bob/own": { files: { "README.md": "# Own\n" } },
  },
  apps: { helper: { owner: "acme", permissions: "all", installations: { acme: {} } } },
  tokens: {
    ...Object.fromEntries(
      ["alice", "bob", "carol", "dora"].map((user) => [user, { kind: "classic", user, scopes: "all" }]),
    ),
    helper: { kind: "installation", app: "helper", account: "acme", permissions: "all" },
  },
};

export const test = emulatorTest({ seed, now: () => new Date("2026-03-20T12:00:00Z") });

/** Creates a ruleset of `acme`. */
export async function createRuleset(emulator: Emulator, rules: object[], extraFields: object = {}): Promise<number> {
  const body = { name: "Whole", enforcement: "active", conditions: EVERYWHERE, rules, ...extraFields };
  const { status, body: created } = await requestJson(emulator, "POST /orgs/acme/rulesets", body);
  expect(created).toMatchObject({ name: body.name });
  expect(status).toBe(201);
  return z.parse(z.looseObject({ id: z.int() }), created).id;
}

let files = 0;

/** Writes a new file. */
export function writeFile(
  emulator: Emulator,
  token = "bob",
  extraFields: object = {},
  path = `file-${files++}.txt`,
  repo = "acme/widgets",
) {
  const body = { message: "Write it", content: Buffer.from("text\n").toString("base64"), ...extraFields };
  return requestJson(emulator, `PUT /repos/${repo}/contents/${path}`, body, token);
}

/** Returns the recorded rule suites, newest first, with the result of each rule. */
export async function listSuites(emulator: Emulator) {
  const { call } = clientFor(emulator, "alice");
  const listed = await call(listRuleSuites, { org: "acme" });
  return Promise.all(
    listed.map(async ({ id = 0 }) => {
      const {
        result,
        evaluation_result,
        ref,
        actor_name,
        before_sha,
        after_sha,
        rule_evaluations = [],
      } = await call(getRuleSuite, { org: "acme", rule_suite_id: id });
      const evaluations = rule_evaluations.map(
        (evaluation) => `${evaluation.rule_type} ${evaluation.enforcement} ${evaluation.result}`,
      );
      return { result, evaluation_result, ref, actor_name, before_sha, after_sha, ruleResults: evaluations };
    }),
  );
}

/** Runs work on an emulator whose seed has one ruleset. */
export async function withRuleset(
  ruleset: object,
  work: (emulator: Emulator) => Promise<void>,
  repository: object = {},
) {
  // A date at which source imports are still supported.
  const now = () => new Date("2024-04-01T12:00:00Z");
  const acme = { ...seed.organizations.acme, rulesets: [{ name: "Whole", conditions: EVERYWHERE, ...ruleset }] };
  const widgets = { ...seed.repositories["acme/widgets"], ...repository };
  const repositories = { ...seed.repositories, "acme/widgets": widgets };
  const emulator = await startEmulator({ seed: { ...seed, organizations: { acme }, repositories }, now });
  try {
    await work(emulator);
  } finally {
    await emulator.stop();
  }
}

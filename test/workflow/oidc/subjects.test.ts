import { createClient } from "@forgehand/core";
import { CLAIM_KEYS, type Claims, subjectOf } from "@forgehand/core/oidc";
import { getRepositorySubjectTemplate, setRepositorySubjectTemplate } from "@forgehand/core/operations/oidc";
import type { Emulator } from "@forgehand/emulator";
import { emulatorTest } from "@forgehand/emulator/vitest";
import fc from "fast-check";
import { decodeJwt } from "jose";
import { describe, expect } from "vitest";
import * as z from "zod/mini";
import type { JobToStart } from "./tokens.ts";

const SEED = {
  users: { alice: {}, bob: {} },
  organizations: {
    acme: {
      members: { alice: "owner", bob: "member" },
      custom_properties: { team: { repositories: { "acme/widgets": "a:b" } } },
    },
  },
  enterprises: { "acme-inc": { organizations: ["acme"] } },
  repositories: {
    "acme/widgets": {
      created: "2026-01-01T00:00:00Z",
      files: { "README.md": "Widgets" },
      pulls: [{ number: 1, title: "Round corners", author: "bob", head: "round" }],
      commits: [{ branch: "round", from: "main", message: "Round", author: "bob", files: { "a.txt": "a" } }],
    },
    "acme/newer": { created: "2026-07-15T00:00:00Z" },
  },
  tokens: { alice: { kind: "classic", user: "alice", scopes: "all" } },
} as const;

const test = emulatorTest({ seed: SEED, now: () => new Date("2026-08-01T12:00:00Z") });

const TokenBodySchema = z.object({ value: z.string() });
const DiscoveryBodySchema = z.object({ claims_supported: z.array(z.string()) });

/** Every kind of job in every kind of repository. */
const jobs: fc.Arbitrary<JobToStart> = fc.oneof(
  fc.record(
    {
      repository: fc.constantFrom("acme/widgets", "acme/newer"),
      environment: fc.constantFrom("production", "production:eu", "%3A", "a b"),
      event: fc.constantFrom("push", "workflow_dispatch", "schedule"),
      actor: fc.constantFrom("alice", "bob"),
      runner_environment: fc.constantFrom("hosted", "self-hosted"),
      job_workflow_ref: fc.constant("acme/widgets/.github/workflows/deploy.yml@refs/heads/round"),
    },
    { requiredKeys: ["repository"] },
  ),
  fc.record(
    {
      repository: fc.constant("acme/widgets"),
      pull: fc.constant(1),
      event: fc.constantFrom("pull_request", "pull_request_target", "pull_request_review"),
      environment: fc.constantFrom("staging", "eu:west"),
    },
    { requiredKeys: ["repository", "pull"] },
  ),
);

const KEYS = [
  "repo",
  "context",
  "actor",
  "ref",
  "environment",
  "event_name",
  "head_ref",
  "base_ref",
  "job_workflow_ref",
  "repository",
  "repository_id",
  "repository_owner",
  "repository_owner_id",
  "repository_visibility",
  "ref_type",
  "enterprise",
  "runner_environment",
  "workflow_ref",
  "repo_property_team",
  "run_number",
] as const;

/** Requests a token for a new job. */
async function requestFromIssuer(emulator: Emulator, job: JobToStart): Promise<Response> {
  const { env } = emulator.control.startJob({ ...job, permissions: { "id-token": "write" } });
  const headers = { authorization: `bearer ${env["ACTIONS_ID_TOKEN_REQUEST_TOKEN"]}` };
  return fetch(env["ACTIONS_ID_TOKEN_REQUEST_URL"] ?? "", { headers });
}

describe("computed subjects match those that the service issues", () => {
  test("for arbitrary templates and jobs", async ({ emulator }) => {
    const credentials = emulator.tokens["alice"] ?? "";
    const { call } = createClient({ baseUrl: emulator.apiUrl, credentials, pace: "off" });
    const templates = fc.record(
      { keys: fc.uniqueArray(fc.constantFrom(...KEYS), { maxLength: 5 }), immutable: fc.boolean() },
      { requiredKeys: ["keys"] },
    );
    const counts = { issued: 0, rejected: 0 };
    await fc.assert(
      fc.asyncProperty(templates, jobs, async ({ keys, immutable }, job) => {
        const [owner = "", repo = ""] = job.repository.split("/");
        const template = {
          use_default: false,
          include_claim_keys: keys,
          ...(immutable !== undefined && { use_immutable_subject: immutable }),
        };
        await call(setRepositorySubjectTemplate, { owner, repo, ...template });
        const storedTemplate = await call(getRepositorySubjectTemplate, { owner, repo });
        const response = await requestFromIssuer(emulator, job);
        if (response.status !== 200) {
          counts.rejected += 1;
          // `subjectOf` must reject the template too, with the claims of a token for the default template.
          await call(setRepositorySubjectTemplate, { owner, repo, use_default: true });
          const claims = claimsOf(await tokenOf(await requestFromIssuer(emulator, job)));
          expect(() => subjectOf({ keys, claims })).toThrow(/the job has no (environment|claim)/);
          return;
        }
        counts.issued += 1;
        const { sub, ...claims } = claimsOf(await tokenOf(response));
        const isImmutable = storedTemplate.sub_claim_prefix?.includes("@");
        expect(subjectOf({ keys, claims, immutable: isImmutable })).toBe(sub);
      }),
      { numRuns: 120 },
    );
    expect(counts.issued).toBeGreaterThan(20);
    expect(counts.rejected).toBeGreaterThan(0);
  });

  test("every claim in the service's discovery document is known", async ({ emulator }) => {
    const response = await fetch(`${emulator.webUrl}/_services/token/.well-known/openid-configuration`);
    const { claims_supported } = DiscoveryBodySchema.parse(await response.json());
    // Claims about the token rather than the job cannot be part of a subject.
    const tokenClaims = ["sub", "aud", "exp", "iat", "iss", "jti", "nbf"];
    expect(claims_supported.filter((claim) => !tokenClaims.includes(claim) && !(claim in CLAIM_KEYS))).toEqual([]);
  });
});

async function tokenOf(response: Response): Promise<string> {
  return TokenBodySchema.parse(await response.json()).value;
}

function claimsOf(token: string): Claims {
  const texts = Object.entries(decodeJwt(token)).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return Object.fromEntries(texts);
}

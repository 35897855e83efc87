import { decodeJwt, decodeProtectedHeader } from "jose";
import { describe, expect } from "vitest";
import { requestJson } from "../requests.fixture.ts";
import { emulatorTest } from "../vitest.ts";
import { ID_TOKEN, requestClaims, requestIdToken, sendTokenRequest } from "./id-token.fixture.ts";

const START = "2026-05-01T12:00:00Z";

const SEED = {
  users: { alice: {}, bob: { created: "2020-01-01T00:00:00Z" } },
  organizations: {
    acme: {
      members: { alice: "owner", bob: "member" },
      custom_properties: {
        team: { repositories: { "acme/widgets": "corners" } },
        regions: { repositories: { "acme/widgets": ["eu", "us"] } },
        unset: {},
        secret: { default: "untold" },
      },
      oidc_properties: ["team", "regions", "unset"],
    },
  },
  enterprises: { "acme-inc": { organizations: ["acme"] } },
  repositories: {
    "acme/widgets": {
      created: "2026-01-01T00:00:00Z",
      files: { ".github/workflows/test.yml": "name: Tests # of all\non: push\n" },
      pulls: [{ number: 1, title: "Round corners", author: "bob", head: "round" }],
      commits: [{ branch: "round", from: "main", message: "Round", author: "bob", files: { "a.txt": "a" } }],
    },
    "acme/newer": { created: "2026-07-15T00:00:00Z", private: true },
    "bob/own": { created: "2020-01-01T00:00:00Z" },
  },
  tokens: { alice: { kind: "classic", user: "alice", scopes: "all" } },
} as const;

const options = { seed: SEED, now: () => new Date(START) };
const test = emulatorTest(options);
const WIDGETS = "acme/widgets";
const JOB = { repository: WIDGETS, permissions: ID_TOKEN };
const SUB = "actions/oidc/customization/sub";

describe("claims of a token", () => {
  test("describe a push", async ({ emulator }) => {
    const { control, webUrl } = emulator;
    const job = control.startJob(JOB);
    const token = await requestIdToken(job);
    const { env } = job;
    expect(decodeProtectedHeader(token)).toEqual({ typ: "JWT", alg: "RS256", kid: expect.any(String) });
    const time = Date.parse(START) / 1000;
    const workflow = `${WIDGETS}/.github/workflows/test.yml@refs/heads/main`;
    expect(decodeJwt(token)).toEqual({
      iss: `${webUrl}/_services/token`,
      aud: `${webUrl}/acme`,
      sub: "repo:acme/widgets:ref:refs/heads/main",
      jti: expect.any(String),
      nbf: time - 600,
      exp: time + 300,
      iat: time,
      ref: "refs/heads/main",
      ref_type: "branch",
      ref_protected: "false",
      sha: env["GITHUB_SHA"],
      repository: WIDGETS,
      repository_id: env["GITHUB_REPOSITORY_ID"],
      repository_visibility: "public",
      repository_owner: "acme",
      repository_owner_id: env["GITHUB_REPOSITORY_OWNER_ID"],
      enterprise: "acme-inc",
      enterprise_id: expect.stringMatching(/^\d+$/),
      actor: "alice",
      actor_id: env["GITHUB_ACTOR_ID"],
      event_name: "push",
      head_ref: "",
      base_ref: "",
      workflow: "Tests",
      workflow_ref: workflow,
      workflow_sha: env["GITHUB_SHA"],
      job_workflow_ref: workflow,
      job_workflow_sha: env["GITHUB_SHA"],
      check_run_id: `${job.job}`,
      run_id: `${job.run}`,
      run_number: "1",
      run_attempt: "1",
      runner_environment: "github-hosted",
      repo_property_team: "corners",
      repo_property_regions: "eu,us",
    });
    const secondToken = decodeJwt(await requestIdToken(job));
    expect(secondToken.jti).not.toBe(decodeJwt(token).jti);
  });

  test("describe a pull request with an environment on a self-hosted runner", async ({ emulator }) => {
    const pull = { repository: WIDGETS, pull: 1, actor: "bob" };
    expect(await requestClaims(emulator, pull)).toMatchObject({
      sub: "repo:acme/widgets:pull_request",
      event_name: "pull_request",
      actor: "bob",
      ref: "refs/pull/1/merge",
      ref_type: "branch",
      head_ref: "round",
      base_ref: "main",
    });
    expect(await requestClaims(emulator, { ...pull, event: "pull_request_target" })).toMatchObject({
      sub: "repo:acme/widgets:ref:refs/heads/main",
      ref: "refs/heads/main",
      head_ref: "round",
      base_ref: "main",
    });
    const selfHostedJob = { ...pull, environment: "production:eu", runner_environment: "self-hosted" } as const;
    const { body } = await requestJson(emulator, `GET /repos/${WIDGETS}/environments`);
    expect(body).toMatchObject({ total_count: 0 });
    const claims = await requestClaims(emulator, selfHostedJob);
    expect(claims).toMatchObject({
      sub: "repo:acme/widgets:environment:production%3Aeu",
      environment: "production:eu",
      runner_environment: "self-hosted",
    });
    // The environment exists from then on.
    expect((await requestJson(emulator, `GET /repos/${WIDGETS}/environments`)).body).toMatchObject({
      environments: [{ name: "production:eu", node_id: claims["environment_node_id"] }],
    });
  });

  test("describe a reusable workflow in a user's repository", async ({ emulator }) => {
    const job_workflow_ref = "acme/widgets/.github/workflows/deploy.yml@refs/heads/round";
    const claims = await requestClaims(emulator, {
      repository: "bob/own",
      workflow: ".github/workflows/a.yml",
      job_workflow_ref,
    });
    expect(claims).toMatchObject({
      sub: "repo:bob/own:ref:refs/heads/main",
      aud: `${emulator.webUrl}/bob`,
      actor: "bob",
      workflow: ".github/workflows/a.yml",
      job_workflow_ref,
      job_workflow_sha: expect.stringMatching(/^\w{40}$/),
    });
    expect(claims["job_workflow_sha"]).not.toBe(claims["workflow_sha"]);
    expect(claims).not.toHaveProperty("enterprise");
    expect(claims).not.toHaveProperty("environment");
  });

  test("have the requested audience", async ({ emulator }) => {
    const job = emulator.control.startJob(JOB);
    expect(decodeJwt(await requestIdToken(job, "sts.amazonaws.com")).aud).toBe("sts.amazonaws.com");
    expect(decodeJwt(await requestIdToken(job, "api://a?b=c&d")).aud).toBe("api://a?b=c&d");
    expect(decodeJwt(await requestIdToken(job, "")).aud).toBe(`${emulator.webUrl}/acme`);
  });
});

describe("subject of a token", () => {
  test("follows the current template, an organization's only if the repository opted in", async ({ emulator }) => {
    const job = emulator.control.startJob(JOB);
    const subject = async () => decodeJwt(await requestIdToken(job)).sub;
    await requestJson(emulator, `PUT /orgs/acme/${SUB}`, { include_claim_keys: ["repository_owner", "ref"] });
    expect(await subject()).toBe("repo:acme/widgets:ref:refs/heads/main");
    await requestJson(emulator, `PUT /repos/${WIDGETS}/${SUB}`, { use_default: false });
    expect(await subject()).toBe("repository_owner:acme:ref:refs/heads/main");
    await requestJson(emulator, `PUT /repos/${WIDGETS}/${SUB}`, {
      use_default: false,
      include_claim_keys: ["actor", "repo"],
    });
    expect(await subject()).toBe("actor:alice:repo:acme/widgets");
    await requestJson(emulator, `PUT /repos/${WIDGETS}/${SUB}`, { use_default: true, include_claim_keys: ["actor"] });
    expect(await subject()).toBe("repo:acme/widgets:ref:refs/heads/main");
  });

  test("can't contain a claim that the job doesn't have", async ({ emulator }) => {
    await requestJson(emulator, `PUT /repos/${WIDGETS}/${SUB}`, {
      use_default: false,
      include_claim_keys: ["environment"],
    });
    const response = await sendTokenRequest(emulator.control.startJob(JOB));
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      message: "The subject template requires an environment, but the job has none.",
    });
    const { sub } = await requestClaims(emulator, { repository: WIDGETS, environment: "qa" });
    expect(sub).toBe("environment:qa");
  });

  test("includes IDs for new, opted-in and renamed repositories", async ({ emulator }) => {
    const { control } = emulator;
    const newer = await requestClaims(emulator, { repository: "acme/newer" });
    const { repository_id, repository_owner_id } = newer;
    expect(newer.sub).toBe(`repo:acme@${repository_owner_id}/newer@${repository_id}:ref:refs/heads/main`);
    expect(newer["repository_visibility"]).toBe("private");
    const job = control.startJob(JOB);
    const subject = async () => decodeJwt(await requestIdToken(job)).sub;
    expect(await subject()).toBe("repo:acme/widgets:ref:refs/heads/main");
    const immutable = /^repo:acme@\d+\/widgets@\d+:ref:refs\/heads\/main$/;
    await requestJson(emulator, `PUT /orgs/acme/${SUB}`, { use_immutable_subject: true });
    expect(await subject()).toMatch(immutable);
    const { body } = await requestJson(emulator, `GET /repos/${WIDGETS}/${SUB}`);
    expect(body).toMatchObject({ sub_claim_prefix: (await subject())?.replace(/:ref.*/, "") });
    await requestJson(emulator, `PUT /repos/${WIDGETS}/${SUB}`, { use_default: true, use_immutable_subject: false });
    expect(await subject()).toBe("repo:acme/widgets:ref:refs/heads/main");
    control.clock.set(new Date("2026-07-16T00:00:00Z"));
    const later = control.startJob(JOB);
    await requestJson(emulator, `PATCH /repos/${WIDGETS}`, { name: "gadgets" });
    expect(decodeJwt(await requestIdToken(later)).sub).toMatch(/^repo:acme@\d+\/gadgets@\d+:ref:refs\/heads\/main$/);
  });
});

describe("GitHub Enterprise Server", () => {
  const it = emulatorTest({ ...options, edition: "self-hosted" });
  it("has neither IDs nor custom properties in its claims", async ({ emulator }) => {
    await requestJson(emulator, `PUT /orgs/acme/${SUB}`, { use_immutable_subject: true });
    const claims = await requestClaims(emulator, { repository: "acme/newer", environment: "a:b" });
    expect(claims.sub).toBe("repo:acme/newer:environment:a%3Ab");
    expect(await requestClaims(emulator, { repository: WIDGETS })).not.toHaveProperty("repo_property_team");
  });
});

describe("issuer", () => {
  test("rejects unknown tokens, jobs without permission, and built-in tokens", async ({ emulator }) => {
    const { control } = emulator;
    const job = control.startJob(JOB);
    const other = control.startJob(JOB);
    const status = async (bearer?: string) => (await sendTokenRequest(job, undefined, bearer)).status;
    expect(await status("nonsense")).toBe(401);
    expect(await status(other.env["ACTIONS_ID_TOKEN_REQUEST_TOKEN"])).toBe(401);
    expect(await status(job.token)).toBe(401);
    const bare = await fetch(job.env["ACTIONS_ID_TOKEN_REQUEST_URL"] ?? "");
    expect([bare.status, bare.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect(await bare.json()).toEqual({
      message: expect.stringContaining("must be the ID token request token of job"),
    });

    const jobWithoutPermission = control.startJob({
      repository: WIDGETS,
      permissions: { contents: "read" },
    });
    expect(jobWithoutPermission.env).not.toHaveProperty("ACTIONS_ID_TOKEN_REQUEST_URL");
    expect(jobWithoutPermission.env).not.toHaveProperty("ACTIONS_ID_TOKEN_REQUEST_TOKEN");
    const url = (job.env["ACTIONS_ID_TOKEN_REQUEST_URL"] ?? "").replace(
      `/jobs/${job.job}/`,
      `/jobs/${jobWithoutPermission.job}/`,
    );
    const refused = await sendTokenRequest(
      { env: { ACTIONS_ID_TOKEN_REQUEST_URL: url } },
      undefined,
      jobWithoutPermission.token,
    );
    expect(refused.status).toBe(403);
    expect(await refused.json()).toEqual({ message: expect.stringContaining('"id-token: write"') });
  });

  test("rejects tokens of completed and deleted jobs", async ({ emulator }) => {
    const { control } = emulator;
    const job = control.startJob(JOB);
    expect((await sendTokenRequest(job)).status).toBe(200);
    control.clock.advance(6 * 3600 - 1);
    expect((await sendTokenRequest(job)).status).toBe(200);
    control.clock.advance(1);
    const responseAfterCompletion = await sendTokenRequest(job);
    expect(responseAfterCompletion.status).toBe(403);
    expect(await responseAfterCompletion.json()).toEqual({ message: `Job ${job.job} has ended.` });
    await requestJson(emulator, `DELETE /repos/${WIDGETS}/actions/runs/${job.run}`);
    const endedResponse = await sendTokenRequest(job);
    expect(endedResponse.status).toBe(401);
    expect(await endedResponse.json()).toEqual({ message: expect.stringContaining(`There is no job ${job.job}`) });
  });
});

describe("over HTTP", () => {
  const WELL_KNOWN = "/_services/token/.well-known";

  test("sends cache lifetimes and ETags", async ({ emulator: { webUrl, control } }) => {
    for (const [path, cached] of [
      ["openid-configuration", "public, max-age=3600"],
      ["jwks", "public, max-age=300"],
    ] as const) {
      const url = `${webUrl}${WELL_KNOWN}/${path}`;
      const first = await fetch(url);
      expect(first.status).toBe(200);
      expect(first.headers.get("cache-control")).toBe(cached);
      expect(first.headers.get("access-control-allow-origin")).toBeNull();
      expect(first.headers.get("content-type")).toMatch(/^application\/json/);
      const tag = first.headers.get("etag") ?? "";
      expect((await fetch(url, { headers: { "if-none-match": tag } })).status).toBe(304);
      const head = await fetch(url, { method: "HEAD" });
      expect([head.status, await head.text(), head.headers.get("etag")]).toEqual([200, "", tag]);
      const post = await fetch(url, { method: "POST" });
      expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    }
    const response = await sendTokenRequest(control.startJob(JOB));
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect((await fetch(`${webUrl}/_services/token/nothing`)).status).toBe(404);
  });

  test("lists every claim of a token", async ({ emulator }) => {
    const { webUrl } = emulator;
    const configuration: unknown = await (await fetch(`${webUrl}${WELL_KNOWN}/openid-configuration`)).json();
    expect(configuration).toMatchObject({
      issuer: `${webUrl}/_services/token`,
      jwks_uri: `${webUrl}${WELL_KNOWN}/jwks`,
      id_token_signing_alg_values_supported: ["RS256"],
      response_types_supported: ["id_token"],
    });
    const claims = await requestClaims(emulator, { repository: WIDGETS, environment: "qa" });
    const names = Object.keys(claims).filter((name) => !name.startsWith("repo_property_"));
    expect(configuration).toMatchObject({ claims_supported: expect.arrayContaining(names) });
    expect(configuration).toHaveProperty("claims_supported.length", names.length);
  });
});

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Emulator } from "@forgehand/emulator";
import { emulatorTest, test } from "@forgehand/emulator/vitest";
import { createRemoteJWKSet, errors, jwtVerify } from "jose";
import * as client from "openid-client";
import { describe, expect } from "vitest";
import * as z from "zod/mini";

// Tests identity tokens with third-party libraries, from the perspective of jobs and of cloud providers.

const ACTION = fileURLToPath(new URL("../../action", import.meta.url));
const JOB = {
  repository: "acme/widgets",
  environment: "production",
  permissions: { "id-token": "write" },
} as const;

/** Requests a token as a real step does, with only the job's environment. */
const STEP = `
import { getIDToken } from "@actions/core";
try {
  console.error(JSON.stringify({ token: await getIDToken(process.argv[1]) }));
} catch (error) {
  console.error(JSON.stringify({ error: error.message }));
}`;

type StartedJob = Pick<ReturnType<Emulator["control"]["startJob"]>, "env">;

const StepOutputSchema = z.object({ token: z.optional(z.string()), error: z.optional(z.string()) });

async function runStepProgram({ env }: StartedJob, audience?: string) {
  const args = ["--input-type=module", "--eval", STEP, ...(audience === undefined ? [] : [audience])];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: ACTION, env });
  return { ...z.parse(StepOutputSchema, JSON.parse(stderr)), stdout };
}

const TokenResponseSchema = z.object({ value: z.string() });

/** Requests a token without a separate process. */
async function requestToken({ env }: StartedJob, audience: string): Promise<string> {
  const authorization = `Bearer ${env["ACTIONS_ID_TOKEN_REQUEST_TOKEN"]}`;
  const url = `${env["ACTIONS_ID_TOKEN_REQUEST_URL"]}&audience=${audience}`;
  return z.parse(TokenResponseSchema, await (await fetch(url, { headers: { authorization } })).json()).value;
}

const IssuerMetadataSchema = z.object({
  issuer: z.string(),
  jwks_uri: z.string(),
  id_token_signing_alg_values_supported: z.array(z.string()),
});

/** Fetches an issuer's metadata as a cloud provider does, which knows only the issuer's URL. */
async function discover(issuer: string) {
  const options = { execute: [client.allowInsecureRequests] };
  return client.discovery(new URL(issuer), "sts.example", undefined, client.None(), options);
}

describe.for(["github", "svc"] as const)("in the dialect %s", (dialect) => {
  const it = emulatorTest({ dialect });

  it("a step gets a token that a cloud provider accepts", async ({ emulator }) => {
    const { control, webUrl } = emulator;
    const { token = "", stdout } = await runStepProgram(control.startJob(JOB), "api://AzureADTokenExchange");
    expect(stdout).toContain(`::add-mask::${token}`);
    const issuer = `${webUrl}/_services/token`;
    const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks`));
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      audience: "api://AzureADTokenExchange",
      algorithms: ["RS256"],
      typ: "JWT",
      requiredClaims: ["sub", "iat", "nbf", "exp", "jti"],
    });
    expect(protectedHeader).toMatchObject({ alg: "RS256", typ: "JWT" });
    expect(payload.sub).toMatch(/^repo:acme@\d+\/widgets@\d+:environment:production$/);
    await expect(jwtVerify(token, keys, { issuer, audience: "another" })).rejects.toThrow(
      errors.JWTClaimValidationFailed,
    );
  });

  it("without an audience, the token is for the repository's owner", async ({ emulator: { control, webUrl } }) => {
    const { token = "" } = await runStepProgram(control.startJob(JOB));
    const keys = createRemoteJWKSet(new URL(`${webUrl}/_services/token/.well-known/jwks`));
    expect((await jwtVerify(token, keys)).payload.aud).toBe(`${webUrl}/acme`);
  });
});

test("a step without the permission gets an error from GitHub's toolkit", async ({ emulator: { control } }) => {
  const { error } = await runStepProgram(control.startJob({ ...JOB, permissions: { contents: "read" } }));
  expect(error).toContain("Unable to get ACTIONS_ID_TOKEN_REQUEST_URL");
});

test("a step that outlives its job gets an error with the reason", async ({ emulator: { control } }) => {
  const job = control.startJob(JOB);
  control.clock.advance(7 * 3600);
  expect((await runStepProgram(job)).error).toContain(`Job ${job.job} has ended.`);
});

test("a token expires after five minutes", async ({ emulator: { control, webUrl } }) => {
  const token = await requestToken(control.startJob(JOB), "sts.example");
  const keys = createRemoteJWKSet(new URL(`${webUrl}/_services/token/.well-known/jwks`));
  const verify = () => jwtVerify(token, keys, { currentDate: control.clock.now() });
  control.clock.advance(290);
  await verify();
  control.clock.advance(10);
  await expect(verify()).rejects.toThrow(errors.JWTExpired);
});

test("rejects a key of another issuer", async ({ emulator: { control, webUrl } }) => {
  const { startEmulator } = await import("@forgehand/emulator");
  const other = await startEmulator();
  try {
    const token = await requestToken(other.control.startJob(JOB), "sts.example");
    const keys = createRemoteJWKSet(new URL(`${webUrl}/_services/token/.well-known/jwks`));
    await expect(jwtVerify(token, keys)).rejects.toThrow(errors.JWKSNoMatchingKey);
    await jwtVerify(await requestToken(control.startJob(JOB), "sts.example"), keys);
  } finally {
    await other.stop();
  }
});

describe("an OpenID client", () => {
  test("discovers the issuer, its keys and its metadata", async ({ emulator: { webUrl } }) => {
    const issuer = `${webUrl}/_services/token`;
    const metadata = (await discover(issuer)).serverMetadata();
    expect(metadata).toMatchObject({ issuer, id_token_signing_alg_values_supported: ["RS256"] });
    expect(metadata.claims_supported).toContain("job_workflow_ref");
  });

  test("verifies a token with the discovered keys and rejects a forged one", async ({
    emulator: { control, webUrl },
  }) => {
    const token = await requestToken(control.startJob(JOB), "sts.example");
    const found = z.parse(IssuerMetadataSchema, (await discover(`${webUrl}/_services/token`)).serverMetadata());
    /** The library verifies responses of a token endpoint, so this endpoint returns the step's token. */
    const verify = async (id_token: string) => {
      const exchange = "http://cloud.example/exchange";
      const cloud = new client.Configuration(
        { ...found, token_endpoint: exchange },
        "sts.example",
        undefined,
        client.None(),
      );
      client.allowInsecureRequests(cloud);
      client.enableNonRepudiationChecks(cloud);
      cloud[client.customFetch] = (url, { body, ...init }) =>
        url === exchange
          ? Promise.resolve(Response.json({ access_token: "a", token_type: "bearer", id_token }))
          : fetch(url, { ...init, ...(body === undefined ? {} : { body: String(body) }) });
      const tokenResponse = await client.genericGrantRequest(
        cloud,
        "urn:ietf:params:oauth:grant-type:token-exchange",
        {},
      );
      return tokenResponse.claims();
    };
    expect(await verify(token)).toMatchObject({ aud: "sts.example", repository: "acme/widgets" });
    const [header, payload = "", signature] = token.split(".");
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString());
    const forged = Buffer.from(JSON.stringify(Object.assign({}, claims, { sub: "repo:mallory/x:pull_request" })));
    await expect(verify(`${header}.${forged.toString("base64url")}.${signature}`)).rejects.toThrow();
    await expect(verify(await requestToken(control.startJob(JOB), "another"))).rejects.toThrow();
  });
});

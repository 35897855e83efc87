import { once } from "node:events";
import { createServer } from "node:http";
import { getRepositorySubjectTemplate, setRepositorySubjectTemplate } from "@forgehand/core/operations";
import { test } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";
import { createServiceClient, WIDGETS } from "../../service/service-client.ts";
import { inputsFor } from "../inputs.ts";
import { runStep, startStep } from "../runner.ts";

const JOB = { repository: "acme/widgets", permissions: { "id-token": "write" } } as const;
const EXPECT = { task: "oidc-template", "expect-subject": "template" };
const IMMUTABLE_SUBJECT = /repo:acme@\d+\/widgets@\d+:ref:refs\/heads\/main/;

describe("expect-subject", () => {
  test("accepts the expected subject, prints trust policies for four clouds and never prints the token", async ({
    emulator,
  }) => {
    const { env } = emulator.control.startJob(JOB);
    emulator.control.clearCalls();
    const step = await runStep({ ...inputsFor(emulator), ...EXPECT }, env);
    expect([step.exitCode, step.errors]).toEqual([0, []]);
    const issuer = `${emulator.webUrl}/_services/token`;
    for (const shown of [step.log, step.summary.replaceAll("&quot;", '"')]) {
      expect(shown).toContain("This job's token has the expected subject");
      expect(shown).toMatch(IMMUTABLE_SUBJECT);
      // Removes whitespace, so that the formatting of the policies does not matter.
      const text = shown.replace(/\s+(?=["\]])|(?<=[:[])\s+/g, "");
      expect(text).toContain(`"${issuer.replace("http://", "")}:aud":"sts.amazonaws.com"`);
      expect(text).toContain(`"issuer":"${issuer}"`);
      expect(text).toContain('"audiences":["api://AzureADTokenExchange"]');
      expect(text).toContain(`"bound_audiences":["${emulator.webUrl}/acme"]`);
      expect(text).toMatch(/assertion\.sub == 'repo:acme@/);
    }
    const shown = step.log.split("\n").filter((line) => !line.startsWith("::add-mask::"));
    expect(shown.join()).not.toMatch(/eyJ[\w-]{20}/);
    expect(step.log).toMatch(/^::add-mask::eyJ/m);
    expect(step.summary + step.report).not.toMatch(/eyJ[\w-]{20}/);
    // Only the template of the job's repository is read.
    expect(emulator.control.calls().map(({ operation }) => operation)).toEqual(["getRepositorySubjectTemplate"]);
  });

  test("compares the token with the new template after setting it", async ({ emulator }) => {
    const keys = "repo, context, event_name";
    const { env } = emulator.control.startJob({ ...JOB, environment: "eu:west" });
    const inputs = { ...inputsFor(emulator), ...EXPECT, repositories: "acme/widgets", "include-claim-keys": keys };
    const plan = await runStep({ ...inputs, mode: "plan" }, env);
    expect([plan.exitCode, plan.outputs["changed"]]).toEqual([0, "1"]);
    const step = await runStep({ ...inputs, mode: "apply", audience: "me" }, env);
    expect([step.exitCode, step.errors, step.outputs["changed"]]).toEqual([0, [], "1"]);
    expect(step.log).toContain("This job's token has the expected subject");
    expect(step.log).toContain(":environment:eu%3Awest:event_name:push");
    expect(step.summary).toMatch(
      /This job's token has the expected subject<\/summary><pre><code>.*:environment:eu%3Awest:event_name:push</,
    );
    expect(step.log).toMatch(/"audiences": \[\s*"me"/);
    // Nothing has to be changed, and the token is still compared.
    const secondRun = await runStep({ ...inputs, mode: "apply" }, env);
    expect([secondRun.exitCode, secondRun.outputs["skipped"]]).toEqual([0, "1"]);
    expect(secondRun.summary).toContain("has the expected subject");
  });

  test("fails in every mode for another subject and explains the first difference", async ({ emulator }) => {
    const job = { ...JOB, environment: "production" };
    const { env } = emulator.control.startJob(job);
    const inputs = { ...inputsFor(emulator), ...EXPECT, "expect-subject": "repo:acme@*/widgets@*:ref:refs/heads/main" };
    for (const mode of ["plan", "check", "apply"]) {
      const step = await runStep({ ...inputs, mode }, env);
      expect(step.exitCode).toBe(1);
      expect(step.outputs["failed"]).toBe("1");
      expect(step.errors[0]).toContain("This job's token: its subject must be repo:acme@");
      expect(step.errors[0]).toContain(
        "In part 2, ref:refs/heads/main was expected, but the subject has environment:production: the job has the environment production, which replaces branch, tag and pull request.",
      );
      // Trust policies for the actual subject are printed anyway.
      expect(step.log).toMatch(/^::group::For Vault: the role/m);
    }
    const names = await runStep({ ...inputs, "expect-subject": "repo:acme/widgets:environment:production" }, env);
    expect(names.errors[0]).toContain("the repository's subjects are immutable");
  });

  test("reports a missing permission to request tokens before it changes anything", async ({ emulator }) => {
    const templateInputs = { repositories: "acme/widgets", "include-claim-keys": "repo, ref", mode: "apply" };
    const { env } = emulator.control.startJob({ repository: "acme/widgets", permissions: { contents: "read" } });
    emulator.control.clearCalls();
    const step = await runStep({ ...inputsFor(emulator), ...EXPECT, ...templateInputs }, env);
    expect(step.exitCode).toBe(1);
    expect(step.errors[0]).toContain('Add "permissions: id-token: write" to the job');
    expect(emulator.control.calls()).toEqual([]);
  });

  test("an unresponsive issuer does not delay a canceled run", async ({ emulator }) => {
    const requestReceived = Promise.withResolvers<void>();
    const issuer = createServer(() => requestReceived.resolve()).listen(0, "127.0.0.1");
    await once(issuer, "listening");
    const address = issuer.address();
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/?of=job`;
    const env = { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: "request-token" };
    const templateInputs = { repositories: "acme/widgets", "include-claim-keys": "repo, ref", mode: "apply" };
    const step = startStep({ ...inputsFor(emulator), ...EXPECT, ...templateInputs }, env);
    await requestReceived.promise;
    step.child.kill("SIGINT");
    await expect.poll(step.log, { timeout: 60_000 }).toContain("The run was cancelled");
    await step.passTime(3500);
    const done = await step.done;
    issuer.closeAllConnections();
    issuer.close();
    expect(done.outputs).toMatchObject({ changed: "1", failed: "1" });
    expect(done.summary).toContain("not compared because the run was cancelled");
  });

  test("reports why a job gets no token, and also what was set", async ({ emulator }) => {
    const templateInputs = { repositories: "acme/widgets", "include-claim-keys": "repo, environment", mode: "apply" };
    const { env } = emulator.control.startJob(JOB);
    const step = await runStep({ ...inputsFor(emulator), ...EXPECT, ...templateInputs }, env);
    expect(step.exitCode).toBe(1);
    expect(step.outputs).toMatchObject({ changed: "1", failed: "1" });
    expect(step.errors[0]).toContain("the issuer rejected the request for an identity token:");
    expect(step.errors[0]).toContain("The subject template requires an environment, but the job has none.");
    const { call } = createServiceClient(emulator);
    expect((await call(getRepositorySubjectTemplate, WIDGETS)).include_claim_keys).toEqual(["repo", "environment"]);
    await call(setRepositorySubjectTemplate, { ...WIDGETS, use_default: true });
    expect((await runStep({ ...inputsFor(emulator), ...EXPECT }, env)).summary).toMatch(IMMUTABLE_SUBJECT);
  });
});

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Cloud } from "@forgehand/core/oidc";
import { getRepositorySubjectTemplate, setRepositorySubjectTemplate } from "@forgehand/core/operations";
import type { Emulator } from "@forgehand/emulator";
import { emulatorTest } from "@forgehand/emulator/vitest";
import { afterAll, beforeEach, describe, expect } from "vitest";
import * as z from "zod/mini";
import { acceptsToken } from "../../../packages/core/src/oidc/evaluate-trust.fixture.ts";
import { createServiceClient } from "../../service/service-client.ts";
import { inputsFor } from "../inputs.ts";
import { runStep } from "../runner.ts";
import { issueToken } from "./tokens.ts";

const MANY = 200;
const OLD = { created: "2026-01-01T00:00:00Z" } as const;
const SEED = {
  users: { alice: {} },
  organizations: { acme: { members: { alice: "owner" } } },
  repositories: {
    "acme/widgets": { ...OLD, default_branch: "trunk" },
    "acme/newer": { created: "2026-08-01T00:00:00Z" },
    ...Object.fromEntries(Array.from({ length: MANY }, (_, index) => [`acme/service-${index}`, OLD])),
  },
  tokens: { alice: { kind: "classic", user: "alice", scopes: "all" } },
} as const;

const test = emulatorTest({ seed: SEED });

const OPT_IN = { task: "oidc-template", "immutable-subject": "true", "trust-conditions": "out/trust" };
const CLOUDS: readonly Cloud[] = ["aws", "azure", "google", "vault"];
const AUDIENCES: Readonly<Partial<Record<Cloud, string>>> = {
  aws: "sts.amazonaws.com",
  azure: "api://AzureADTokenExchange",
};

const root = mkdtempSync(join(tmpdir(), "forgehand-trust-"));
afterAll(() => rmSync(root, { recursive: true }));

let workspace = root;
beforeEach(() => {
  workspace = mkdtempSync(join(root, "workspace-"));
});

const run = (emulator: Emulator, inputs: Readonly<Record<string, string>>) =>
  runStep({ ...inputsFor(emulator), ...OPT_IN, ...inputs }, { GITHUB_WORKSPACE: workspace });

const IndexSchema = z.object({
  writtenBy: z.string(),
  jobs: z.array(z.string()),
  files: z.array(
    z.object({ file: z.string(), for: z.string(), command: z.string(), repositories: z.array(z.string()) }),
  ),
  subjects: z.record(z.string(), z.array(z.string())),
  missing: z.array(z.string()),
});

const readTrust = (file: string, folder = "out/trust") => readFileSync(join(workspace, folder, file), "utf8");
const readIndex = (folder?: string) => IndexSchema.parse(JSON.parse(readTrust("index.json", folder)));

/** Returns the files that accept the token of a new job, for each cloud. */
async function acceptingFiles(emulator: Emulator, job: Parameters<typeof issueToken>[1]) {
  const { files } = readIndex();
  const accepting: Partial<Record<Cloud, readonly string[]>> = {};
  for (const cloud of CLOUDS) {
    const claims = await issueToken(emulator, job, AUDIENCES[cloud]);
    const names = files.map(({ file }) => file).filter((file) => file.startsWith(`${cloud}/`));
    accepting[cloud] = names.filter((file) => acceptsToken(cloud, readTrust(file), claims));
  }
  return accepting;
}

const NONE = { aws: [], azure: [], google: [], vault: [] };
const writesOf = (emulator: Emulator) => emulator.control.calls().filter(({ method }) => method === "PUT");

describe("trust-conditions", () => {
  test(`accept the current and the new tokens of ${MANY} repositories before and after they opt in`, async ({
    emulator,
  }) => {
    const repositories = "acme/service-*";
    const plan = await run(emulator, { repositories });
    expect([plan.errors, plan.outputs["changed"]]).toEqual([[], String(MANY)]);
    expect(writesOf(emulator)).toEqual([]);
    const { files, subjects, jobs, missing } = readIndex();
    expect([jobs, missing, Object.keys(subjects).length]).toEqual([["branch"], [], MANY]);
    // Each repository is in one file of each cloud, and no other file is in the folder.
    for (const cloud of CLOUDS) {
      const own = files.filter(({ file }) => file.startsWith(`${cloud}/`));
      expect(own.flatMap((file) => file.repositories).toSorted()).toEqual(Object.keys(subjects).toSorted());
      expect(readdirSync(join(workspace, "out/trust", cloud)).length).toBe(own.length);
    }
    const listed = (repository: string, cloud: Cloud) =>
      files.flatMap(({ file, repositories }) =>
        file.startsWith(`${cloud}/`) && repositories.includes(repository) ? [file] : [],
      );
    const samples = [`acme/service-0`, "acme/service-99", `acme/service-${MANY - 1}`];
    const expectAccepted = async () => {
      for (const repository of samples) {
        const accepting = await acceptingFiles(emulator, { repository });
        for (const cloud of CLOUDS) expect(accepting[cloud]).toEqual(listed(repository, cloud));
        expect(await acceptingFiles(emulator, { repository, environment: "production" })).toEqual(NONE);
      }
    };
    await expectAccepted();
    expect(await acceptingFiles(emulator, { repository: "acme/widgets" })).toEqual(NONE);
    const advice = plan.log.replaceAll("%0A", "\n");
    expect(advice).toContain(`Trust conditions for ${MANY} repositories, in out/trust`);
    expect(advice).toContain(`out/trust/index.json says which file is for what.`);
    expect(plan.warnings.join()).toContain(
      `Azure: an application or managed identity has at most 20 federated identity credentials, of one subject each, so one can't trust all of these repositories. Before you apply, create ${MANY / 10}, and give each a file of out/trust.`,
    );

    const applied = await run(emulator, { repositories, mode: "apply" });
    expect([applied.errors, applied.outputs["changed"]]).toEqual([[], String(MANY)]);
    expect(readIndex().subjects).toEqual(subjects);
    const claims = await issueToken(emulator, { repository: "acme/service-0" });
    expect(claims.sub).toMatch(/^repo:acme@\d+\/service-0@\d+:ref:refs\/heads\/main$/);
    await expectAccepted();

    // The last step of the migration: the same settings now only trust the new subjects. Fewer files remain.
    const after = await run(emulator, { repositories });
    expect([after.errors, after.outputs["changed"], after.outputs["skipped"]]).toEqual([[], "0", String(MANY)]);
    expect(readIndex().subjects["acme/service-0"]).toEqual([claims.sub]);
    const azureFiles = readdirSync(join(workspace, "out/trust/azure"));
    expect(azureFiles.length).toBe(MANY / 20);
    await createServiceClient(emulator).call(setRepositorySubjectTemplate, {
      owner: "acme",
      repo: "service-0",
      use_default: true,
      use_immutable_subject: false,
    });
    expect(await acceptingFiles(emulator, { repository: "acme/service-0" })).toEqual(NONE);
  });

  test("accept the jobs of the environment, or those that trust-jobs selects", async ({ emulator }) => {
    const repository = "acme/widgets";
    const inputs = { repositories: `${repository}, acme/newer` };
    const one = { aws: ["aws/role-1.json"], azure: ["azure/identity-1.json"], google: ["google/provider-1.json"] };
    const all = { ...one, vault: ["vault/role-1.json"] };
    await run(emulator, { ...inputs, environment: "eu:west" });
    expect(await acceptingFiles(emulator, { repository, environment: "eu:west" })).toEqual(all);
    // Repositories that already have ids stay in the files.
    expect(await acceptingFiles(emulator, { repository: "acme/newer", environment: "eu:west" })).toEqual(all);
    expect(await acceptingFiles(emulator, { repository })).toEqual(NONE);
    await run(emulator, { ...inputs, "trust-jobs": "branch, tag" });
    expect(await acceptingFiles(emulator, { repository })).toEqual(all);
    expect(await acceptingFiles(emulator, { repository, environment: "eu:west" })).toEqual(NONE);
    expect(readTrust("aws/role-1.json")).toContain("refs/tags/*");
    await run(emulator, { ...inputs, "trust-clouds": "google", audience: "me" });
    expect(readdirSync(join(workspace, "out/trust")).toSorted()).toEqual([
      "aws",
      "azure",
      "google",
      "index.json",
      "vault",
    ]);
    expect(readIndex().files.map(({ file }) => file)).toEqual(["google/provider-1.json"]);
    expect(existsSync(join(workspace, "out/trust/aws/role-1.json"))).toBe(false);
    expect(readTrust("google/provider-1.json")).toContain('"me"');
  });

  test("also contain the new subject of other templates", async ({ emulator }) => {
    const repository = "acme/widgets";
    const keys = { "include-claim-keys": "repo, context, job_workflow_ref", repositories: repository };
    const step = await run(emulator, keys);
    expect(step.errors).toEqual([]);
    const before = await acceptingFiles(emulator, { repository });
    expect(before.azure).toEqual(["azure/identity-1.json"]);
    const applied = await run(emulator, { ...keys, mode: "apply" });
    expect(applied.errors).toEqual([]);
    expect((await issueToken(emulator, { repository })).sub).toContain(":job_workflow_ref:acme/");
    expect(await acceptingFiles(emulator, { repository })).toEqual(before);
    const broad = await run(emulator, { ...keys, "include-claim-keys": "repository_owner, actor", mode: "apply" });
    expect([broad.exitCode, broad.outputs["changed"]]).toEqual([1, "0"]);
    expect(broad.errors[0]).toContain("its trust conditions can't be written, so nothing is changed: the subject");
  });

  test("are an error if one repository exceeds a cloud's limit, and then nothing is applied", async ({ emulator }) => {
    const { call } = createServiceClient(emulator);
    const inputs = { repositories: "acme/widgets, acme/newer, acme/service-1", mode: "apply" };
    const step = await run(emulator, {
      ...inputs,
      environment: "x".repeat(255),
      "trust-jobs": "environment",
      "include-claim-keys": "repo, context, environment, repository, repository_owner",
    });
    expect(step.errors[0] ?? "").toContain("for Azure, it must have subjects with a length of at most 600, got 6");
    expect(step.errors[0]).toContain("Select other clouds with trust-clouds");
    expect([step.exitCode, step.outputs["changed"]]).toEqual([1, "0"]);
    expect(writesOf(emulator)).toEqual([]);
    expect(existsSync(join(workspace, "out"))).toBe(false);
    expect(await call(getRepositorySubjectTemplate, { owner: "acme", repo: "widgets" })).toMatchObject({
      use_default: true,
    });
  });

  test.for([
    {
      problem: "a file",
      folder: "file",
      message: 'The trust conditions can\'t be written to "file", so nothing was changed: ',
    },
    {
      problem: "a folder with other files",
      folder: "full",
      message: 'must be an empty folder, or one that an earlier run wrote, got "full"',
    },
    { problem: "an index of something else", folder: "foreign", message: "must be an empty folder" },
    { problem: "a read-only file system", folder: "/proc/forgehand", message: "so nothing was changed: " },
  ])("change nothing if they can't be written: $problem", async ({ folder, message }, { emulator }) => {
    writeFileSync(join(workspace, "file"), "");
    for (const name of ["full", "foreign"]) mkdirSync(join(workspace, name));
    writeFileSync(join(workspace, "full", "notes.txt"), "mine");
    const foreignIndex = JSON.stringify({ writtenBy: "forgehand oidc-template", files: [{ file: "../file" }] });
    writeFileSync(join(workspace, "foreign", "index.json"), foreignIndex);
    const inputs = { repositories: "acme/widgets", "trust-conditions": folder };
    for (const mode of ["plan", "apply"]) {
      const step = await run(emulator, { ...inputs, mode });
      expect(step.exitCode).toBe(1);
      expect(step.errors[0]).toContain(message);
    }
    expect(writesOf(emulator)).toEqual([]);
    expect(readFileSync(join(workspace, "full", "notes.txt"), "utf8")).toBe("mine");
    expect(existsSync(join(workspace, "file"))).toBe(true);
  });

  test("list what could not be read, and never contain a secret", async ({ emulator }) => {
    const unread = await run(emulator, { repositories: "acme/widgets, acme/wigdets" });
    expect(unread.exitCode).toBe(1);
    expect(readIndex().missing).toEqual(["acme/wigdets"]);
    expect(unread.log).toContain("Not in these files, because they could not be read: acme/wigdets");
    const token = emulator.tokens["alice"] ?? "";
    const step = await run(emulator, { repositories: "acme/widgets", environment: token, mode: "apply" });
    expect(step.errors[0]).toContain("must not contain a secret's value");
    expect(writesOf(emulator)).toEqual([]);
    expect(readTrust("aws/role-1.json")).not.toContain(token);
  });

  test("need repositories, and one set of clouds for a folder", async ({ emulator }) => {
    const errorsOf = async (inputs: Readonly<Record<string, string>>) => (await run(emulator, inputs)).errors.join();
    expect(await errorsOf({ organization: "acme" })).toContain('The input "trust-conditions" needs repositories');
    expect(await errorsOf({ repositories: "acme/widgets", "trust-conditions": "", "trust-jobs": "tag" })).toContain(
      'The input "trust-jobs" needs trust-conditions',
    );
    const entry = { "immutable-subject": true, "trust-conditions": "trust" };
    const config = [
      { ...entry, repositories: "acme/widgets", "trust-clouds": ["aws", "vault"] },
      { ...entry, repositories: "acme/newer", "trust-clouds": ["vault"] },
    ];
    writeFileSync(join(workspace, "forgehand.yml"), JSON.stringify({ "oidc-template": config }));
    const step = await runStep({ ...inputsFor(emulator), config: "forgehand.yml" }, { GITHUB_WORKSPACE: workspace });
    expect(step.errors.join()).toContain("trust-clouds and audience must be the same in all entries");
    expect(existsSync(join(workspace, "trust"))).toBe(false);
  });
});

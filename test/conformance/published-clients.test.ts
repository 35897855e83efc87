import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient } from "@forgehand/core";
import { getRepositoryActionsPublicKey } from "@forgehand/core/operations";
import { sealSecret } from "@forgehand/core/sealed-box";
import { type Emulator, startEmulator } from "@forgehand/emulator";
import { emulatorTest } from "@forgehand/emulator/vitest";
import { afterAll, describe, expect, type TestContext } from "vitest";
import { CLIENTS, isInstalled } from "../../scripts/clients.mjs";
import { isFullRun } from "../test-size.ts";

// Runs published clients of other languages against the emulator, with a program each that does what their users do.

const PROGRAMS = fileURLToPath(new URL("clients/", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "forgehand-clients-"));

afterAll(() => rmSync(scratch, { recursive: true }));

/** Skips a test without the client. */
function requireClient(skip: TestContext["skip"], name: keyof typeof CLIENTS): void {
  if (!isInstalled(name)) skip(`${name} is not installed: apt-get install ${CLIENTS[name].packages.join(" ")}`);
}

/** Runs a program until it succeeds. */
function run(command: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    child.on("error", reject).on("close", (code) => {
      if (code === 0) resolve(stdout);
      else reject(new Error(`${command} ${args.join(" ")} exited with code ${code}: ${stderr || stdout}`));
    });
  });
}

/** Environment of a program: an emulator to use as alice, and one that allows a single call without a token. */
const programEnvironment = ({ apiUrl, tokens }: Emulator, limited: Emulator) => ({
  API_URL: apiUrl,
  TOKEN: tokens["alice"] ?? "",
  LIMITED_API_URL: limited.apiUrl,
});

/** The programs register webhooks, whose deliveries fail because nothing listens there. */
const HOOKS = { allowHookHosts: ["127.0.0.1:8787"] };
const widgets = { owner: "acme", repo: "widgets" };

describe.skipIf(!isFullRun)("published clients", () => {
  const test = emulatorTest(HOOKS).extend<{ limited: Emulator }>({
    limited: async ({ emulator: _ }, use) => {
      const limited = await startEmulator({ limits: { primary: { anonymous: { core: { limit: 1 } } } } });
      await use(limited);
      await limited.stop();
    },
  });

  test("octokit.rb", async ({ emulator, limited, skip }) => {
    requireClient(skip, "octokit.rb");
    const { call } = createClient({ baseUrl: emulator.apiUrl, credentials: emulator.tokens["alice"] ?? "" });
    const { key, key_id: KEY_ID } = await call(getRepositoryActionsPublicKey, widgets);
    const env = { ...programEnvironment(emulator, limited), SEALED_VALUE: sealSecret("s3cret", key), KEY_ID };
    await run("ruby", [join(PROGRAMS, "ruby/octokit_client.rb")], env);
    expect(emulator.control.secrets()).toContainEqual(expect.objectContaining({ name: "FROM_RUBY", value: "s3cret" }));
  });

  test("PyGithub", async ({ emulator, limited, skip }) => {
    requireClient(skip, "PyGithub");
    await run("/usr/bin/python3", [join(PROGRAMS, "python/pygithub_client.py")], programEnvironment(emulator, limited));
    const secret = expect.objectContaining({ name: "FROM_PYTHON", value: "s3cret again" });
    expect(emulator.control.secrets()).toContainEqual(secret);
  });

  test("go-github", async ({ emulator, limited, skip }) => {
    requireClient(skip, "go-github");
    const program = join(scratch, "go-github-client");
    const build = { GO111MODULE: "off", GOPATH: "/usr/share/gocode", GOFLAGS: "" };
    await run("go", ["build", "-o", program, join(PROGRAMS, "go/main.go")], build);
    await run(program, [], programEnvironment(emulator, limited));
    const secrets = emulator.control.secrets().filter(({ name }) => name.endsWith("FROM_GO"));
    expect(secrets).toMatchObject([
      { kind: "actions", name: "ORG_FROM_GO", repositories: ["acme/widgets"], value: "s3cret" },
      { kind: "updater", name: "DEPENDABOT_FROM_GO", repositories: ["acme/widgets"], value: "s3cret" },
      { kind: "actions", name: "FROM_GO", value: "s3cret" },
    ]);
  });

  /** Environment of gh without the user's own configuration. */
  const ghEnvironment = <F extends Readonly<Record<string, string>>>(fields: F) => ({
    GH_CONFIG_DIR: join(scratch, "gh"),
    HOME: scratch,
    GH_NO_UPDATE_NOTIFIER: "1",
    GH_PROMPT_DISABLED: "1",
    NO_COLOR: "1",
    ...fields,
  });

  // `gh run view` also queries GraphQL for pull requests, and goes on without an answer.
  emulatorTest({ ...HOOKS, seed: "full", https: true, strict: false })("gh, by https", async ({ emulator, skip }) => {
    requireClient(skip, "gh");
    const env = ghEnvironment({
      GH_HOST: `localhost:${new URL(emulator.webUrl).port}`,
      GH_ENTERPRISE_TOKEN: emulator.tokens["alice"] ?? "",
      SSL_CERT_FILE: emulator.certificateFile ?? "",
    });
    const gh = (...args: string[]) => run("gh", args, env);
    const repo = ["--repo", `${env.GH_HOST}/acme/widgets`];

    expect(await gh("auth", "status")).toBe("");
    expect(await gh("api", "user", "--jq", ".login")).toBe("alice\n");
    const pages = await gh("api", "--paginate", "repos/acme/widgets/collaborators?per_page=1", "--jq", ".[].login");
    expect(new Set(pages.trim().split("\n"))).toContain("carol");
    await expect(gh("api", "repos/acme/nothing")).rejects.toThrow("Not Found (HTTP 404)");

    await gh("secret", "set", "GH_REPO", "--body", "one", ...repo);
    await gh("secret", "set", "GH_ENV", "--body", "two", "--env", "production", ...repo);
    await gh("secret", "set", "GH_ORG", "--body", "three", "--org", "acme", "--repos", "widgets,gears");
    for (const app of ["dependabot", "codespaces"]) {
      await gh("secret", "set", `GH_${app}`, "--body", app, "--app", app, "--org", "acme", "--repos", "widgets");
      await gh("secret", "set", `GH_REPO_${app}`, "--body", app, "--app", app, ...repo);
    }
    expect(await gh("secret", "list", ...repo)).toMatch(/^GH_REPO\t/m);
    expect(await gh("secret", "list", "--org", "acme")).toMatch(/^GH_ORG\t[\d-]+\tSELECTED$/m);
    const secrets = emulator.control.secrets().filter(({ name }) => name.startsWith("GH_"));
    expect(
      secrets.map(({ kind, name, value, repositories }) => [kind, name, value, ...repositories]).toSorted(),
    ).toEqual([
      ["actions", "GH_ENV", "two"],
      ["actions", "GH_ORG", "three", "acme/widgets", "acme/gears"],
      ["actions", "GH_REPO", "one"],
      ["codespaces", "GH_CODESPACES", "codespaces", "acme/widgets"],
      ["codespaces", "GH_REPO_CODESPACES", "codespaces"],
      ["updater", "GH_DEPENDABOT", "dependabot", "acme/widgets"],
      ["updater", "GH_REPO_DEPENDABOT", "dependabot"],
    ]);
    await gh("secret", "delete", "GH_REPO", ...repo);
    await gh("secret", "delete", "GH_ORG", "--org", "acme");
    expect(emulator.control.secrets().map(({ name }) => name)).not.toContain("GH_ORG");

    // This version of gh has no command for variables.
    const variables = "repos/acme/widgets/actions/variables";
    await gh("api", variables, "--field", "name=GH_STAGE", "--field", "value=test");
    await gh("api", `${variables}/GH_STAGE`, "--method", "PATCH", "--field", "value=production");
    expect(await gh("api", `${variables}/GH_STAGE`, "--jq", ".value")).toBe("production\n");
    await gh("api", `${variables}/GH_STAGE`, "--method", "DELETE");

    expect(await gh("workflow", "list", ...repo)).toBe("CI\tactive\t1\nNightly\tactive\t3\n");
    const runs = await gh("run", "list", ...repo);
    expect(runs).toContain("completed\tfailure\tRound the corners of the widget\tCI\tround-corners\tpull_request\t2\t");
    const view = await gh("run", "view", "2", ...repo);
    for (const text of ["X test in 1m30s", "X Run the tests", "X corner 3 is sharp", "! corner 4 was not measured"]) {
      expect(view).toContain(text);
    }
    const missing = emulator.control.calls().filter(({ isNotEmulated }) => isNotEmulated);
    expect(new Set(missing.map(({ path }) => path))).toEqual(new Set(["/api/v3/graphql"]));
  });

  test("gh, with its development host github.localhost", async ({ emulator, skip }) => {
    requireClient(skip, "gh");
    // The proxy stands for port 80 and entries in the hosts file.
    const env = ghEnvironment({
      HTTP_PROXY: emulator.webUrl,
      GH_HOST: "github.localhost",
      GH_TOKEN: emulator.tokens["alice"] ?? "",
    });
    const gh = (...args: string[]) => run("gh", args, env);
    expect(await gh("auth", "status", "--hostname", "github.localhost")).toBe("");
    const pages = await gh("api", "--paginate", "repos/acme/gears/collaborators?per_page=1", "--jq", ".[].login");
    expect(pages.trim().split("\n").toSorted()).toEqual(["alice", "bob", "carol"]);
    await gh("secret", "set", "FROM_GH", "--body", "s3cret", "--repo", "acme/gears");
    expect(emulator.control.secrets()).toContainEqual(expect.objectContaining({ name: "FROM_GH", value: "s3cret" }));
  });
});

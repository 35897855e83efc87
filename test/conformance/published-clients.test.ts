import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient } from "@forgehand/core";
import { getRepositoryActionsPublicKey } from "@forgehand/core/operations";
import { sealSecret } from "@forgehand/core/sealed-box";
import { type Emulator, startEmulator } from "@forgehand/emulator";
import { emulatorTest } from "@forgehand/emulator/vitest";
import { afterAll, describe, expect, type TestContext } from "vitest";
import { CLIENTS } from "../../scripts/clients.mjs";
import { isInstalled } from "../../scripts/debian.mjs";
import { isFullRun } from "../test-size.ts";

// Runs published clients of other languages against the emulator, with a program each that does what their users do.

const PROGRAMS = fileURLToPath(new URL("clients/", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "forgehand-clients-"));

afterAll(() => rmSync(scratch, { recursive: true }));

/** Skips a test without the client. */
function requireClient(skip: TestContext["skip"], name: keyof typeof CLIENTS): void {
  if (!isInstalled(CLIENTS[name]))
    skip(`${name} is not installed: apt-get install ${CLIENTS[name].packages.join(" ")}`);
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

/** Returns the blob of a file. */
const shaOf = async (gh: (...args: string[]) => Promise<string>, path: string) =>
  (await gh("api", path, "--jq", ".sha")).trim();

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

  /** Environment of gh and git without the user's own configuration. */
  const ghEnvironment = <F extends Readonly<Record<string, string>>>(fields: F) => ({
    GH_CONFIG_DIR: join(scratch, "gh"),
    HOME: scratch,
    GH_NO_UPDATE_NOTIFIER: "1",
    GH_PROMPT_DISABLED: "1",
    NO_COLOR: "1",
    ...fields,
  });

  emulatorTest({ ...HOOKS, seed: "full", https: true })("gh, by https", async ({ emulator, skip }) => {
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
  });

  emulatorTest({ ...HOOKS, seed: "full", https: true })(
    "gh, on issues and pull requests",
    async ({ emulator, skip }) => {
      requireClient(skip, "gh");
      const env = ghEnvironment({
        GH_HOST: `localhost:${new URL(emulator.webUrl).port}`,
        GH_ENTERPRISE_TOKEN: emulator.tokens["alice"] ?? "",
        SSL_CERT_FILE: emulator.certificateFile ?? "",
      });
      const repo = ["--repo", `${env.GH_HOST}/acme/widgets`];
      const gh = (...args: string[]) => run("gh", [...args, ...repo], env);
      const fieldOf = (kind: string, number: string, field: string, path: string) =>
        gh(kind, "view", number, "--json", field, "--jq", path);

      expect(await run("gh", ["repo", "view", `${env.GH_HOST}/acme/widgets`], env)).toMatch(/^name:\tacme\/widgets$/m);
      expect(await gh("issue", "list")).toMatch(/^2\tOPEN\tCorners scratch the table\tbug, shape\t/m);
      expect(await gh("issue", "view", "2", "--comments")).toContain("They can.");
      const metadata = ["--label", "bug", "--assignee", "bob", "--milestone", "Version 1"];
      const issue = await gh("issue", "create", "--title", "From gh", "--body", "Text", ...metadata);
      expect(issue).toMatch(/\/acme\/widgets\/issues\/\d+\n$/);
      const number = /\d+(?=\n)/.exec(issue)?.[0] ?? "";
      expect(
        await fieldOf(
          "issue",
          number,
          "labels,assignees,milestone",
          '[.labels[].name, .assignees[].login, .milestone.title] | join(" ")',
        ),
      ).toBe("bug bob Version 1\n");
      expect(await gh("issue", "comment", number, "--body", "Hello")).toContain(`/issues/${number}#issuecomment-`);
      expect(await fieldOf("issue", number, "comments", ".comments[].body")).toBe("Hello\n");

      expect(await gh("pr", "list")).toMatch(/^1\tRound the corners of the widget\tround-corners\tOPEN\t/m);
      expect(await gh("pr", "view", "1")).toContain("additions:\t4");
      await gh("pr", "merge", "1", "--squash");
      expect(await fieldOf("pr", "1", "state,mergedBy", '[.state, .mergedBy.login] | join(" ")')).toBe(
        "MERGED alice\n",
      );
      const api = (path: string, ...args: string[]) => run("gh", ["api", `repos/acme/widgets/${path}`, ...args], env);
      const sha = (await api("git/ref/heads/main", "--jq", ".object.sha")).trim();
      await api("git/refs", "--field", "ref=refs/heads/from-gh", "--field", `sha=${sha}`);
      const file = ["message=Say gh", "branch=from-gh", "content=Z2g="].flatMap((field) => ["--field", field]);
      await api("contents/gh.md", "--method", "PUT", ...file);
      const about = ["--title", "From gh", "--body", `Fixes #${number}`, "--base", "main", "--head", "from-gh"];
      const pull = await gh("pr", "create", ...about, "--label", "bug", "--reviewer", "carol");
      const pullNumber = /\d+(?=\n)/.exec(pull)?.[0] ?? "";
      expect(await fieldOf("pr", pullNumber, "reviewRequests", ".reviewRequests[].login")).toBe("carol\n");
      await gh("pr", "merge", pullNumber, "--merge", "--delete-branch");
      expect(await fieldOf("issue", number, "state", ".state")).toBe("CLOSED\n");
      await expect(gh("pr", "view", "99999")).rejects.toThrow(
        "Could not resolve to a PullRequest with the number of 99999",
      );
    },
  );

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

  test("gh releases, labels, runs workflows, and clones forks", async ({ emulator, skip }) => {
    requireClient(skip, "gh");
    const scopes = ["repo", "workflow", "read:org"];
    const token = emulator.control.createToken("bob-gh", { kind: "classic", user: "bob", scopes });
    // git reads only the variable in lower case. Links in responses have the emulator's own address.
    const env = ghEnvironment({
      HTTP_PROXY: emulator.webUrl,
      http_proxy: emulator.webUrl,
      GIT_TERMINAL_PROMPT: "0",
      GH_HOST: "github.localhost",
      GH_TOKEN: token,
      GH_ENTERPRISE_TOKEN: token,
    });
    const gh = (...args: string[]) => run("gh", args, env);
    const repo = ["--repo", "acme/widgets"];
    const folder = mkdtempSync(join(scratch, "files-"));
    const [asset, workflow] = [join(folder, "widget.txt"), join(folder, "workflow.txt")];

    writeFileSync(asset, "packed");
    await gh("release", "create", "v1.0.0", `${asset}#Widget`, "--title", "One", "--notes", "First", ...repo);
    await gh("release", "upload", "v1.0.0", asset, "--clobber", ...repo);
    const fields = ["--json", "name,body,author,assets", "--jq", "[.name, .body, .author.login, .assets[].size]"];
    expect(JSON.parse(await gh("release", "view", "v1.0.0", ...fields, ...repo))).toEqual(["One", "First", "bob", 6]);
    expect(await gh("release", "list", ...repo)).toMatch(/^One\tLatest\tv1\.0\.0\t/);
    await gh("release", "download", "v1.0.0", "--dir", join(folder, "downloads"), ...repo);
    expect(readFileSync(join(folder, "downloads", "widget.txt"), "utf8")).toBe("packed");
    await gh("release", "delete", "v1.0.0", "--yes", "--cleanup-tag", ...repo);
    await expect(gh("release", "view", "v1.0.0", ...repo)).rejects.toThrow("not found");
    await expect(gh("api", "repos/acme/widgets/git/ref/tags/v1.0.0")).rejects.toThrow("Not Found (HTTP 404)");

    await gh("label", "create", "urgent", "--color", "ff0000", "--description", "Now", ...repo);
    await gh("label", "create", "urgent", "--color", "00ff00", "--force", ...repo);
    await gh("label", "edit", "urgent", "--name", "soon", ...repo);
    expect(await gh("label", "list", ...repo)).toContain("soon\tNow\t#00ff00\n");
    await gh("label", "delete", "soon", "--yes", ...repo);
    expect(await gh("label", "list", ...repo)).not.toContain("soon");

    await gh("api", "repos/acme/widgets/issues", "--field", "title=Corner cases", "--field", "labels[]=shape");
    expect(await gh("search", "issues", "corner", ...repo)).toContain("\topen\tCorner cases\tshape\t");
    expect(await gh("search", "repos", "widgets", "--owner", "acme")).toMatch(/^acme\/widgets\tWidgets for every/);

    const source =
      "on: { workflow_dispatch: { inputs: { stage: {} } } }\njobs: { go: { runs-on: any, steps: [{ run: a }] } }\n";
    writeFileSync(workflow, Buffer.from(`name: Deploy\n${source}`).toString("base64"));
    const path = "repos/acme/widgets/contents/.github/workflows/deploy.yml";
    await gh("api", path, "--method", "PUT", "--field", "message=Deploy", "--field", `content=@${workflow}`);
    await gh("workflow", "run", "deploy.yml", "--field", "stage=test", ...repo);
    const runs = await gh("run", "list", "--workflow", "deploy.yml", ...repo);
    expect(runs).toMatch(/^\w+\t\tDeploy\tDeploy\tmain\tworkflow_dispatch\t\d+\t/);

    const clone = join(folder, "clone");
    await gh("repo", "clone", "acme/widgets", clone, "--", "--quiet");
    expect(await run("git", ["-C", clone, "log", "--format=%s"], env)).toBe("Deploy\nInitial commit\n");
    await gh("repo", "fork", "acme/widgets", "--clone=false");
    expect(await gh("api", "repos/bob/widgets", "--jq", ".parent.full_name")).toBe("acme/widgets\n");
    await gh("api", path, "--method", "DELETE", "--field", "message=Undo", "--field", `sha=${await shaOf(gh, path)}`);
    await gh("repo", "sync", "bob/widgets");
    expect(await gh("api", "repos/bob/widgets/commits", "--jq", ".[0].commit.message")).toBe("Undo\n");
  });
});

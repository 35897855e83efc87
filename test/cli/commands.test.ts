import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import * as z from "zod/mini";
import manifest from "../../packages/cli/package.json" with { type: "json" };
import { TASK_NAMES } from "../../packages/tasks/src/settings/values.ts";
import { runCli } from "./cli-process.ts";
import { startInTerminal, test, variablesFor } from "./run-cli.ts";

const ENTRIES: Readonly<Record<string, readonly string[]>> = {
  "rotate-secrets": ["--repositories", "acme/*, !acme/old", "--secret", "KEY", "--value-env", "NEW"],
  "oidc-template": ["--organization", "acme", "--include-claim-keys", "repo,context"],
  redeliver: ["--repositories", "acme/widgets", "--hook", "12345678", "--max-attempts", "3"],
};

describe("init", () => {
  test.for(Object.entries(ENTRIES))(
    "writes an entry of %s that plan accepts",
    async ([task, flags], { emulator, folder }) => {
      const written = await runCli(folder, ["init", "--task", task, ...flags], {});
      expect(written).toMatchObject({ exitCode: 0, stdout: "" });
      const text = readFileSync(join(folder, "forgehand.yml"), "utf8");
      for (const name of flags.filter((flag) => flag.startsWith("--")))
        expect(text).toMatch(new RegExp(`^ +(?:- )?${name.slice(2)}: `, "m"));
      const planned = await runCli(folder, ["plan"], { ...variablesFor(emulator), NEW: "a value" });
      expect(planned.stderr).not.toContain("Error:");
    },
  );

  test("never overwrites a file without --force", async ({ emulator: _, folder }) => {
    writeFileSync(join(folder, "forgehand.yml"), "mine");
    const args = ["init", "--task", "redeliver", ...(ENTRIES["redeliver"] ?? [])];
    const refused = await runCli(folder, args, {});
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain("forgehand.yml must not exist, got a file. Use --force");
    expect(readFileSync(join(folder, "forgehand.yml"), "utf8")).toBe("mine");
    expect((await runCli(folder, [...args, "--force"], {})).exitCode).toBe(0);
    const elsewhere = await runCli(folder, [...args, "--config", ".github/forgehand.yml"], {});
    expect(elsewhere.exitCode).toBe(0);
  });

  test("names what is missing without a terminal", async ({ emulator: _, folder }) => {
    expect((await runCli(folder, ["init"], {})).stderr).toContain(
      `--task must be ${TASK_NAMES.join(", ")} without a terminal`,
    );
    const incomplete = await runCli(folder, ["init", "--task", "rotate-secrets", "--repositories", "a/b"], {});
    expect(incomplete.stderr).toContain("The new value is missing. Set the source of the new value");
  });

  test("asks for everything that is missing in a terminal", async ({ emulator: _, folder }) => {
    const session = startInTerminal(folder, ["init"], {});
    await session.waitFor("Which task?");
    session.type("\r");
    await session.waitFor("repositories (leave empty for an organization's own)");
    session.type("not a repository\r");
    await session.waitFor("must be repositories as owner/name");
    session.type(`${"\u007f".repeat(20)}acme/widgets\r`);
    await session.waitFor("value-env: ");
    session.type("NEW_KEY\r");
    await session.waitFor("secret: ");
    session.type("DEPLOY_KEY\r");
    expect(await session.done).toBe(0);
    const text = readFileSync(join(folder, "forgehand.yml"), "utf8");
    expect(text).toMatch(
      /^rotate-secrets:\n {2}- repositories: \[acme\/widgets\]\n {4}secret: \[DEPLOY_KEY\]\n {4}value-env: NEW_KEY$/m,
    );
  });
});

const Explained = z.object({
  entries: z.array(
    z.object({
      title: z.string(),
      operations: z.array(z.string()),
      access: z.array(
        z.object({ tokens: z.array(z.string()), needs: z.array(z.string()), impossible: z.array(z.string()) }),
      ),
    }),
  ),
});

describe("explain", () => {
  const CASES: Readonly<Record<string, readonly string[]>> = {
    ...ENTRIES,
    "organization secrets": [
      "--task",
      "rotate-secrets",
      "--organization",
      "acme",
      "--secret",
      "KEY",
      "--value-env",
      "NEW",
    ],
    "repositories that use the organization's template": [
      "--task",
      "oidc-template",
      "--repositories",
      "acme/*",
      "--use-default=false",
    ],
    "an organization's webhooks": ["--task", "redeliver", "--organization", "acme"],
  };

  test.for(Object.entries(CASES))(
    "lists every operation that apply calls: %s",
    async ([name, flags], { emulator, folder }) => {
      const args = flags.includes("--task") ? flags : ["--task", name, ...flags];
      const { stdout, exitCode } = await runCli(folder, ["explain", "--json", ...args], {});
      expect(exitCode).toBe(0);
      const listed = z.parse(Explained, JSON.parse(stdout)).entries.flatMap(({ operations }) => operations);
      // Other kinds of secrets are searched for the name only if the token can read them.
      const run = [...args, ...(args.includes("rotate-secrets") ? ["--other-stores", "none"] : [])];
      await runCli(folder, ["apply", "--yes", ...run], { ...variablesFor(emulator), NEW: "a value" });
      const called = new Set(emulator.control.calls().map(({ operation }) => operation));
      expect(called.size).toBeGreaterThan(0);
      expect([...called].filter((operation) => !listed.includes(operation ?? ""))).toEqual([]);
    },
  );

  test("names scopes and permissions, without a token or calls", async ({ emulator, folder }) => {
    const args = [
      "explain",
      "--task",
      "rotate-secrets",
      "--organization",
      "acme",
      "--secret",
      "KEY",
      "--value-env",
      "NEW",
    ];
    const { stdout, exitCode } = await runCli(folder, args, { GITHUB_API_URL: emulator.apiUrl });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^Rotate secrets: acme$/m);
    expect(stdout).toMatch(/Classic token, OAuth token\n {4}admin:org\n/);
    expect(stdout).toMatch(/organization permission "[^"]*secrets": write/i);
    expect(stdout).toMatch(/Workflow's built-in token, app's own JWT\n {4}not possible: /);
    expect(emulator.control.calls()).toEqual([]);
  });

  test("explains one operation, by name or route", async ({ emulator: _, folder }) => {
    const byName = await runCli(folder, ["explain", "listRepositoryHooks"], {});
    expect(byName.stdout).toContain("listRepositoryHooks: GET /repos/{owner}/{repo}/hooks\n");
    const byRoute = await runCli(folder, ["explain", "GET /repos/{o}/{r}/hooks"], {});
    expect(byRoute.stdout).toBe(byName.stdout);
    const unknown = await runCli(folder, ["explain", "starRepo"], {});
    expect(unknown.exitCode).toBe(1);
    expect(unknown.stderr).toContain("Did you mean starRepository");
  });
});

describe("help and version", () => {
  test("need no configuration, and go to standard output", async ({ emulator: _, folder }) => {
    expect(await runCli(folder, ["--version"], {})).toEqual({
      exitCode: 0,
      stdout: `${manifest.version}\n`,
      stderr: "",
    });
    const help = await runCli(folder, ["help"], {});
    expect(help).toMatchObject({ exitCode: 0, stderr: "" });
    expect((await runCli(folder, [], {})).stdout).toBe(help.stdout);
    const ofPlan = await runCli(folder, ["plan", "--help"], {});
    expect(ofPlan.stdout).toBe((await runCli(folder, ["help", "plan"], {})).stdout);
    expect(ofPlan.stdout).toContain("--repositories LIST");
    expect(ofPlan.stdout).not.toMatch(/--(?:token|value|private-key|state-token|mode)\b(?!-)/);
  });
});

describe("completion", () => {
  test("prints scripts, which ask the command for proposals", async ({ emulator: _, folder }) => {
    const { exitCode, stdout } = await runCli(folder, ["completion", "bash"], {});
    expect(exitCode).toBe(0);
    expect(stdout).toContain("forgehand completion --words");
    const proposals = await runCli(folder, ["completion", "--words", "apply", "--ye"], {});
    expect(proposals.stdout).toMatch(/^--yes\tMakes the changes without asking\..*\n$/);
  });
});

import { test } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";
import { inputsFor } from "./inputs.ts";
import { runStep } from "./runner.ts";

const TEMPLATE = { task: "oidc-template", "include-claim-keys": "repo, context, job_workflow_ref", mode: "apply" };

const VARIED_REPOSITORIES = {
  organizations: {
    zoo: { members: { alice: "owner" }, custom_properties: { tier: { repositories: { "zoo/ape": "gold" } } } },
  },
  repositories: {
    "zoo/ape": { topics: ["furry"], language: "Go" },
    "zoo/bear": { topics: ["furry"], private: true },
    "zoo/cat": {},
    "zoo/dodo": { archived: true },
  },
} as const;

describe("the repositories of a step", () => {
  test("are those that match the patterns, except excluded and archived ones", async ({ emulator }) => {
    await emulator.control.seed(VARIED_REPOSITORIES);
    const step = await runStep({
      ...inputsFor(emulator),
      ...TEMPLATE,
      repositories: "zoo/*, !zoo/b*, acme/widgets",
    });
    expect(step.errors).toEqual([]);
    const written = emulator.control.calls().filter(({ method }) => method !== "GET");
    expect(written.map(({ path }) => path.split("/").slice(4, 6).join("/")).sort()).toEqual([
      "acme/widgets",
      "zoo/ape",
      "zoo/cat",
    ]);
    expect(step.summary).toContain("1 archived repository was excluded; set archived: include to include them");
  });

  test("can be filtered by their properties", async ({ emulator }) => {
    await emulator.control.seed(VARIED_REPOSITORIES);
    const changedBy = async (filters: Record<string, string>) => {
      const step = await runStep({
        ...inputsFor(emulator),
        ...TEMPLATE,
        mode: "plan",
        repositories: "zoo/*",
        ...filters,
      });
      const { changes }: { changes: { target: string }[] } = JSON.parse(step.outputs["plan"] ?? "");
      return changes.map(({ target }) => target).sort();
    };
    expect(await changedBy({ topics: "furry" })).toEqual(["zoo/ape", "zoo/bear"]);
    expect(await changedBy({ "repository-visibility": "private" })).toEqual(["zoo/bear"]);
    expect(await changedBy({ "custom-properties": "tier=gold|silver" })).toEqual(["zoo/ape"]);
    expect(await changedBy({ languages: "go" })).toEqual(["zoo/ape"]);
    expect(await changedBy({ archived: "only" })).toEqual(["zoo/dodo"]);
  });

  test("that a pattern does not match are an error, and the others are processed", async ({ emulator }) => {
    const inputs = { ...inputsFor(emulator), ...TEMPLATE, repositories: "acme/x-*, unknown-user/*, acme/gears" };
    const plan = await runStep({ ...inputs, mode: "plan", repositories: "acme/x-*, acme/gears" });
    expect(plan.exitCode).toBe(0);
    expect(plan.log).toContain("::warning::acme/x-*: no accessible repository matches this name (2 have other names)");
    expect(plan.outputs).toMatchObject({ changed: "1", failed: "0", skipped: "1" });
    const step = await runStep(inputs);
    expect(step.exitCode).toBe(1);
    expect(step.errors[0]).toContain("acme/x-*: no accessible repository matches this name (2 have other names)");
    expect(step.summary).toContain("unknown-user does not exist, or the token can't list its repositories: ");
    expect(step.outputs).toMatchObject({ changed: "1", failed: "2" });
  });

  test("that a pattern does not match can be a warning or ignored", async ({ emulator }) => {
    const inputs = { ...inputsFor(emulator), ...TEMPLATE, repositories: "acme/x-*, unknown-user/*, acme/gears" };
    const warned = await runStep({ ...inputs, "if-none-found": "warn" });
    expect(warned.exitCode).toBe(0);
    expect(warned.log.match(/^::warning::(acme|unknown-user)/gm)).toHaveLength(2);
    expect(warned.outputs).toMatchObject({ changed: "1", failed: "0", skipped: "2" });
    const ignored = await runStep({ ...inputs, "if-none-found": "ignore" });
    expect(ignored.exitCode).toBe(0);
    expect(ignored.log).not.toContain("::warning::");
    expect(ignored.summary).toContain("no accessible repository matches this name");
  });

  test("are reported once if several secrets share them", async ({ emulator }) => {
    const secrets = { task: "rotate-secrets", secret: "ONE, TWO", value: "a new value", mode: "check" };
    const step = await runStep({ ...inputsFor(emulator), ...secrets, repositories: "acme/x-*" });
    expect(step.exitCode).toBe(1);
    expect(step.outputs).toMatchObject({ changed: "0", failed: "1" });
  });

  test("must not have too many patterns with wildcards, but any number of names", async ({ emulator }) => {
    const patterns = (count: number) => Array.from({ length: count }, (_, index) => `acme/x${index}-*`).join("\n");
    const inputs = { ...inputsFor(emulator), ...TEMPLATE, mode: "plan" };
    const rejected = await runStep({ ...inputs, repositories: patterns(1001) });
    expect(rejected.errors).toEqual([expect.stringContaining('"repositories" must have at most 1,000 patterns')]);
    expect(emulator.control.calls()).toEqual([]);
    const names = patterns(3000).replaceAll("acme/", "!acme/").replaceAll("*", "y");
    const accepted = await runStep({ ...inputs, repositories: `${names}\nacme/g*` });
    expect(accepted.outputs).toMatchObject({ changed: "1", failed: "0" });
  });
});

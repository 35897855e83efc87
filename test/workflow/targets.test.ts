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

  test("that a pattern does not match are reported, and the others are processed", async ({ emulator }) => {
    const inputs = { ...inputsFor(emulator), ...TEMPLATE, repositories: "acme/x-*, unknown-user/*, acme/gears" };
    const step = await runStep(inputs);
    expect(step.exitCode).toBe(1);
    expect(step.summary).toContain("no accessible repository matches this name");
    expect(step.errors[0]).toContain("unknown-user/*: ");
    expect(step.outputs).toMatchObject({ changed: "1", failed: "1" });
  });
});

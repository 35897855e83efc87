import { emulatorTest } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";
import { inputsFor } from "../inputs.ts";
import { runStep } from "../runner.ts";

const SEED = {
  users: { alice: {} },
  organizations: {
    acme: {
      members: { alice: "owner" },
      actions_secrets: {
        SELECTED: { value: "old", visibility: "selected", repositories: ["acme/widgets", "acme/gears"] },
        PRIVATE: { value: "old", visibility: "private" },
        ALL: { value: "old", visibility: "all" },
      },
    },
  },
  repositories: { "acme/widgets": {}, "acme/gears": { private: true }, "acme/bolts": { private: true } },
  tokens: { alice: { kind: "classic", user: "alice", scopes: "all" } },
};
const test = emulatorTest({ seed: SEED });

const ROTATE = { task: "rotate-secrets", kind: "actions", organization: "acme", value: "new", mode: "apply" };

describe("access to an organization's secret", () => {
  const wideningCases: [secret: string, inputs: Record<string, string>, after: Record<string, unknown>][] = [
    ["SELECTED", { visibility: "private" }, { visibility: "private", repositories: [] }],
    ["SELECTED", { visibility: "all" }, { visibility: "all", repositories: [] }],
    ["PRIVATE", { visibility: "all" }, { visibility: "all" }],
    ["SELECTED", { "selected-repositories": "acme/bolts" }, { visibility: "selected", repositories: ["acme/bolts"] }],
    [
      "PRIVATE",
      { "selected-repositories": "acme/widgets" },
      { visibility: "selected", repositories: ["acme/widgets"] },
    ],
  ];
  test.for(wideningCases)(
    "%s is not widened without allow-widen: %o",
    async ([secret, inputs, after], { emulator }) => {
      const before = emulator.control.secrets();
      const all = { ...inputsFor(emulator), ...ROTATE, secret, ...inputs };
      const rejected = await runStep(all);
      expect(rejected.exitCode).toBe(1);
      expect(rejected.errors[0]).toContain("it would be visible ");
      expect(rejected.errors[0]).toContain("Set allow-widen: true if that is intended. It was not changed.");
      expect(emulator.control.secrets()).toEqual(before);
      const allowed = await runStep({ ...all, "allow-widen": "true" });
      expect(allowed.errors).toEqual([]);
      expect(emulator.control.secrets().find(({ name }) => name === secret)).toMatchObject({ value: "new", ...after });
    },
  );

  const narrowingCases: typeof wideningCases = [
    ["ALL", { visibility: "private" }, { visibility: "private" }],
    ["ALL", { "selected-repositories": "acme/widgets" }, { visibility: "selected", repositories: ["acme/widgets"] }],
    ["PRIVATE", { "selected-repositories": "acme/gears" }, { visibility: "selected", repositories: ["acme/gears"] }],
    ["SELECTED", { "selected-repositories": "Acme/Gears" }, { visibility: "selected", repositories: ["acme/gears"] }],
    ["SELECTED", { visibility: "selected" }, { visibility: "selected", repositories: ["acme/widgets", "acme/gears"] }],
  ];
  test.for(narrowingCases)("%s is narrowed without confirmation: %o", async ([secret, inputs, after], { emulator }) => {
    const step = await runStep({ ...inputsFor(emulator), ...ROTATE, secret, ...inputs });
    expect(step.errors).toEqual([]);
    expect(emulator.control.secrets().find(({ name }) => name === secret)).toMatchObject({ value: "new", ...after });
  });

  test("a typo in the repositories does not empty the list", async ({ emulator }) => {
    const before = emulator.control.secrets();
    const all = { ...inputsFor(emulator), ...ROTATE, secret: "SELECTED" };
    const typo = await runStep({ ...all, "selected-repositories": "acme/widgets, acme/gaers" });
    expect(typo.exitCode).toBe(1);
    expect(typo.errors[0]).toContain("404");
    const field = await runStep({ ...all, visibility: "selekted" });
    expect(field.errors[0]).toContain('"visibility" must be all, private or selected, got "selekted"');
    expect(emulator.control.secrets()).toEqual(before);
  });

  test("is sent with repository ids as numbers", async ({ emulator }) => {
    await runStep({ ...inputsFor(emulator), ...ROTATE, secret: "SELECTED" });
    const put = emulator.control.calls().find(({ method }) => method === "PUT");
    expect(put?.body).toMatchObject({ selected_repository_ids: [expect.any(Number), expect.any(Number)] });
  });

  test("must be configured for a new secret", async ({ emulator }) => {
    const all = { ...inputsFor(emulator), ...ROTATE, secret: "FRESH" };
    expect((await runStep({ ...all, visibility: "selected" })).errors[0]).toContain(
      "set selected-repositories: acme/…",
    );
    const step = await runStep({ ...all, "selected-repositories": "acme/gears" });
    expect(step.errors).toEqual([]);
    expect(step.summary).toContain("set for the first time, visible to acme/gears");
    expect(emulator.control.secrets().find(({ name }) => name === "FRESH")).toMatchObject({
      value: "new",
      visibility: "selected",
      repositories: ["acme/gears"],
    });
  });

  test("is reported as failed if the service stored other access than requested", async ({ emulator }) => {
    emulator.control.faults.add({ operation: "putOrganizationActionsSecret", status: 204, times: 1 });
    const step = await runStep({ ...inputsFor(emulator), ...ROTATE, secret: "ALL", visibility: "private" });
    expect(step.exitCode).toBe(1);
    expect(step.errors[0]).toContain("it should be visible to private repositories and is visible to all repositories");
    expect(step.outputs).toMatchObject({ changed: "0", failed: "1" });
  });
});

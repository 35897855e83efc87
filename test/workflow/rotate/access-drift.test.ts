import { emulatorTest } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";
import { inputsFor } from "../inputs.ts";
import { runStep } from "../runner.ts";

const RECENT = { value: "old", updated: "-1d" };
const test = emulatorTest({
  seed: {
    users: { alice: {} },
    organizations: {
      acme: {
        members: { alice: "owner" },
        actions_secrets: {
          LIST: { ...RECENT, visibility: "selected", repositories: ["acme/widgets", "acme/gears"] },
          ALL: { ...RECENT, visibility: "all" },
        },
      },
    },
    repositories: { "acme/widgets": {}, "acme/gears": { private: true }, "acme/bolts": { private: true } },
    tokens: { alice: { kind: "classic", user: "alice", scopes: "all" } },
  },
});

const ROTATE = { task: "rotate-secrets", organization: "acme", value: "new", "max-age-days": "90" };

describe("access that differs from the declaration", () => {
  test("is drift for check, and a list is set without a new value", async ({ emulator }) => {
    const inputs = { ...inputsFor(emulator), ...ROTATE, secret: "LIST", "selected-repositories": "acme/gears" };
    const check = await runStep({ ...inputs, mode: "check" });
    expect(check.exitCode).toBe(1);
    expect(check.errors[0]).toContain("visible to acme/widgets, acme/gears → visible to acme/gears");
    const applied = await runStep({ ...inputs, mode: "apply" });
    expect(applied.errors).toEqual([]);
    expect(applied.outputs).toMatchObject({ changed: "1" });
    const [secret] = emulator.control.secrets().filter(({ name }) => name === "LIST");
    expect(secret).toMatchObject({ value: "old", repositories: ["acme/gears"] });
    const operations = emulator.control.calls().map(({ operation }) => operation);
    expect(operations).toContain("setOrganizationActionsSecretRepositories");
    expect(operations).not.toContain("putOrganizationActionsSecret");
    expect((await runStep({ ...inputs, mode: "check" })).errors).toEqual([]);
  });

  test("is not widened without allow-widen", async ({ emulator }) => {
    const before = emulator.control.secrets();
    const inputs = { ...inputsFor(emulator), ...ROTATE, secret: "LIST", "selected-repositories": "acme/bolts" };
    const rejected = await runStep({ ...inputs, mode: "apply" });
    expect(rejected.errors[0]).toContain("Set allow-widen: true if that is intended.");
    expect(emulator.control.secrets()).toEqual(before);
    const allowed = await runStep({ ...inputs, "allow-widen": "true", mode: "apply" });
    expect(allowed.errors).toEqual([]);
    expect(emulator.control.secrets().find(({ name }) => name === "LIST")?.repositories).toEqual(["acme/bolts"]);
  });

  test("makes a secret due if its visibility differs, which takes a value", async ({ emulator }) => {
    const inputs = { ...inputsFor(emulator), ...ROTATE, secret: "ALL", visibility: "private" };
    const check = await runStep({ ...inputs, mode: "check" });
    expect(check.errors[0]).toContain("visible to private repositories");
    const applied = await runStep({ ...inputs, mode: "apply" });
    expect(applied.errors).toEqual([]);
    expect(emulator.control.secrets().find(({ name }) => name === "ALL")).toMatchObject({
      value: "new",
      visibility: "private",
    });
  });

  test("is an error if the visibility differs and existing secrets must keep their values", async ({ emulator }) => {
    const { "max-age-days": _, ...others } = ROTATE;
    const inputs = { ...inputsFor(emulator), ...others, when: "missing", secret: "ALL", visibility: "private" };
    const step = await runStep({ ...inputs, mode: "apply" });
    expect(step.errors[0]).toContain(
      "it is visible to all repositories, and must be visible to private repositories. The service changes the visibility only together with the value",
    );
    expect(emulator.control.secrets().find(({ name }) => name === "ALL")?.value).toBe("old");
  });
});

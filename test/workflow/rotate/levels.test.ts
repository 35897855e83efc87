import { emulatorTest } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";
import { inputsFor } from "../inputs.ts";
import { runStep } from "../runner.ts";

const OLD = { value: "old", updated: "-100d" };
const SEED = {
  users: { alice: {}, bob: {} },
  organizations: {
    acme: {
      members: { alice: "owner", bob: "member" },
      actions_secrets: { KEY: { ...OLD, visibility: "private" } },
      updater_secrets: { KEY: { ...OLD, visibility: "all" } },
      codespaces_secrets: { KEY: { ...OLD, visibility: "selected", repositories: ["acme/service-a"] } },
      agents_secrets: { KEY: { ...OLD, visibility: "private" } },
    },
  },
  repositories: {
    "acme/service-a": {
      actions_secrets: { KEY: OLD, OTHER: OLD },
      updater_secrets: { KEY: OLD },
      codespaces_secrets: { KEY: OLD },
      agents_secrets: { KEY: OLD },
      environments: { production: { secrets: { KEY: OLD } }, "staging / eu": {} },
      collaborators: { bob: "push" },
    },
    "acme/service-b": { actions_secrets: { KEY: { ...OLD, updated: "-1d" } } },
    "acme/old-service": { archived: true, actions_secrets: { KEY: OLD } },
    "acme/full": { actions_secrets: Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`S${n}`, OLD])) },
  },
  tokens: {
    alice: { kind: "classic", user: "alice", scopes: "all" },
    bob: { kind: "classic", user: "bob", scopes: ["repo"] },
  },
};
const test = emulatorTest({ seed: SEED });

const ROTATE = { task: "rotate-secrets", secret: "KEY", value: "brand new", mode: "apply" };

/** Kinds as inputs name them, and as the emulator does. */
const KINDS = [
  ["actions", "actions"],
  ["dependabot", "updater"],
  ["codespaces", "codespaces"],
  ["agents", "agents"],
] as const;

describe("every kind of secret at every level", () => {
  const cases: [label: string, inputs: Record<string, string>, stored: Record<string, unknown>][] = [
    ...KINDS.flatMap(([kind, stored]): typeof cases => [
      [`${kind}, organization`, { kind, organization: "acme" }, { kind: stored, organization: "acme", name: "KEY" }],
      [
        `${kind}, repository`,
        { kind, repositories: "acme/service-a" },
        { kind: stored, repository: "acme/service-a", environment: null, name: "KEY" },
      ],
    ]),
    [
      "actions, environment",
      { kind: "actions", repositories: "acme/service-a", environment: "production" },
      { kind: "actions", repository: "acme/service-a", environment: "production", name: "KEY" },
    ],
    [
      "actions, environment whose name must be encoded, without the secret",
      { kind: "actions", repositories: "acme/service-a", environment: "staging / eu" },
      { kind: "actions", repository: "acme/service-a", environment: "staging / eu", name: "KEY" },
    ],
  ];
  test.for(cases)("is rotated: %s", async ([, inputs, stored], { emulator }) => {
    const before = emulator.control.secrets();
    const step = await runStep({ ...inputsFor(emulator), ...ROTATE, ...inputs });
    expect(step.errors).toEqual([]);
    expect(step.outputs).toMatchObject({ changed: "1", failed: "0", skipped: "0" });
    const changed = emulator.control.secrets().filter(({ value }) => value === "brand new");
    expect(changed).toMatchObject([stored]);
    // Nothing else was changed, and the access stayed the same.
    const countUnchanged = (secrets: typeof before) => secrets.filter(({ value }) => value === "old").length;
    const isNew = !before.some(
      (secret) => secret.environment === changed[0]?.environment && secret.kind === changed[0]?.kind,
    );
    expect(countUnchanged(emulator.control.secrets())).toBe(countUnchanged(before) - (isNew ? 0 : 1));
    const known = before.find((secret) => secret.kind === stored["kind"] && secret.organization === "acme");
    if ("organization" in stored) {
      expect(changed[0]).toMatchObject({ visibility: known?.visibility, repositories: known?.repositories });
    }
  });
});

describe("many repositories", () => {
  const MANY = { ...ROTATE, kind: "actions", repositories: "acme/*", "other-stores": "none" };

  test("are rotated with one call each for the list, the public key, the write and the verification", async ({
    emulator,
  }) => {
    const step = await runStep({ ...inputsFor(emulator), ...MANY, when: "existing" });
    expect(step.errors).toEqual([]);
    expect(step.outputs).toMatchObject({ changed: "2", skipped: "2" });
    expect(step.summary).toContain("it does not exist, and when does not include missing");
    const written = emulator.control
      .secrets()
      .flatMap((secret) => (secret.value === "brand new" ? [secret.repository] : []));
    // An archived repository was not selected.
    expect(written).toEqual(["acme/service-a", "acme/service-b"]);
    const calls = emulator.control.calls().map(({ method, path }) => `${method} ${path.replace(/\/(api\/v3\/)?/, "")}`);
    expect(calls.filter((call) => call.includes("service-a"))).toEqual([
      expect.stringMatching(/^GET .*\/secrets\b/),
      expect.stringMatching(/^GET .*\/public-key$/),
      expect.stringMatching(/^PUT .*\/secrets\/KEY$/),
      expect.stringMatching(/^GET .*\/secrets\b/),
    ]);
    expect(calls.filter((call) => call.includes("public-key"))).toHaveLength(2);
  });

  test("can be selected by age, by missing secrets and up to a maximum", async ({ emulator }) => {
    const step = await runStep({ ...inputsFor(emulator), ...MANY, when: "older missing", "max-age-days": "90" });
    expect(step.exitCode).toBe(1);
    expect(step.outputs).toMatchObject({ changed: "1", failed: "1", skipped: "2" });
    expect(step.summary).toContain("it is 1 day old, and due after 90");
    expect(step.errors[0]).toContain("acme/full has 100 actions secrets, the maximum for a repository");
    const values = emulator.control.secrets().filter(({ repository, kind }) => repository && kind === "actions");
    expect(values.find(({ repository }) => repository === "acme/service-a")?.value).toBe("brand new");
    expect(values.find(({ repository }) => repository === "acme/service-b")?.value).toBe("old");
  });

  test("are selected by age according to the service's clock", async ({ emulator }) => {
    const agedInputs = { ...inputsFor(emulator), ...MANY, "max-age-days": "120", mode: "plan" };
    expect((await runStep(agedInputs)).outputs).toMatchObject({ changed: "0" });
    emulator.control.clock.advance(30 * 24 * 3600);
    expect((await runStep(agedInputs)).outputs).toMatchObject({ changed: "1" });
  });

  test("without the environment are reported", async ({ emulator }) => {
    const step = await runStep({ ...inputsFor(emulator), ...MANY, environment: "production" });
    expect(step.exitCode).toBe(1);
    expect(step.outputs).toMatchObject({ changed: "1", failed: "2" });
    expect(step.summary).toContain("acme/service-b (production): KEY");
  });

  test("are rotated even if others reject the write", async ({ emulator }) => {
    const step = await runStep({
      ...inputsFor(emulator, "bob"),
      ...MANY,
      repositories: "acme/service-a, acme/service-b, acme/nothing",
    });
    expect(step.exitCode).toBe(1);
    expect(step.outputs).toMatchObject({ changed: "1", failed: "2" });
    expect(step.summary).toContain("acme/service-b: KEY");
    expect(step.summary).toContain("acme/nothing: KEY");
    const written = emulator.control
      .secrets()
      .flatMap((secret) => (secret.value === "brand new" ? [secret.repository] : []));
    expect(written).toEqual(["acme/service-a"]);
  });

  test("are not called if the secret's name is reserved or its value is too large", async ({ emulator }) => {
    const inputs = { ...inputsFor(emulator), ...ROTATE, kind: "actions", repositories: "acme/service-a" };
    const reserved = await runStep({ ...inputs, secret: "github_token" });
    expect(reserved.errors[0]).toContain(
      'must not start with GITHUB_, which the service reserves, got "github_token".',
    );
    const large = await runStep({ ...inputs, value: "x".repeat(48 * 1024 + 1) });
    expect(large.errors[0]).toContain(
      '"value" gives an invalid value: it must be at most 49,152 bytes (48 KB), got 49,153.',
    );
    expect(emulator.control.calls()).toEqual([]);
    const largest = await runStep({ ...inputs, value: "é".repeat(24 * 1024) });
    expect(largest.errors).toEqual([]);
  });
});

import { emulatorTest } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";
import { startAlteringProxy } from "./altering-proxy.ts";
import { inputsFor } from "./inputs.ts";
import { runStep } from "./runner.ts";

const NAMES = Array.from({ length: 20 }, (_, index) => `r${index + 1}`);
const HOOK = { url: "https://ci.example.com/hook", events: ["push"] };
const test = emulatorTest({
  seed: {
    users: { alice: {} },
    organizations: { acme: { members: { alice: "owner" }, custom_properties: { tier: { default: "gold" } } } },
    repositories: Object.fromEntries(
      NAMES.map((name) => [
        `acme/${name}`,
        { actions_secrets: { KEY: { value: "old", updated: "-100d" }, OTHER: { value: "old" } } },
      ]),
    ),
    tokens: { alice: { kind: "classic", user: "alice", scopes: "all" } },
  },
});

const ROTATE = { task: "rotate-secrets", secret: "KEY", value: "brand new", repositories: "acme/*", mode: "apply" };

/** Replaces fields of an object in a response. */
const withFields = (item: unknown, fields: object): unknown => Object.assign(Object(item), fields);

/** Changes one item of a list, by its name. */
const alterItem = (list: unknown, name: string, fields: object): unknown =>
  Array.isArray(list)
    ? list.map((item: unknown) => (Object(item).name === name ? withFields(item, fields) : item))
    : list;

describe("an unexpected field", () => {
  test("that no task uses does not matter", async ({ emulator }) => {
    await using proxy = await startAlteringProxy(emulator.apiUrl, (path, body) => {
      if (!path.endsWith("/repos")) return body;
      return alterItem(body, "r3", { owner: { login: "acme", id: 1, followers_url: null }, forks_count: "many" });
    });
    const step = await runStep({ ...inputsFor(emulator), ...ROTATE, "api-url": proxy.apiUrl });
    expect(step.errors).toEqual([]);
    expect(step.outputs).toMatchObject({ changed: "20", failed: "0" });
  });

  test("of one repository in a list affects only that repository", async ({ emulator }) => {
    await using proxy = await startAlteringProxy(emulator.apiUrl, (path, body) =>
      path.endsWith("/repos") ? alterItem(body, "r3", { archived: "perhaps" }) : body,
    );
    const step = await runStep({ ...inputsFor(emulator), ...ROTATE, "api-url": proxy.apiUrl });
    expect(step.outputs).toMatchObject({ changed: "19", failed: "1" });
    const [error] = step.errors;
    expect(error).toContain("acme/r3: GET /api/v3/orgs/acme/repos: ");
    expect(error).toContain("where archived must be true or false.");
    const unchanged = emulator.control.secrets().filter(({ name, value }) => name === "KEY" && value === "old");
    expect(unchanged.map(({ repository }) => repository)).toEqual(["acme/r3"]);
  });

  test("of one secret affects only that secret, and is not an obstacle to the others of its repository", async ({
    emulator,
  }) => {
    await using proxy = await startAlteringProxy(emulator.apiUrl, (path, body) => {
      if (!path.endsWith("/acme/r5/actions/secrets")) return body;
      return withFields(body, { secrets: alterItem(Object(body).secrets, "OTHER", { updated_at: null }) });
    });
    const inputs = { ...inputsFor(emulator), ...ROTATE, "api-url": proxy.apiUrl };
    expect((await runStep(inputs)).errors).toEqual([]);
    const both = await runStep({ ...inputs, secret: "KEY, OTHER", value: "even newer" });
    expect(both.outputs).toMatchObject({ changed: "39", failed: "1" });
    expect(both.errors[0]).toContain("acme/r5: OTHER: GET /api/v3/repos/acme/r5/actions/secrets: ");
    expect(both.errors[0]).toContain("where updated_at must be a string.");
  });

  test("of custom properties makes the repository unreadable rather than excluded", async ({ emulator }) => {
    await using proxy = await startAlteringProxy(emulator.apiUrl, (path, body) => {
      if (!path.endsWith("/properties/values") || !Array.isArray(body)) return body;
      return body.map((item: unknown) =>
        Object(item).repository_name === "r7" ? withFields(item, { properties: "gold" }) : item,
      );
    });
    const inputs = { ...inputsFor(emulator), ...ROTATE, "api-url": proxy.apiUrl, "custom-properties": "tier=gold" };
    const step = await runStep(inputs);
    expect(step.outputs).toMatchObject({ changed: "19", failed: "1" });
    expect(step.errors[0]).toContain("acme/r7: GET /api/v3/orgs/acme/properties/values: ");
  });

  test("of a webhook or its records affects only that webhook", async ({ emulator }) => {
    await emulator.control.seed({
      repositories: { "acme/hooked": { hooks: [HOOK, HOOK] } },
    });
    await using proxy = await startAlteringProxy(emulator.apiUrl, (path, body) => {
      if (path.endsWith("/hooks") && Array.isArray(body))
        return body.map((hook: unknown, index) => (index === 0 ? withFields(hook, { active: "yes" }) : hook));
      return body;
    });
    const inputs = { ...inputsFor(emulator), "api-url": proxy.apiUrl, task: "redeliver", mode: "apply" };
    const step = await runStep({ ...inputs, repositories: "acme/hooked" });
    expect(step.outputs).toMatchObject({ failed: "1" });
    expect(step.errors[0]).toMatch(/acme\/hooked, webhook \d+: GET .*\/hooks: .*where active must be true or false/);
  });

  test("of this workflow run is named in the log, because nothing else is affected", async ({ emulator }) => {
    const { run } = emulator.control.startJob({ repository: "acme/r1" });
    await using proxy = await startAlteringProxy(emulator.apiUrl, (path, body) =>
      path.includes("/actions/runs/") ? withFields(body, { created_at: 5 }) : body,
    );
    const environment = { GITHUB_RUN_ID: String(run), GITHUB_REPOSITORY: "acme/r1", GITHUB_API_URL: proxy.apiUrl };
    const step = await runStep({ ...inputsFor(emulator), ...ROTATE, "api-url": proxy.apiUrl }, environment);
    expect(step.errors).toEqual([]);
    expect(step.log).toMatch(
      /The creation time of this workflow run can't be read, .* where created_at must be a string/,
    );
  });
});

import fc from "fast-check";
import { describe, expect } from "vitest";
import * as z from "zod/mini";
import { pickSize } from "../../../../../test/test-size.ts";
import { startEmulator } from "../../emulator.ts";
import type { Emulator } from "../../public.ts";
import { requestJson } from "../../requests.fixture.ts";
import { test as base, emulatorTest } from "../../vitest.ts";
import { SEED } from "../shared/organization-seed.fixture.ts";

const RUNNERS = "/orgs/acme/actions/hosted-runners";

const queuedRun = (title: string, label: string) => ({
  title,
  actor: "bob",
  status: "queued",
  moves: true,
  created: "-10s",
  jobs: { build: { labels: [label], seconds: 100 } },
});

/** Start time of the first job. */
const FIRST_JOB_START = "2026-05-01T11:59:52Z";

const seed = {
  ...SEED,
  organizations: {
    acme: {
      ...SEED.organizations.acme,
      runner_groups: {
        Fast: { allows_public_repositories: true },
        Chosen: { repositories: ["acme/gears"], allows_public_repositories: true },
        Strict: {
          allows_public_repositories: true,
          restricted_to_workflows: true,
          selected_workflows: ["acme/widgets/.github/workflows/other.yml@main"],
        },
      },
      hosted_runners: {
        large: { size: "16-core", group: "Fast", maximum_runners: 1, public_ip: true },
        idle: { image: "windows-2025", status: "Shutdown", last_active: "-2h" },
      },
    },
    other: { ...SEED.organizations.other, hosted_runners: { theirs: {} } },
  },
  repositories: {
    ...SEED.repositories,
    "acme/widgets": {
      ...SEED.repositories["acme/widgets"],
      workflow_runs: ["one", "two"].map((title) => queuedRun(title, "LARGE")).concat(queuedRun("three", "fresh")),
    },
  },
  enterprises: { inc: { organizations: ["acme"], runner_groups: { Shared: {} } } },
  tokens: {
    ...SEED.tokens,
    manager: { kind: "classic", user: "alice", scopes: ["manage_runners:org"] },
    scopeless: { kind: "classic", user: "alice", scopes: ["repo"] },
    reader: { kind: "fine-grained", user: "alice", permissions: { organization_administration: "read" } },
  },
};
const options = { seed, now: () => new Date("2026-05-01T12:00:00Z") };
const test = emulatorTest(options);

const Runner = z.looseObject({
  id: z.int(),
  name: z.string(),
  status: z.string(),
  runner_group_id: z.int(),
  public_ips: z.array(z.looseObject({ prefix: z.string() })),
});
const Runners = z.object({ total_count: z.int(), runners: z.array(Runner) });

async function listOf(emulator: Emulator) {
  return z.parse(Runners, (await requestJson(emulator, `GET ${RUNNERS}?per_page=100`)).body).runners;
}

async function pathOf(emulator: Emulator, name: string): Promise<string> {
  return `${RUNNERS}/${(await listOf(emulator)).find((runner) => runner.name === name)?.id}`;
}

async function groupOf(emulator: Emulator, name: string): Promise<number> {
  const Groups = z.object({ runner_groups: z.array(z.looseObject({ id: z.int(), name: z.string() })) });
  const { runner_groups } = z.parse(Groups, (await requestJson(emulator, "GET /orgs/acme/actions/runner-groups")).body);
  return runner_groups.find((group) => group.name === name)?.id ?? 0;
}

async function runnerInput(emulator: Emulator, fields: object = {}) {
  const image = { id: "ubuntu-24.04", source: "github" };
  return { name: "fresh", image, size: "4-core", runner_group_id: await groupOf(emulator, "Fast"), ...fields };
}

const create = async (emulator: Emulator, fields: object = {}, token = "alice") =>
  requestJson(emulator, `POST ${RUNNERS}`, await runnerInput(emulator, fields), token);

describe("hosted runners", () => {
  test("have images, machine sizes and platforms", async ({ emulator }) => {
    const owned = await requestJson(emulator, `GET ${RUNNERS}/images/github-owned`);
    expect(owned.body).toMatchObject({ images: expect.any(Array) });
    expect(owned.body).toHaveProperty("images[0]", {
      id: "ubuntu-22.04",
      platform: "linux-x64",
      size_gb: 86,
      display_name: "22.04",
      source: "github",
    });
    const partner = await requestJson(emulator, `GET ${RUNNERS}/images/partner`);
    const Images = z.object({ total_count: z.int(), images: z.array(z.looseObject({ source: z.string() })) });
    expect(new Set(z.parse(Images, owned.body).images.map(({ source }) => source))).toEqual(new Set(["github"]));
    expect(new Set(z.parse(Images, partner.body).images.map(({ source }) => source))).toEqual(new Set(["partner"]));
    const sizes = await requestJson(emulator, `GET ${RUNNERS}/machine-sizes`);
    expect(sizes.body).toHaveProperty("machine_specs[1]", {
      id: "4-core",
      cpu_cores: 4,
      memory_gb: 16,
      storage_gb: 150,
    });
    expect((await requestJson(emulator, `GET ${RUNNERS}/platforms`)).body).toEqual({
      total_count: 4,
      platforms: ["linux-x64", "win-x64", "linux-arm64", "win-arm64"],
    });
  });

  test("are listed in pages and returned one by one", async ({ emulator }) => {
    const page = await requestJson(emulator, `GET ${RUNNERS}?per_page=1`);
    expect(page.link).toContain('rel="next"');
    expect(page.body).toEqual({
      total_count: 2,
      runners: [
        {
          id: expect.any(Number),
          name: "large",
          runner_group_id: await groupOf(emulator, "Fast"),
          image_details: {
            id: "ubuntu-latest",
            size_gb: 86,
            display_name: "Latest (24.04)",
            source: "github",
            version: "latest",
          },
          machine_size_details: { id: "16-core", cpu_cores: 16, memory_gb: 64, storage_gb: 600 },
          status: "Ready",
          platform: "linux-x64",
          maximum_runners: 1,
          public_ip_enabled: true,
          public_ips: [{ enabled: true, prefix: expect.stringMatching(/^198\.1[89]\.\d+\.\d+$/), length: 28 }],
          last_active_on: FIRST_JOB_START,
          image_gen: false,
        },
      ],
    });
    const path = await pathOf(emulator, "idle");
    expect((await requestJson(emulator, `GET ${path}`)).body).toMatchObject({
      name: "idle",
      status: "Shutdown",
      last_active_on: "2026-05-01T10:00:00Z",
    });
  });

  test("are listed by their group, at its link", async ({ emulator }) => {
    const namesIn = async (group: string) => {
      const { body } = await requestJson(
        emulator,
        `GET /orgs/acme/actions/runner-groups/${await groupOf(emulator, group)}`,
      );
      const link = z.parse(z.object({ hosted_runners_url: z.string() }), body).hosted_runners_url;
      const listed = await requestJson(emulator, `GET ${link}`);
      const Runners = z.object({ total_count: z.int(), runners: z.array(z.looseObject({ name: z.string() })) });
      const { total_count, runners } = z.parse(Runners, listed.body);
      expect(total_count).toBe(runners.length);
      return runners.map(({ name }) => name);
    };
    expect([await namesIn("Fast"), await namesIn("Default"), await namesIn("Chosen")]).toEqual([
      ["large"],
      ["idle"],
      [],
    ]);
    const missing = await requestJson(emulator, "GET /orgs/acme/actions/runner-groups/999/hosted-runners");
    expect(missing.status).toBe(404);
  });

  test("require an owner with the scope or the permission", async ({ emulator }) => {
    const path = await pathOf(emulator, "large");
    expect((await requestJson(emulator, `GET ${RUNNERS}`, undefined, "bob")).status).toBe(403);
    expect((await requestJson(emulator, `GET ${RUNNERS}`, undefined, "scopeless")).status).toBe(403);
    for (const token of ["manager", "reader", "installation"]) {
      expect((await requestJson(emulator, `GET ${path}`, undefined, token)).status).toBe(200);
    }
    expect((await requestJson(emulator, `DELETE ${path}`, undefined, "reader")).status).toBe(403);
    expect((await create(emulator, {}, "reader")).status).toBe(403);
    expect((await create(emulator, {}, "manager")).status).toBe(201);
    expect((await requestJson(emulator, `DELETE ${path}`, undefined, "installation")).status).toBe(202);
    const theirs = path.replace("acme", "other");
    for (const route of [`GET ${theirs}`, `PATCH ${theirs}`, `DELETE ${theirs}`, `GET ${RUNNERS}/4711`]) {
      const response = await requestJson(emulator, route, route.startsWith("PATCH") ? {} : undefined, "mallory");
      expect(response.status).toBe(route.includes("acme") ? 403 : 404);
    }
  });

  base("are not available in the self-hosted edition", async () => {
    const emulator = await startEmulator({ ...options, edition: "self-hosted" });
    expect((await requestJson(emulator, `GET ${RUNNERS}`)).status).toBe(404);
    await emulator.stop();
  });
});

describe("a runner", () => {
  test("is provisioned when created and when its machine changes", async ({ emulator }) => {
    const created = await create(emulator);
    expect(created).toMatchObject({
      status: 201,
      body: { status: "Provisioning", maximum_runners: 10, public_ip_enabled: false, public_ips: [], image_gen: false },
    });
    expect(created.body).toMatchObject({ last_active_on: null });
    const path = await pathOf(emulator, "fresh");
    expect((await requestJson(emulator, `GET ${path}`)).body).toEqual(created.body);
    emulator.control.clock.advance(60);
    const status = async () => z.parse(Runner, (await requestJson(emulator, `GET ${path}`)).body).status;
    expect(await status()).toBe("Ready");
    const renamed = { name: "renamed", maximum_runners: 3, image_gen: true };
    const changed = await requestJson(emulator, `PATCH ${path}`, renamed);
    expect(changed).toMatchObject({ status: 200, body: { ...renamed, status: "Ready" } });
    const moved = { runner_group_id: await groupOf(emulator, "Chosen") };
    expect((await requestJson(emulator, `PATCH ${path}`, moved)).body).toMatchObject({ ...renamed, ...moved });
    const image = { image_id: "windows-11-arm", image_source: "partner" };
    expect((await requestJson(emulator, `PATCH ${path}`, { ...image, size: "8-core" })).body).toMatchObject({
      image_details: { id: "windows-11-arm" },
      machine_size_details: { id: "8-core" },
      platform: "win-arm64",
      status: "Provisioning",
    });
    emulator.control.clock.advance(60);
    expect(await status()).toBe("Ready");
  });

  test("shuts down before it is deleted", async ({ emulator }) => {
    const path = await pathOf(emulator, "large");
    const deleted = await requestJson(emulator, `DELETE ${path}`);
    expect(deleted).toMatchObject({ status: 202, body: { name: "large", status: "Deleting" } });
    emulator.control.clock.advance(30);
    expect(await requestJson(emulator, `GET ${path}`)).toMatchObject({ status: 200, body: { status: "Deleting" } });
    expect((await requestJson(emulator, `PATCH ${path}`, { maximum_runners: 2 })).status).toBe(422);
    expect((await create(emulator, { name: "LARGE" })).status).toBe(422);
    expect((await requestJson(emulator, `DELETE ${path}`)).status).toBe(202);
    emulator.control.clock.advance(30);
    for (const method of ["GET", "DELETE"]) expect((await requestJson(emulator, `${method} ${path}`)).status).toBe(404);
    expect((await listOf(emulator)).map(({ name }) => name)).toEqual(["idle"]);
    expect((await create(emulator, { name: "LARGE" })).status).toBe(201);
  });

  test.for([
    ["name", { name: "large" }],
    ["name", { name: "with a space" }],
    ["name", { name: "x".repeat(65) }],
    ["image", { image: { id: "ubuntu-24.04", source: "partner" } }],
    ["image", { image: { id: "mine", source: "custom" } }],
    ["image", { image: {} }],
    ["size", { size: "3-core" }],
    ["runner_group_id", { runner_group_id: 4711 }],
    ["maximum_runners", { maximum_runners: 0 }],
    ["maximum_runners", { maximum_runners: 1001 }],
  ] as const)("is rejected because of %s: %j", async ([field, fields], { emulator }) => {
    const before = await listOf(emulator);
    const rejected = await create(emulator, fields);
    expect(rejected.status).toBe(422);
    expect(rejected.text).toContain(field);
    if (!("image" in fields)) {
      expect((await requestJson(emulator, `PATCH ${await pathOf(emulator, "idle")}`, fields)).status).toBe(422);
    }
    expect(await listOf(emulator)).toEqual(before);
  });

  test("belongs to a group of its organization, and moves to the default group when that is deleted", async ({
    emulator,
  }) => {
    const shared = { runner_group_id: await groupOf(emulator, "Shared") };
    expect((await create(emulator, shared)).status).toBe(422);
    const group = await groupOf(emulator, "Fast");
    expect((await requestJson(emulator, `DELETE /orgs/acme/actions/runner-groups/${group}`)).status).toBe(204);
    const [large] = await listOf(emulator);
    expect(large).toMatchObject({ name: "large", runner_group_id: await groupOf(emulator, "Default") });
  });

  test("changes its image only together with the source, and keeps omitted fields", async ({ emulator }) => {
    const path = await pathOf(emulator, "idle");
    const before = (await requestJson(emulator, `GET ${path}`)).body;
    for (const partial of [{ image_id: "ubuntu-24.04" }, { image_source: "github" }]) {
      expect((await requestJson(emulator, `PATCH ${path}`, partial)).status).toBe(422);
    }
    const mismatched = { image_id: "ubuntu-24.04", image_source: "partner" };
    expect((await requestJson(emulator, `PATCH ${path}`, mismatched)).status).toBe(422);
    expect((await requestJson(emulator, `PATCH ${path}`, { name: "idle" })).body).toEqual(before);
  });
});

describe("public IP addresses", () => {
  const usage = async (emulator: Emulator) => (await requestJson(emulator, `GET ${RUNNERS}/limits`)).body;

  test("are unique per runner and limited in number", async ({ emulator }) => {
    expect(await usage(emulator)).toEqual({ public_ips: { maximum: 50, current_usage: 1 } });
    for (let n = 1; n < 50; n += 1) {
      expect((await create(emulator, { name: `ip-${n}`, enable_static_ip: true })).status).toBe(201);
    }
    expect(await usage(emulator)).toMatchObject({ public_ips: { current_usage: 50 } });
    const prefixes = (await listOf(emulator)).flatMap(({ public_ips }) => public_ips.map(({ prefix }) => prefix));
    expect(new Set(prefixes).size).toBe(50);
    expect((await create(emulator, { enable_static_ip: true })).status).toBe(422);
    const idle = await pathOf(emulator, "idle");
    expect((await requestJson(emulator, `PATCH ${idle}`, { enable_static_ip: true })).status).toBe(422);
    // Runners keep their addresses, and released addresses can be assigned again.
    const large = await pathOf(emulator, "large");
    expect((await requestJson(emulator, `PATCH ${large}`, { enable_static_ip: true })).status).toBe(200);
    await requestJson(emulator, `PATCH ${large}`, { enable_static_ip: false });
    expect((await requestJson(emulator, `PATCH ${idle}`, { enable_static_ip: true })).status).toBe(200);
    await requestJson(emulator, `DELETE ${idle}`);
    emulator.control.clock.advance(60);
    expect(await usage(emulator)).toMatchObject({ public_ips: { current_usage: 49 } });
  });

  base("are counted correctly after any changes", async () => {
    const command = fc.record({
      runner: fc.nat({ max: 2 }),
      hasPublicIp: fc.boolean(),
      action: fc.constantFrom("create", "change", "delete", "wait"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 12 }), async (commands) => {
        const emulator = await startEmulator(options);
        const image = { id: "ubuntu-24.04" };
        const group = await groupOf(emulator, "Fast");
        for (const { runner, hasPublicIp, action } of commands) {
          const name = `r${runner}`;
          const body = { name, image, size: "4-core", runner_group_id: group, enable_static_ip: hasPublicIp };
          if (action === "create") await requestJson(emulator, `POST ${RUNNERS}`, body);
          const path = await pathOf(emulator, name);
          if (action === "change") await requestJson(emulator, `PATCH ${path}`, { enable_static_ip: hasPublicIp });
          if (action === "delete") await requestJson(emulator, `DELETE ${path}`);
          if (action === "wait") emulator.control.clock.advance(60);
          const counted = (await listOf(emulator)).filter(({ public_ips }) => public_ips.length > 0).length;
          expect(await usage(emulator)).toEqual({ public_ips: { maximum: 50, current_usage: counted } });
        }
        await emulator.stop();
      }),
      { numRuns: pickSize(6, 20) },
    );
  });
});

describe("jobs", () => {
  const Runs = z.object({ workflow_runs: z.array(z.looseObject({ id: z.int(), display_title: z.string() })) });

  async function jobOf(emulator: Emulator, title: string): Promise<unknown> {
    const path = "/repos/acme/widgets/actions/runs";
    const { workflow_runs: runs } = z.parse(Runs, (await requestJson(emulator, `GET ${path}`)).body);
    const id = runs.find(({ display_title }) => display_title === title)?.id;
    const Jobs = z.object({ jobs: z.array(z.unknown()) });
    return z.parse(Jobs, (await requestJson(emulator, `GET ${path}/${id}/jobs`)).body).jobs[0];
  }

  test("run on the runner that they name, up to its maximum", async ({ emulator }) => {
    emulator.control.clock.advance(10);
    const running = { status: "in_progress", runner_id: null, runner_name: "large", runner_group_name: "Fast" };
    expect(await jobOf(emulator, "one")).toMatchObject(running);
    expect(await jobOf(emulator, "two")).toMatchObject({ status: "queued", runner_name: null });
    const path = await pathOf(emulator, "large");
    expect((await requestJson(emulator, `GET ${path}`)).body).toMatchObject({ last_active_on: FIRST_JOB_START });
    await requestJson(emulator, `PATCH ${path}`, { maximum_runners: 2 });
    expect(await jobOf(emulator, "two")).toMatchObject(running);
    emulator.control.clock.advance(100);
    for (const title of ["one", "two"]) {
      expect(await jobOf(emulator, title)).toMatchObject({ status: "completed", conclusion: "success" });
    }
  });

  test("wait until a runner is provisioned and idle", async ({ emulator }) => {
    emulator.control.clock.advance(10);
    expect(await jobOf(emulator, "three")).toMatchObject({ status: "queued" });
    await create(emulator, { runner_group_id: await groupOf(emulator, "Fast") });
    expect(await jobOf(emulator, "three")).toMatchObject({ status: "queued" });
    emulator.control.clock.advance(60);
    expect(await jobOf(emulator, "three")).toMatchObject({
      status: "in_progress",
      runner_name: "fresh",
      started_at: "2026-05-01T12:01:10Z",
    });
    expect(await jobOf(emulator, "two")).toMatchObject({ status: "queued" });
    emulator.control.clock.advance(60);
    expect(await jobOf(emulator, "two")).toMatchObject({ status: "in_progress", runner_name: "large" });
  });

  test.for(["Chosen", "Strict", "Default"])(
    "don't use runners of the group %s, which excludes them",
    async (group, { emulator }) => {
      emulator.control.clock.advance(10);
      const settings = { name: "Default", allows_public_repositories: false };
      await requestJson(
        emulator,
        `PATCH /orgs/acme/actions/runner-groups/${await groupOf(emulator, "Default")}`,
        settings,
      );
      await create(emulator, { runner_group_id: await groupOf(emulator, group) });
      emulator.control.clock.advance(120);
      expect(await jobOf(emulator, "three")).toMatchObject({ status: "queued" });
      await requestJson(emulator, `PATCH ${await pathOf(emulator, "fresh")}`, {
        runner_group_id: await groupOf(emulator, "Fast"),
      });
      expect(await jobOf(emulator, "three")).toMatchObject({ status: "in_progress", runner_group_name: "Fast" });
    },
  );

  test("don't start on a runner that is shutting down", async ({ emulator }) => {
    emulator.control.clock.advance(10);
    await requestJson(emulator, `DELETE ${await pathOf(emulator, "large")}`);
    emulator.control.clock.advance(200);
    // A job that is already running completes.
    expect(await jobOf(emulator, "one")).toMatchObject({ status: "completed", conclusion: "success" });
    expect(await jobOf(emulator, "two")).toMatchObject({ status: "queued" });
  });
});

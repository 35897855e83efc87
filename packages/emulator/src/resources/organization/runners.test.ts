import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { createClient } from "@forgehand/core";
import * as operations from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import * as z from "zod/mini";
import type { Emulator } from "../../public.ts";
import { notSupplied, requestJson } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { SEED } from "../shared/organization-seed.fixture.ts";

const RUNNERS_PATH = "/orgs/acme/actions/runners";

const organizations = {
  ...SEED.organizations,
  acme: {
    ...SEED.organizations.acme,
    runner_groups: { fast: { allows_public_repositories: true } },
    runners: {
      "builder-1": { labels: ["gpu", "large"], group: "fast" },
      "builder-2": { os: "macos", architecture: "arm64", status: "offline", version: "2.300.0" },
      "builder-3": { ephemeral: true },
    },
  },
  other: { ...SEED.organizations.other, runners: { "other-1": {} } },
};
const busyRun = {
  title: "Busy",
  status: "in_progress",
  actor: "bob",
  jobs: { build: { labels: ["self-hosted"], runner: "builder-3" } },
};
const onceRun = { title: "Once", actor: "bob", jobs: { once: { labels: ["only-here"], runner: "gone" } } };
const seed = {
  ...SEED,
  organizations,
  repositories: { ...SEED.repositories, "acme/widgets": { workflow_runs: [busyRun, onceRun] } },
  tokens: {
    ...SEED.tokens,
    reader: { kind: "fine-grained", user: "alice", permissions: { organization_self_hosted_runners: "read" } },
  },
};
const test = emulatorTest({ seed, now: () => new Date("2026-05-01T12:00:00.700Z") });

const Runners = z.object({
  total_count: z.int(),
  runners: z.array(z.looseObject({ id: z.int(), name: z.string(), runner_group_id: z.int() })),
});

async function runnersOf(emulator: Emulator, query = "") {
  return z.parse(Runners, (await requestJson(emulator, `GET ${RUNNERS_PATH}${query}`)).body);
}

async function idOf(emulator: Emulator, name: string): Promise<number> {
  return (await runnersOf(emulator)).runners.find((runner) => runner.name === name)?.id ?? 0;
}

const label = (name: string, type = "custom") => ({ id: expect.any(Number), name, type });
const READ_ONLY_LABELS = [label("self-hosted", "read-only"), label("Linux", "read-only"), label("X64", "read-only")];
const ALL_LABELS = [...READ_ONLY_LABELS, label("gpu"), label("large")];

describe("the list", () => {
  test("contains the organization's own runners in pages", async ({ emulator }) => {
    const { total_count, runners } = await runnersOf(emulator);
    expect(total_count).toBe(3);
    expect(runners).toEqual([
      {
        id: expect.any(Number),
        runner_group_id: expect.any(Number),
        name: "builder-1",
        os: "linux",
        status: "online",
        busy: false,
        ephemeral: false,
        version: expect.any(String),
        labels: ALL_LABELS,
      },
      expect.objectContaining({ name: "builder-2", os: "macos", status: "offline", version: "2.300.0" }),
      expect.objectContaining({ name: "builder-3", busy: true, ephemeral: true }),
    ]);
    const page = await requestJson(emulator, `GET ${RUNNERS_PATH}?per_page=2&page=2`);
    expect(page.link).toContain('rel="first"');
    expect(z.parse(Runners, page.body).runners.map(({ name }) => name)).toEqual(["builder-3"]);
    expect((await runnersOf(emulator, "?page=9")).runners).toEqual([]);
  });

  test("filters by exact name", async ({ emulator }) => {
    expect(await runnersOf(emulator, "?name=BUILDER-2")).toMatchObject({ total_count: 1, runners: [{ os: "macos" }] });
    expect(await runnersOf(emulator, "?name=builder")).toEqual({ total_count: 0, runners: [] });
    expect((await requestJson(emulator, `GET ${RUNNERS_PATH}?name=other-1`)).body).toMatchObject({ total_count: 0 });
  });

  test("returns a single runner to its own organization only", async ({ emulator }) => {
    const id = await idOf(emulator, "builder-1");
    expect((await requestJson(emulator, `GET ${RUNNERS_PATH}/${id}`)).body).toMatchObject({
      id,
      name: "builder-1",
      labels: ALL_LABELS,
    });
    expect((await requestJson(emulator, `GET /orgs/other/actions/runners/${id}`, undefined, "mallory")).status).toBe(
      404,
    );
    for (const [method, path] of [
      ["GET", ""],
      ["DELETE", ""],
      ["GET", "/labels"],
      ["DELETE", "/labels"],
    ]) {
      expect((await requestJson(emulator, `${method} ${RUNNERS_PATH}/4711${path}`)).status).toBe(404);
    }
  });

  test("requires an owner with the scope or the permission", async ({ emulator }) => {
    for (const token of ["bob", "mallory"])
      expect((await requestJson(emulator, `GET ${RUNNERS_PATH}`, undefined, token)).status).toBe(403);
    for (const token of ["reader", "installation"]) {
      expect((await requestJson(emulator, `GET ${RUNNERS_PATH}`, undefined, token)).status).toBe(200);
    }
    expect((await requestJson(emulator, `POST ${RUNNERS_PATH}/registration-token`, undefined, "reader")).status).toBe(
      403,
    );
    expect(
      (await requestJson(emulator, `POST ${RUNNERS_PATH}/registration-token`, undefined, "installation")).status,
    ).toBe(201);
  });
});

describe("removing runners", () => {
  test("deletes an idle runner and rejects a busy one", async ({ emulator }) => {
    const id = await idOf(emulator, "builder-1");
    expect((await requestJson(emulator, `DELETE ${RUNNERS_PATH}/${id}`)).status).toBe(204);
    expect((await requestJson(emulator, `DELETE ${RUNNERS_PATH}/${id}`)).status).toBe(404);
    expect((await runnersOf(emulator)).runners.map(({ name }) => name)).toEqual(["builder-2", "builder-3"]);
    const busyId = await idOf(emulator, "builder-3");
    expect(await requestJson(emulator, `DELETE ${RUNNERS_PATH}/${busyId}`)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining("currently running a job") },
    });
  });

  test("removes an ephemeral runner after its job", async ({ emulator }) => {
    const runs = z.parse(
      z.object({ workflow_runs: z.array(z.looseObject({ id: z.int() })) }),
      (await requestJson(emulator, "GET /repos/acme/widgets/actions/runs?status=in_progress")).body,
    ).workflow_runs;
    await requestJson(emulator, `POST /repos/acme/widgets/actions/runs/${runs[0]?.id}/cancel`);
    expect(await runnersOf(emulator, "?name=builder-3")).toMatchObject({ runners: [{ busy: true }] });
    emulator.control.clock.advance(10);
    expect(await runnersOf(emulator, "?name=builder-3")).toMatchObject({ total_count: 0 });
  });
});

describe("labels", () => {
  const Labels = z.object({ total_count: z.int(), labels: z.array(z.looseObject({ name: z.string() })) });
  const names = ({ body }: { body: unknown }) => z.parse(Labels, body).labels.map(({ name }) => name);
  const readOnlyNames = ["self-hosted", "Linux", "X64"];

  test("are added without duplicates, and the response has all of them", async ({ emulator }) => {
    const path = `${RUNNERS_PATH}/${await idOf(emulator, "builder-1")}/labels`;
    expect(await requestJson(emulator, `GET ${path}`)).toMatchObject({
      status: 200,
      body: { total_count: 5, labels: ALL_LABELS },
    });
    const added = await requestJson(emulator, `POST ${path}`, { labels: ["GPU", "fresh", "fresh", "linux"] });
    expect([added.status, names(added)]).toEqual([200, [...readOnlyNames, "gpu", "large", "fresh"]]);
    expect((await requestJson(emulator, `GET ${path}`)).body).toEqual(added.body);
    expect((await runnersOf(emulator, "?name=builder-1")).runners[0]).toMatchObject({
      labels: z.parse(Labels, added.body).labels,
    });
  });

  test("are replaced except for read-only ones", async ({ emulator }) => {
    const path = `${RUNNERS_PATH}/${await idOf(emulator, "builder-1")}/labels`;
    const before = z.parse(Labels, (await requestJson(emulator, `GET ${path}`)).body).labels;
    const set = await requestJson(emulator, `PUT ${path}`, { labels: ["large", "slow", "Self-Hosted"] });
    expect(names(set)).toEqual([...readOnlyNames, "large", "slow"]);
    expect(z.parse(Labels, set.body).labels).toEqual(
      expect.arrayContaining(before.filter(({ name }) => name !== "gpu")),
    );
    expect(names(await requestJson(emulator, `PUT ${path}`, { labels: [] }))).toEqual(readOnlyNames);
    await requestJson(emulator, `POST ${path}`, { labels: ["again"] });
    expect(names(await requestJson(emulator, `DELETE ${path}`))).toEqual(readOnlyNames);
    expect(names(await requestJson(emulator, `DELETE ${path}`))).toEqual(readOnlyNames);
  });

  test("are removed individually, ignoring case", async ({ emulator }) => {
    const path = `${RUNNERS_PATH}/${await idOf(emulator, "builder-1")}/labels`;
    expect(names(await requestJson(emulator, `DELETE ${path}/GPU`))).toEqual([...readOnlyNames, "large"]);
    expect((await requestJson(emulator, `DELETE ${path}/gpu`)).status).toBe(404);
    for (const name of ["self-hosted", "linux", "x64"]) {
      const rejected = { status: 422, body: { errors: [{ field: "name" }] } };
      expect(await requestJson(emulator, `DELETE ${path}/${name}`)).toMatchObject(rejected);
    }
  });

  test("are rejected if there are too many or they are invalid", async ({ emulator }) => {
    const path = `${RUNNERS_PATH}/${await idOf(emulator, "builder-1")}/labels`;
    const many = Array.from({ length: 101 }, (_, index) => `label-${index}`);
    const rejected = { status: 422, body: { errors: [{ field: expect.stringContaining("labels") }] } };
    for (const labels of [[], many, ["ok", " "], ["x".repeat(257)], [1]]) {
      expect(await requestJson(emulator, `POST ${path}`, { labels })).toMatchObject(rejected);
    }
    expect(await requestJson(emulator, `PUT ${path}`, {})).toMatchObject(notSupplied("labels"));
    for (const body of [{ labels: many }, { labels: [""] }]) {
      expect(await requestJson(emulator, `PUT ${path}`, body)).toMatchObject(rejected);
    }
    expect((await requestJson(emulator, `PUT ${path}`, { labels: many.slice(1) })).body).toMatchObject({
      total_count: 103,
    });
    expect((await requestJson(emulator, `POST ${RUNNERS_PATH}/4711/labels`, { labels: ["a"] })).status).toBe(404);
  });
});

describe("tokens", () => {
  const Token = z.looseObject({ token: z.string(), expires_at: z.string() });

  test.for(["registration-token", "remove-token"])(
    "each %s is new and expires after an hour",
    async (tokenKind, { emulator }) => {
      const first = z.parse(Token, (await requestJson(emulator, `POST ${RUNNERS_PATH}/${tokenKind}`)).body);
      expect(first).toEqual({ token: expect.stringMatching(/^[A-Z2-7]{29}$/), expires_at: "2026-05-01T13:00:00Z" });
      emulator.control.clock.advance(60);
      const second = z.parse(Token, (await requestJson(emulator, `POST ${RUNNERS_PATH}/${tokenKind}`)).body);
      expect(second.expires_at).toBe("2026-05-01T13:01:00Z");
      expect(second.token).not.toBe(first.token);
    },
  );
});

describe("a runner's lifecycle", () => {
  const Token = z.looseObject({ token: z.string() });
  const createToken = async (emulator: Emulator, tokenKind: string) =>
    z.parse(Token, (await requestJson(emulator, `POST ${RUNNERS_PATH}/${tokenKind}`)).body).token;

  test("starts with a registration token and ends with a remove token", async ({ emulator }) => {
    const { runners, clock } = emulator.control;
    const [registration, removal] = [
      await createToken(emulator, "registration-token"),
      await createToken(emulator, "remove-token"),
    ];
    runners.register(registration, {
      name: "new",
      os: "windows",
      architecture: "arm64",
      labels: ["own"],
      group: "fast",
    });
    const findNewRunner = async () => (await runnersOf(emulator, "?name=new")).runners;
    expect(await findNewRunner()).toMatchObject([
      {
        os: "windows",
        status: "offline",
        runner_group_id: (await runnersOf(emulator)).runners[0]?.runner_group_id,
        labels: [{ name: "self-hosted" }, { name: "Windows" }, { name: "ARM64" }, { name: "own", type: "custom" }],
      },
    ]);
    runners.connect("acme", "NEW");
    expect(await findNewRunner()).toMatchObject([{ status: "online" }]);
    runners.disconnect("acme", "new");
    expect(await findNewRunner()).toMatchObject([{ status: "offline" }]);
    expect(() => runners.remove(registration, "new")).toThrow(RangeError);
    expect(() => runners.remove(removal, "builder-3")).toThrow("is busy");
    runners.remove(removal, "new");
    expect(await findNewRunner()).toEqual([]);
    expect(() => runners.register(removal, { name: "x" })).toThrow("must be a registration token");
    expect(() => runners.register(registration, { name: "builder-1" })).toThrow("already");
    expect(() => runners.register(registration, { name: "x", group: "none" })).toThrow("no runner group");
    expect(() => runners.connect("acme", "other-1")).toThrow(RangeError);
    clock.advance(3600);
    expect(() => runners.register(registration, { name: "x" })).toThrow("expired");
    expect(() => runners.remove(removal, "builder-1")).toThrow("expired");
  });

  test("ends after its job if it is ephemeral", async ({ emulator }) => {
    const { runners, clock } = emulator.control;
    const { runners: all } = await runnersOf(emulator, "?name=builder-1");
    const input = { name: "jit", labels: ["macOS", "only-here"], runner_group_id: all[0]?.runner_group_id };
    await requestJson(emulator, `POST ${RUNNERS_PATH}/generate-jitconfig`, input);
    const path = "/repos/acme/widgets/actions/runs";
    const { workflow_runs: runs } = z.parse(
      z.object({ workflow_runs: z.array(z.looseObject({ id: z.int(), display_title: z.string() })) }),
      (await requestJson(emulator, `GET ${path}`)).body,
    );
    const id = runs.find(({ display_title }) => display_title === "Once")?.id;
    await requestJson(emulator, `POST ${path}/${id}/rerun`);
    clock.advance(60);
    const job = async () => (await requestJson(emulator, `GET ${path}/${id}/jobs`)).body;
    expect(await job()).toMatchObject({ jobs: [{ status: "queued", runner_name: null }] });
    runners.connect("acme", "jit");
    expect(await runnersOf(emulator, "?name=jit")).toMatchObject({
      runners: [{ os: "macos", status: "online", busy: true, version: expect.any(String) }],
    });
    clock.advance(40);
    expect(await job()).toMatchObject({
      jobs: [{ conclusion: "success", runner_name: "jit", started_at: "2026-05-01T12:01:00Z" }],
    });
    expect(await runnersOf(emulator, "?name=jit")).toMatchObject({ total_count: 0 });
  });
});

describe("downloads", () => {
  const Downloads = z.array(
    z.looseObject({
      os: z.string(),
      architecture: z.string(),
      download_url: z.string(),
      filename: z.string(),
      temp_download_token: z.string(),
      sha256_checksum: z.string(),
    }),
  );
  const list = async (emulator: Emulator) =>
    z.parse(Downloads, (await requestJson(emulator, `GET ${RUNNERS_PATH}/downloads`)).body);

  test("exist for every platform and match their checksums", async ({ emulator }) => {
    const all = await list(emulator);
    expect(all.map(({ os, architecture }) => `${os}-${architecture}`)).toEqual([
      "osx-x64",
      "osx-arm64",
      "linux-x64",
      "linux-arm",
      "linux-arm64",
      "win-x64",
      "win-arm64",
    ]);
    for (const { download_url, filename, sha256_checksum } of all) {
      expect(new URL(download_url).pathname.endsWith(`/${filename}`)).toBe(true);
      const bytes = Buffer.from(await (await fetch(download_url)).arrayBuffer());
      expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256_checksum);
      const content = filename.endsWith(".zip") ? bytes.toString("latin1") : gunzipSync(bytes).toString("latin1");
      expect(content).toContain("README.txt");
    }
  });

  test("reject tokens of other packages and expired tokens", async ({ emulator }) => {
    const [first, second] = await list(emulator);
    const get = async (token: string | undefined, url = first?.download_url ?? "") =>
      (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await get(first?.temp_download_token)).toBe(200);
    expect(await get(second?.temp_download_token)).toBe(401);
    expect(await get("AAAA")).toBe(401);
    emulator.control.clock.advance(3602);
    expect(await get(first?.temp_download_token)).toBe(401);
    expect(await get((await list(emulator))[0]?.temp_download_token)).toBe(200);
    expect((await fetch(`${emulator.webUrl}/_services/runners/v0/none.zip`)).status).toBe(404);
  });
});

describe("a just-in-time runner", () => {
  const decode = (text: unknown): Record<string, unknown> =>
    z.parse(z.record(z.string(), z.unknown()), JSON.parse(Buffer.from(String(text), "base64").toString()));
  const createJitRunner = (emulator: Emulator, input: object, token?: string) =>
    requestJson(
      emulator,
      `POST ${RUNNERS_PATH}/generate-jitconfig`,
      { name: "jit", labels: ["self-hosted"], ...input },
      token,
    );
  const groupOf = async (emulator: Emulator, name: string) =>
    (await runnersOf(emulator, `?name=${name}`)).runners[0]?.runner_group_id;

  test("is registered as offline in its group, and its configuration matches", async ({ emulator }) => {
    const group = await groupOf(emulator, "builder-1");
    const { call } = createClient({
      baseUrl: emulator.apiUrl,
      credentials: emulator.tokens["alice"] ?? "",
      pace: "off",
    });
    const labels = ["self-hosted", "x64", "linux", "no-gpu"];
    const { runner, encoded_jit_config } = await call(operations.createJitRunner, {
      org: "acme",
      name: "jit-1",
      runner_group_id: group ?? 0,
      labels,
      work_folder: "_place",
    });
    expect(runner).toMatchObject({ name: "jit-1", os: "unknown", status: "offline", busy: false, ephemeral: true });
    expect(runner.runner_group_id).toBe(group);
    expect(runner.labels.map(({ name, type }) => [name, type])).toEqual([
      ["self-hosted", "read-only"],
      ["x64", "read-only"],
      ["linux", "read-only"],
      ["no-gpu", "custom"],
    ]);
    expect(await call(operations.getRunner, { org: "acme", runner_id: runner.id })).toEqual(runner);
    const files = decode(encoded_jit_config);
    expect(Object.keys(files)).toEqual([".runner", ".credentials", ".credentials_rsaparams"]);
    expect(decode(files[".runner"])).toMatchObject({
      AgentId: String(runner.id),
      AgentName: "jit-1",
      PoolId: String(group),
      PoolName: "fast",
      Ephemeral: "True",
      WorkFolder: "_place",
      GithubUrl: `${emulator.webUrl}/acme`,
    });
    const { modulus } = z.parse(z.looseObject({ modulus: z.string() }), decode(files[".credentials_rsaparams"]));
    expect(Buffer.from(modulus, "base64")).toHaveLength(256);
  });

  test("requires an unused name, even for concurrent requests", async ({ emulator }) => {
    const group = (await groupOf(emulator, "builder-2")) ?? 0;
    const both = await Promise.all([1, 2].map(() => createJitRunner(emulator, { runner_group_id: group })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect((await createJitRunner(emulator, { runner_group_id: group, name: "BUILDER-1" })).status).toBe(409);
    // Names are unique per organization only.
    const other = await requestJson(emulator, "GET /orgs/other/actions/runners", undefined, "mallory");
    const otherGroup = z.parse(Runners, other.body).runners[0]?.runner_group_id;
    const input = { name: "builder-1", labels: ["x"], runner_group_id: otherGroup };
    expect(
      await requestJson(emulator, "POST /orgs/other/actions/runners/generate-jitconfig", input, "mallory"),
    ).toMatchObject({
      status: 201,
      body: { runner: { labels: [{ name: "self-hosted" }, { name: "x" }] } },
    });
    expect((await createJitRunner(emulator, { runner_group_id: otherGroup, name: "jit-2" })).status).toBe(404);
  });

  test("is rejected without its required fields", async ({ emulator }) => {
    const group = (await groupOf(emulator, "builder-2")) ?? 0;
    const rejected = (field: string) => ({
      status: 422,
      body: { errors: [{ field: expect.stringContaining(field) }] },
    });
    for (const name of ["", "  ", "x".repeat(65)]) {
      expect(await createJitRunner(emulator, { runner_group_id: group, name })).toMatchObject(rejected("name"));
    }
    for (const labels of [[], [""], Array.from({ length: 101 }, (_, index) => `${index}`)]) {
      expect(await createJitRunner(emulator, { runner_group_id: group, labels })).toMatchObject(rejected("labels"));
    }
    expect(await createJitRunner(emulator, {})).toMatchObject(notSupplied("runner_group_id"));
    expect((await createJitRunner(emulator, { runner_group_id: 4711 })).status).toBe(404);
    expect((await createJitRunner(emulator, { runner_group_id: group }, "reader")).status).toBe(403);
    expect((await runnersOf(emulator)).total_count).toBe(3);
  });
});

describe("in the neutral dialect", () => {
  const test = emulatorTest({ seed, dialect: "svc" });
  test("the configuration has the dialect's URL field", async ({ emulator }) => {
    const { runners } = await runnersOf(emulator);
    const input = { name: "jit", labels: ["x"], runner_group_id: runners[0]?.runner_group_id };
    const response = await requestJson(emulator, `POST ${RUNNERS_PATH}/generate-jitconfig`, input);
    const text = (part: unknown) => Buffer.from(String(part), "base64").toString();
    const { encoded_jit_config } = z.parse(z.looseObject({ encoded_jit_config: z.string() }), response.body);
    expect(text(JSON.parse(text(encoded_jit_config))[".runner"])).toContain(`"SvcUrl":"${emulator.webUrl}/acme"`);
  });
});

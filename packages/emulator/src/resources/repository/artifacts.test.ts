import { getArtifact, listArtifacts, listWorkflowRunArtifacts } from "@forgehand/core/operations";
import { unzipSync } from "fflate";
import { expect } from "vitest";
import { clientFor, requestJson } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

const WIDGETS = { owner: "acme", repo: "widgets" };

const test = emulatorTest({
  control: true,
  now: () => new Date("2026-05-01T12:00:00Z"),
  seed: {
    users: { alice: {}, mallory: {} },
    organizations: { acme: { members: { alice: "owner" } } },
    repositories: {
      "acme/widgets": {
        workflow_runs: [
          {
            actor: "alice",
            sha: "0123456789012345678901234567890123456789",
            created: "-2d",
            artifacts: [
              { name: "build", files: { "out/app.js": "run()", "notes.txt": "ä" }, created: "-40h" },
              { name: "logs", files: {}, created: "-45h" },
            ],
          },
          { actor: "alice", created: "-1d", artifacts: [{ name: "build", files: { "a.txt": "" }, expires: "-1h" }] },
        ],
      },
      "acme/gears": { private: true, workflow_runs: [{ actor: "alice", artifacts: [{ name: "gear", files: {} }] }] },
    },
    tokens: {
      alice: { kind: "classic", user: "alice", scopes: "all" },
      mallory: { kind: "classic", user: "mallory", scopes: [] },
    },
  },
});

const namesOf = (artifacts: readonly { readonly id: number; readonly name: string }[]) =>
  artifacts.map(({ id, name }) => `${id} ${name}`);

test("artifacts are listed, newest first", async ({ emulator }) => {
  const { call } = clientFor(emulator, "mallory");
  const { total_count, artifacts } = await call(listArtifacts, WIDGETS);
  expect(total_count).toBe(3);
  expect(namesOf(artifacts)).toEqual(["3 build", "1 build", "2 logs"]);
  expect(namesOf((await call(listArtifacts, { ...WIDGETS, name: "build" })).artifacts)).toEqual(["3 build", "1 build"]);
  const second = await call(listArtifacts, { ...WIDGETS, per_page: 1, page: 2 });
  expect([second.total_count, ...namesOf(second.artifacts)]).toEqual([3, "1 build"]);
  const ofRun = async (input: object) =>
    namesOf((await call(listWorkflowRunArtifacts, { ...WIDGETS, run_id: 1, ...input })).artifacts);
  expect(await ofRun({})).toEqual(["1 build", "2 logs"]);
  expect(await ofRun({ direction: "asc" })).toEqual(["2 logs", "1 build"]);
  expect(await ofRun({ name: "logs" })).toEqual(["2 logs"]);
  expect((await requestJson(emulator, "GET /repos/acme/widgets/actions/runs/9/artifacts")).status).toBe(404);
});

test("an artifact has its run and its expiry", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  const url = `${emulator.apiUrl}/repos/acme/widgets/actions/artifacts/1`;
  expect(await call(getArtifact, { ...WIDGETS, artifact_id: 1 })).toMatchObject({
    id: 1,
    name: "build",
    url,
    archive_download_url: `${url}/zip`,
    expired: false,
    digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    created_at: "2026-04-29T20:00:00Z",
    expires_at: "2026-07-28T20:00:00Z",
    workflow_run: { id: 1, head_branch: "main", head_sha: "0123456789012345678901234567890123456789" },
  });
  expect(await call(getArtifact, { ...WIDGETS, artifact_id: 3 })).toMatchObject({ expired: true });
  for (const id of [9, 4]) {
    expect((await requestJson(emulator, `GET /repos/acme/widgets/actions/artifacts/${id}`)).status).toBe(404);
  }
});

test("an artifact is downloaded by a link that expires", async ({ emulator }) => {
  const path = "/repos/acme/widgets/actions/artifacts";
  const { status, headers } = await requestJson(emulator, `GET ${path}/1/zip`);
  expect(status).toBe(302);
  const location = headers.get("location") ?? "";
  const archive = await fetch(location);
  const files = unzipSync(new Uint8Array(await archive.arrayBuffer()));
  expect(Object.entries(files).map(([name, content]) => [name, Buffer.from(content).toString()])).toEqual([
    ["out/app.js", "run()"],
    ["notes.txt", "ä"],
  ]);
  emulator.control.clock.advance(61);
  expect((await fetch(location)).status).toBe(403);
  const expired = await requestJson(emulator, `GET ${path}/3/zip`);
  expect(expired).toMatchObject({ status: 410, body: { message: "Artifact has expired" } });
  expect((await requestJson(emulator, `GET ${path}/1/tar`)).status).toBe(404);
  expect((await requestJson(emulator, `GET ${path}/9/zip`)).status).toBe(404);
  expect((await requestJson(emulator, `GET ${path}/1/zip`, undefined, "mallory")).status).toBe(403);
});

import { createHash } from "node:crypto";
import { isForgeError } from "@forgehand/core";
import { getReleaseAsset, updateRepository, uploadReleaseAsset } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { sendLines } from "../../http/raw-request.fixture.ts";
import type { Emulator } from "../../public.ts";
import { clientFor, requestJson, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { COMPANY } from "../company.fixture.ts";

const test = emulatorTest({ seed: COMPANY });

const widgets = { owner: "acme", repo: "widgets" };
const DATA = new Uint8Array([0, 255, 10, 13, 128]);

/** Adds a release to acme/widgets, which has none in the seed. */
async function addRelease({ control }: Emulator, changes: object = {}): Promise<number> {
  const snapshot = control.snapshot();
  const { releases, repositories } = snapshot.tables;
  if (!releases || !repositories) throw new Error("The state must have releases.");
  const at = (name: string) => repositories.columns.indexOf(name);
  const repository = repositories.rows.find((row) => row[at("name")] === "widgets");
  const now = "2026-09-01T12:00:00Z";
  const release: Record<string, unknown> = {
    ...{ id: 1, repository_id: repository?.[at("id")], author_id: null, tag_name: "v1.0.0", target_commitish: "main" },
    ...{ name: "One", body: null, draft: 0, prerelease: 0, immutable: 0, discussion_category: null, latest_at: null },
    ...{ created_at: now, updated_at: now, published_at: now },
    ...changes,
  };
  const tables = {
    ...snapshot.tables,
    releases: { ...releases, rows: [...releases.rows, releases.columns.map((column) => release[column] ?? null)] },
  };
  await control.restore({ ...snapshot, tables });
  return 1;
}

const errorOf = (calling: Promise<unknown>) =>
  calling.then(
    () => undefined,
    (error: unknown) => (isForgeError(error) ? error.message : error),
  );

describe("an uploaded asset", () => {
  test("has the bytes, the name and the media type that were sent", async ({ emulator }) => {
    const release_id = await addRelease(emulator);
    const { call } = clientFor(emulator, "alice");
    emulator.control.clock.set(new Date("2026-09-01T13:00:00Z"));
    const asset = await call(uploadReleaseAsset, {
      ...widgets,
      release_id,
      name: "w\u00eddgets (1).zip",
      label: "All of it",
      content_type: "application/zip",
      data: DATA,
    });
    expect(asset).toMatchObject({
      name: "widgets.1.zip",
      label: "All of it",
      content_type: "application/zip",
      state: "uploaded",
      size: 5,
      digest: `sha256:${createHash("sha256").update(DATA).digest("hex")}`,
      download_count: 0,
      created_at: "2026-09-01T13:00:00Z",
      uploader: { login: "alice" },
    });
  });

  test("is logged by its size, at the path that was called", async ({ emulator }) => {
    const release_id = await addRelease(emulator);
    await clientFor(emulator, "alice").call(uploadReleaseAsset, { ...widgets, release_id, name: "a", data: DATA });
    expect(emulator.control.calls()).toMatchObject([
      {
        operation: "uploadReleaseAsset",
        path: "/api/uploads/repos/acme/widgets/releases/1/assets?name=a",
        body: "[5 bytes]",
        status: 201,
      },
    ]);
  });
});

describe("an upload is rejected", () => {
  test.for<[title: string, release: object, input: object, message: string]>([
    ["if the release doesn't exist", {}, { release_id: 9 }, "404 Not Found"],
    ["if the file is empty", {}, { data: new Uint8Array() }, "400 Bad Content-Length"],
    ["if no letter of the name is left", {}, { name: "?!" }, "name can't be blank"],
    ["if the release is immutable", { immutable: 1 }, {}, "Cannot upload assets to an immutable release."],
  ])("%s", async ([, release, input, message], { emulator }) => {
    const release_id = await addRelease(emulator, release);
    const { call } = clientFor(emulator, "alice");
    const calling = call(uploadReleaseAsset, { ...widgets, release_id, name: "a.txt", data: DATA, ...input });
    expect(await errorOf(calling)).toContain(message);
  });

  test("if the release has an asset of that name", async ({ emulator }) => {
    const release_id = await addRelease(emulator);
    const { call } = clientFor(emulator, "alice");
    await call(uploadReleaseAsset, { ...widgets, release_id, name: "a b", data: DATA });
    expect(await errorOf(call(uploadReleaseAsset, { ...widgets, release_id, name: "a.b", data: DATA }))).toContain(
      "already_exists",
    );
  });

  test("if the caller can't push", async ({ emulator }) => {
    const release_id = await addRelease(emulator);
    const calling = clientFor(emulator, "dave").call(uploadReleaseAsset, {
      ...widgets,
      release_id,
      name: "a",
      data: DATA,
    });
    expect(await errorOf(calling)).toContain("403 Must have admin rights to Repository.");
  });

  test("without a name", async ({ emulator }) => {
    const release_id = await addRelease(emulator);
    const url = `${emulator.webUrl}/api/uploads/repos/acme/widgets/releases/${release_id}/assets`;
    const { status, body } = await sendRequest(emulator, `POST ${url}`, "alice", { body: DATA });
    expect([status, body]).toMatchObject([422, { errors: [{ field: "name", code: "missing_field" }] }]);
  });
});

describe("the server of uploads", () => {
  test("is the only one for uploads, and serves nothing else", async ({ emulator }) => {
    await addRelease(emulator);
    const path = "/repos/acme/widgets/releases/1/assets?name=a";
    expect((await requestJson(emulator, `POST ${path}`, {})).status).toBe(404);
    const uploads = `${emulator.webUrl}/api/uploads`;
    expect((await sendRequest(emulator, `GET ${uploads}/repos/acme/widgets`, "alice")).status).toBe(404);
    expect((await sendRequest(emulator, `POST ${uploads}${path}`, "alice", { body: DATA })).status).toBe(201);
  });

  test("is a host of its own for clients that expect GitHub's hosts", async ({ emulator }) => {
    await addRelease(emulator);
    const lines = [
      "POST /repos/acme/widgets/releases/1/assets?name=a HTTP/1.1",
      "host: uploads.github.localhost",
      `authorization: token ${emulator.tokens["alice"]}`,
      "content-length: 0",
    ];
    const { status, text } = await sendLines(emulator, lines);
    expect([status, JSON.parse(text).message]).toEqual([400, "Bad Content-Length"]);
  });
});

describe("the content of an asset", () => {
  test("is read with its media type, also of a private repository, and counted", async ({ emulator }) => {
    const release_id = await addRelease(emulator);
    const { call, download } = clientFor(emulator, "alice");
    const { id } = await call(uploadReleaseAsset, { ...widgets, release_id, name: "a.bin", data: DATA });
    await call(updateRepository, { ...widgets, private: true });
    const asset = { ...widgets, asset_id: id };
    expect(await call(getReleaseAsset, asset, { mediaType: "application/octet-stream" })).toEqual(DATA);
    const { stream } = await download(getReleaseAsset, asset, { mediaType: "application/octet-stream" });
    expect(new Uint8Array(await new Response(stream).arrayBuffer())).toEqual(DATA);
    expect(await call(getReleaseAsset, asset)).toMatchObject({ download_count: 2 });
  });

  test("is at a link without credentials that expires", async ({ emulator }) => {
    const release_id = await addRelease(emulator);
    const upload = { ...widgets, release_id, name: "a.bin", content_type: "image/png", data: DATA };
    const { id } = await clientFor(emulator, "alice").call(uploadReleaseAsset, upload);
    const headers = { accept: "application/octet-stream" };
    const route = `GET /repos/acme/widgets/releases/assets/${id}`;
    const { status, headers: received } = await sendRequest(emulator, route, "alice", { headers });
    const link = received.get("location") ?? "";
    expect([status, link]).toEqual([302, expect.stringContaining(`/_services/assets/${id}/a.bin?`)]);
    const response = await fetch(link);
    expect(response.headers.get("content-type")).toBe("image/png");
    expect(response.headers.get("content-disposition")).toBe("attachment; filename=a.bin");
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(DATA);
    emulator.control.clock.advance(300);
    expect((await fetch(link)).status).toBe(404);
  });
});

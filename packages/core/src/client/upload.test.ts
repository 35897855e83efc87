import { describe, expect, expectTypeOf, test } from "vitest";
import type { Input } from "../contract/operation-types.ts";
import { uploadReleaseAsset } from "../contract/repository/release-assets.ts";
import { leanClient } from "./lean.ts";
import { jsonResponse, mockClient, widgets } from "./mock-client.fixture.ts";
import { user } from "./payloads.fixture.ts";
import { createTestClient, reply, START, startService } from "./service.fixture.ts";
import type { Transport } from "./transport/transport.ts";
import { undiciTransport } from "./transport/undici.ts";

const asset = {
  id: 7,
  size: 3,
  download_count: 0,
  node_id: "RA_7",
  name: "widgets.zip",
  content_type: "application/zip",
  url: "https://forge.test/api/v3/repos/acme/widgets/releases/assets/7",
  browser_download_url: "https://forge.test/acme/widgets/releases/download/v1/widgets.zip",
  created_at: new Date(START).toISOString(),
  updated_at: new Date(START).toISOString(),
  label: null,
  state: "uploaded",
  uploader: user(1),
};

const DATA = new Uint8Array([0, 255, 10]);
const upload = { ...widgets, release_id: 1, name: "widgets.zip", data: DATA };

test.each([
  ["https://api.github.com", "https://uploads.github.com"],
  ["https://api.acme.ghe.com/", "https://uploads.acme.ghe.com"],
  ["https://forge.test/api/v3", "https://forge.test/api/uploads"],
  ["http://api.github.localhost:8080", "http://uploads.github.localhost:8080"],
])("a file is sent to the API's own server for uploads: %s", async (baseUrl, root) => {
  const { call, requests } = mockClient(() => jsonResponse(asset, 201), { baseUrl, allowHttp: true });
  const created = await call(uploadReleaseAsset, { ...upload, content_type: "application/zip", label: "All of it" });
  expect(created).toEqual(asset);
  const [request] = requests();
  expect(request?.url).toBe(`${root}/repos/acme/widgets/releases/1/assets?name=widgets.zip&label=All+of+it`);
  expect(request?.headers).toMatchObject({ "content-type": "application/zip", authorization: "Bearer ghp_x" });
  expect(new Uint8Array(await new Response(request?.body).arrayBuffer())).toEqual(DATA);
});

test.each([
  "https://api.github.com.evil.test",
  "https://api.evil.test",
  "https://api.ghe.com",
  "https://api.github.com/proxy",
  "http://api.github.com",
])("an API without a known server for uploads gets no file and no token: %s", async (baseUrl) => {
  const { call, requests } = mockClient(() => jsonResponse(asset, 201), { baseUrl, allowHttp: true });
  await expect(call(uploadReleaseAsset, upload)).rejects.toMatchObject({
    name: "InputError",
    field: "baseUrl",
    message: expect.stringContaining("has no known server for uploads"),
  });
  expect(requests()).toEqual([]);
});

describe("the content", () => {
  test.each([
    ["a string", "text"],
    ["an array", [1, 2]],
    ["a missing one", undefined],
  ])("must be bytes: %s", async (_, data) => {
    const { call, requests } = mockClient(() => jsonResponse(asset, 201));
    const calling = Reflect.apply(call, undefined, [uploadReleaseAsset, { ...upload, data }]);
    await expect(calling).rejects.toMatchObject({ name: "InputError", field: "data" });
    expect(requests()).toEqual([]);
  });

  test("must have a valid media type", async () => {
    const { call } = mockClient(() => jsonResponse(asset, 201));
    const calling = call(uploadReleaseAsset, { ...upload, content_type: "zip\r\nx-injected: 1" });
    await expect(calling).rejects.toMatchObject({ field: "content_type" });
  });

  test("is a Uint8Array or a Blob by its type", () => {
    expectTypeOf<Input<typeof uploadReleaseAsset>["data"]>().toEqualTypeOf<Uint8Array | Blob>();
    expectTypeOf<Input<typeof uploadReleaseAsset>["content_type"]>().toEqualTypeOf<string | undefined>();
  });

  test.each([
    ["fetch", {}],
    ["undici", { transport: undiciTransport() }],
  ])("arrives with its length: %s", async (_, options) => {
    const { origin, requests } = await startService(() => reply(201, asset));
    const { call } = createTestClient(origin, options);
    await call(uploadReleaseAsset, { ...upload, data: new Blob(["a ", "file"]) });
    expect(requests).toMatchObject([
      {
        url: "/api/uploads/repos/acme/widgets/releases/1/assets?name=widgets.zip",
        headers: { "content-type": "application/octet-stream", "content-length": "6" },
        body: "a file",
      },
    ]);
  });

  test("can be changed once the call is made", async () => {
    const { call, requests } = mockClient(() => jsonResponse(asset, 201));
    const data = new Uint8Array([1, 2]);
    const calling = call(uploadReleaseAsset, { ...upload, data });
    data.fill(9);
    await calling;
    expect(new Uint8Array(await new Response(requests()[0]?.body).arrayBuffer())).toEqual(new Uint8Array([1, 2]));
  });

  test("is sent by a lean client, too", async () => {
    const { origin, requests } = await startService(() => reply(201, asset));
    await leanClient({ baseUrl: `${origin}/api/v3`, anonymous: true }).call(uploadReleaseAsset, {
      ...upload,
      data: new Blob(["abc"]),
    });
    expect(requests).toMatchObject([{ body: "abc" }]);
  });
});

test("a redirect of an upload to another origin is not followed", async () => {
  const { call, requests } = mockClient(
    () => new Response(null, { status: 307, headers: { location: "https://evil.test/" } }),
  );
  await expect(call(uploadReleaseAsset, upload)).rejects.toThrow("The redirect was not followed.");
  expect(requests()).toHaveLength(1);
});

describe("an upload whose response is lost", () => {
  /** Calls with the assets that the release has afterwards; resolves with the methods that were sent. */
  async function uploadLost(listed: readonly object[]) {
    const methods: string[] = [];
    const transport: Transport = async ({ method }) => {
      methods.push(method);
      if (method === "POST" && methods.length === 1) throw new TypeError("fetch failed");
      const [status, body] = method === "GET" ? [200, listed] : [201, { ...asset, id: 8 }];
      return { status, headers: new Headers(), text: JSON.stringify(body) };
    };
    const { call, clock } = createTestClient("https://forge.test", { transport, pace: "off" });
    const outcome = await clock.runUntil(call(uploadReleaseAsset, upload).catch((error: unknown) => error));
    return { outcome, methods };
  }

  test("is not repeated if the asset is there", async () => {
    expect(await uploadLost([asset])).toMatchObject({ outcome: { id: 7 }, methods: ["POST", "GET"] });
  });

  test("is repeated if it is not", async () => {
    const { outcome, methods } = await uploadLost([{ ...asset, name: "other.zip" }]);
    expect([outcome, methods]).toMatchObject([{ id: 8 }, ["POST", "GET", "POST"]]);
  });

  test("is repeated if the name was taken before, so that the service says so", async () => {
    const { methods } = await uploadLost([{ ...asset, created_at: new Date(START - 60_000).toISOString() }]);
    expect(methods).toEqual(["POST", "GET", "POST"]);
  });

  test.each([
    ["is incomplete", [{ ...asset, state: "open" }]],
    ["has another size", [{ ...asset, size: 4 }]],
    ["may be on another page", Array.from({ length: 100 }, (_, id) => ({ ...asset, id, name: `${id}.zip` }))],
  ])("has an unknown outcome if the asset %s", async (_, listed) => {
    const { outcome, methods } = await uploadLost(listed);
    expect(outcome).toMatchObject({ name: "ConnectionError", outcome: "unknown" });
    expect(methods).toEqual(["POST", "GET"]);
  });
});

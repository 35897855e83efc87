import { text } from "node:stream/consumers";
import { describe, expect, test, vi } from "vitest";
import { getContents } from "../../contract/repository/contents.ts";
import { getSubscription } from "../../contract/repository/watching.ts";
import { getWorkflowRunLogs } from "../../contract/repository/workflow-runs.ts";
import { widgets } from "../answered.fixture.ts";
import { clientOf, content, ending, eventually, reply, serving, TOKEN } from "../service.fixture.ts";

const file = { ...widgets, path: "a/b.bin" };
const raw = { mediaType: "raw" } as const;
const run = { ...widgets, run_id: 1 };

/** A service whose logs lie elsewhere, behind a signed link. */
async function stored(store: Awaited<ReturnType<typeof serving>>) {
  const location = `${store.origin}/logs.zip?sig=signed-by-them`;
  return serving(() => reply(302, undefined, { location }));
}

describe("a download", () => {
  test("is the bytes of a file, as they come", async () => {
    const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 256);
    const { origin, seen } = await serving(() => content(bytes, { "content-length": "300000", etag: '"1"' }));
    const { download } = clientOf(origin);
    const { stream, status, size, headers } = await download(getContents, file, raw);
    expect([status, size, headers.get("etag")]).toEqual([200, 300_000, '"1"']);
    expect(new Uint8Array(await new Response(stream).arrayBuffer())).toEqual(bytes);
    expect(seen[0]?.headers).toMatchObject({
      accept: "application/vnd.github.raw+json",
      authorization: `Bearer ${TOKEN}`,
    });
  });

  test("may be empty", async () => {
    const { origin } = await serving(() => content("", { "content-length": "0" }));
    const { stream, size } = await clientOf(origin).download(getContents, file, raw);
    expect([await text(stream), size]).toEqual(["", 0]);
  });

  test("of a link on another origin goes there without the token", async () => {
    const store = await serving(() => content("the logs"));
    const { origin, seen } = await stored(store);
    const { stream } = await clientOf(origin).download(getWorkflowRunLogs, run);
    expect(await text(stream)).toBe("the logs");
    expect(seen[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
    expect(store.seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ["/logs.zip?sig=signed-by-them", undefined],
    ]);
    expect(JSON.stringify(store.seen)).not.toContain(TOKEN);
  });

  test("of a link that has run out tells so, and not the link", async () => {
    const store = await serving(() => content("<Error>"));
    const expired = await serving(() => reply(403, { message: "Expired" }));
    const { download, events } = clientOf((await stored(expired)).origin);
    const error = await ending(download(getWorkflowRunLogs, run));
    expect(error).toMatchObject({
      ...{ name: "ResponseError", status: 403, route: "GET /repos/{owner}/{repo}/actions/runs/{run_id}/logs" },
      message: expect.stringContaining("The download link answered 403. It may have run out: ask for a new one."),
    });
    expect(`${String(error)} ${JSON.stringify([error, events])}`).not.toMatch(/signed-by-them|sig=/);
    expect(store.seen).toEqual([]);
  });

  test("of a link that leads nobody anywhere tells so, and not the link", async () => {
    const gone = await serving(() => "lost");
    const { origin } = await stored(gone);
    const error = await ending(clientOf(origin).download(getWorkflowRunLogs, run));
    expect(error).toMatchObject({ name: "ConnectionError" });
    expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain("signed-by-them");
  });

  test("of a link that an answer held is one as well", async () => {
    const { origin, seen } = await serving(() => content("the report"));
    const { download } = clientOf("https://forge.test");
    const { stream } = await download(`${origin}/report.csv?sig=1`);
    expect(await text(stream)).toBe("the report");
    expect(seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([["/report.csv?sig=1", undefined]]);
    for (const link of ["report.csv", "", "javascript:alert(1)", "file:///etc/passwd"]) {
      await expect(download(link)).rejects.toMatchObject({ name: "InputError", field: "link" });
    }
  });

  test("of what answers with JSON is refused", async () => {
    const { origin, seen } = await serving(() => reply(200, {}));
    const { download } = clientOf(origin);
    await expect(download(getSubscription, widgets)).rejects.toThrow(
      "answers with JSON, which is no download; use call",
    );
    await expect(download(getContents, file)).rejects.toThrow("ask for the media type raw or html");
    await expect(download(getContents, file, { mediaType: "object" })).rejects.toMatchObject({ name: "InputError" });
    expect(seen).toEqual([]);
  });

  test.each([
    ["404", "NotFoundError", 404],
    ["502", "ServiceError", 502],
    ["429", "RateLimitError", 429],
  ])("that is answered %s is an error, at once", async (_, name, status) => {
    const { origin, seen } = await serving(() => reply(status, { message: "No." }, { "retry-after": "1" }));
    const { download, clock } = clientOf(origin, { pace: { preset: "off", owner: crypto.randomUUID() } });
    await expect(download(getContents, file, raw)).rejects.toMatchObject({ name, status });
    expect([seen.length, clock.pendingTimers()]).toEqual([1, 0]);
  });

  test("is not kept, and not shared", async () => {
    const { origin, seen } = await serving(() => content("x", { etag: '"1"' }));
    const { download } = clientOf(origin);
    const all = await Promise.all([1, 2].map(() => download(getContents, file, raw)));
    expect(await Promise.all(all.map(({ stream }) => text(stream)))).toEqual(["x", "x"]);
    expect(seen.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, undefined]);
  });
});

describe("a download that is not read to its end", () => {
  /** A file of which the end never comes. */
  const endless = () => serving(() => ({ ...content("the beginning"), isEndless: true }));

  test("ends with its cancellation", async () => {
    const { origin, left } = await endless();
    const { stream } = await clientOf(origin).download(getContents, file, raw);
    await stream.cancel();
    await eventually(() => left() === 1);
  });

  test("ends with its signal, though it has begun", async () => {
    const { origin, left } = await endless();
    const controller = new AbortController();
    const { stream } = await clientOf(origin).download(getContents, file, { ...raw, signal: controller.signal });
    const reader = stream.getReader();
    await reader.read();
    const enough = new Error("enough");
    controller.abort(enough);
    await expect(reader.read()).rejects.toBe(enough);
    await eventually(() => left() === 1);
  });

  test("outlives the time of its attempt: that is for the answer's beginning", async () => {
    const { origin, left } = await endless();
    const { download, clock } = clientOf(origin);
    const { stream } = await download(getContents, file, raw);
    await clock.advance(60_000);
    expect([left(), clock.pendingTimers()]).toEqual([0, 0]);
    await stream.cancel();
  });

  test("leaves nothing behind on its signal once it is read", async () => {
    const { origin } = await serving(() => content("all of it"));
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, "addEventListener");
    const removed = vi.spyOn(signal, "removeEventListener");
    const { stream } = await clientOf(origin).download(getContents, file, { ...raw, signal });
    expect(await new Response(stream).text()).toBe("all of it");
    expect(removed.mock.calls.length).toBe(added.mock.calls.length);
  });
});

test("a link with a password in it is not followed, nor repeated", async () => {
  const { download, events } = clientOf("http://forge.test");
  const error = await ending(download("http://user:PASSWORD@127.0.0.1:1/x?sig=S"));
  expect(error).toMatchObject({ name: "ResponseError" });
  expect(JSON.stringify([error, events])).not.toMatch(/PASSWORD|sig=S/);
});

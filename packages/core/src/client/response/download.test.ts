import { text } from "node:stream/consumers";
import { describe, expect, test, vi } from "vitest";
import { getContents } from "../../contract/repository/contents.ts";
import { getSubscription } from "../../contract/repository/watching.ts";
import { getWorkflowRunLogs } from "../../contract/repository/workflow-runs.ts";
import { widgets } from "../mock-client.fixture.ts";
import { content, createTestClient, outcomeOf, reply, startService, TOKEN, waitUntil } from "../service.fixture.ts";

const file = { ...widgets, path: "a/b.bin" };
const raw = { mediaType: "raw" } as const;
const run = { ...widgets, run_id: 1 };

/** A service that redirects to logs on another origin, with a signed link. */
async function serviceWithLink(store: Awaited<ReturnType<typeof startService>>) {
  const location = `${store.origin}/logs.zip?sig=signature`;
  return startService(() => reply(302, undefined, { location }));
}

describe("a download", () => {
  test("streams the bytes of a file", async () => {
    const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 256);
    const { origin, requests } = await startService(() => content(bytes, { "content-length": "300000", etag: '"1"' }));
    const { download } = createTestClient(origin);
    const { stream, status, size, headers } = await download(getContents, file, raw);
    expect([status, size, headers.get("etag")]).toEqual([200, 300_000, '"1"']);
    expect(new Uint8Array(await new Response(stream).arrayBuffer())).toEqual(bytes);
    expect(requests[0]?.headers).toMatchObject({
      accept: "application/vnd.github.raw+json",
      authorization: `Bearer ${TOKEN}`,
    });
  });

  test("can be empty", async () => {
    const { origin } = await startService(() => content("", { "content-length": "0" }));
    const { stream, size } = await createTestClient(origin).download(getContents, file, raw);
    expect([await text(stream), size]).toEqual(["", 0]);
  });

  test("of a link on another origin is sent without the token", async () => {
    const store = await startService(() => content("the logs"));
    const { origin, requests } = await serviceWithLink(store);
    const { stream } = await createTestClient(origin).download(getWorkflowRunLogs, run);
    expect(await text(stream)).toBe("the logs");
    expect(requests[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
    expect(store.requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ["/logs.zip?sig=signature", undefined],
    ]);
    expect(JSON.stringify(store.requests)).not.toContain(TOKEN);
  });

  test("of an expired link reports that without naming the link", async () => {
    const expired = await startService(() => reply(403, { message: "Expired" }));
    const { download, events } = createTestClient((await serviceWithLink(expired)).origin);
    const error = await outcomeOf(download(getWorkflowRunLogs, run));
    expect(error).toMatchObject({
      name: "ResponseError",
      status: 403,
      route: "GET /repos/{owner}/{repo}/actions/runs/{run_id}/logs",
      message: expect.stringContaining("The download link returned 403. It may have expired: request a new one."),
    });
    expect(`${String(error)} ${JSON.stringify([error, events])}`).not.toMatch(/signature|sig=/);
    expect(expired.requests).toHaveLength(1);
  });

  test("of an unreachable link reports that without naming the link", async () => {
    const unreachable = await startService(() => "lost");
    const { origin } = await serviceWithLink(unreachable);
    const error = await outcomeOf(createTestClient(origin).download(getWorkflowRunLogs, run));
    expect(error).toMatchObject({ name: "ConnectionError" });
    expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain("signature");
  });

  test("of a link from an output is sent without the token, and only over http or https", async () => {
    const { origin, requests } = await startService(() => content("the report"));
    const { download } = createTestClient("http://localhost");
    const { stream } = await download(`${origin}/report.csv?sig=1`);
    expect(await text(stream)).toBe("the report");
    expect(requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ["/report.csv?sig=1", undefined],
    ]);
    for (const link of ["report.csv", "", "javascript:alert(1)", "file:///etc/passwd"]) {
      await expect(download(link)).rejects.toMatchObject({ name: "InputError", field: "link" });
    }
  });

  test.each([302, 307])("of an unencrypted link of an encrypted service is rejected, after a %i", async (status) => {
    const store = await startService(() => content("tampered logs"));
    const location = `${store.origin}/logs.zip?sig=signature`;
    const fetch = async (url: string | URL | Request, init?: RequestInit) =>
      String(url).startsWith("https://forge.test/")
        ? new Response(null, { status, headers: { location } })
        : globalThis.fetch(url, init);
    const { download, events } = createTestClient("https://forge.test", { fetch });
    for (const downloading of [download(getWorkflowRunLogs, run), download(location)]) {
      const error = await outcomeOf(downloading);
      expect(error).toMatchObject({ name: "ResponseError", message: expect.stringContaining("not encrypted") });
      expect(`${String(error)} ${JSON.stringify([error, events])}`).not.toMatch(/signature|sig=/);
    }
    expect(store.requests).toEqual([]);
  });

  test("of an operation that returns JSON is rejected", async () => {
    const { origin, requests } = await startService(() => reply(200, {}));
    const { download } = createTestClient(origin);
    await expect(download(getSubscription, widgets)).rejects.toThrow("returns JSON, not a download; use call");
    await expect(download(getContents, file)).rejects.toThrow("request the media type raw or html");
    await expect(download(getContents, file, { mediaType: "object" })).rejects.toMatchObject({ name: "InputError" });
    expect(requests).toEqual([]);
  });

  test.each([
    ["404", "NotFoundError", 404],
    ["502", "ServiceError", 502],
    ["429", "RateLimitError", 429],
  ])("with status %s is an error without a retry", async (_, name, status) => {
    const { origin, requests } = await startService(() => reply(status, { message: "No." }, { "retry-after": "1" }));
    const { download, clock } = createTestClient(origin, { pace: { preset: "off", owner: crypto.randomUUID() } });
    await expect(download(getContents, file, raw)).rejects.toMatchObject({ name, status });
    expect([requests.length, clock.pendingTimers()]).toEqual([1, 0]);
  });

  test("is neither cached nor shared", async () => {
    const { origin, requests } = await startService(() => content("x", { etag: '"1"' }));
    const { download } = createTestClient(origin);
    const all = await Promise.all([1, 2].map(() => download(getContents, file, raw)));
    expect(await Promise.all(all.map(({ stream }) => text(stream)))).toEqual(["x", "x"]);
    expect(requests.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, undefined]);
  });
});

describe("a download that is not read completely", () => {
  /** Starts a service whose file never ends. */
  const startEndlessService = () => startService(() => ({ ...content("the beginning"), isEndless: true }));

  test("is aborted by cancelling the stream", async () => {
    const { origin, abortedConnections } = await startEndlessService();
    const { stream } = await createTestClient(origin).download(getContents, file, raw);
    await stream.cancel();
    await waitUntil(() => abortedConnections() === 1);
  });

  test("is aborted by its signal after it has started", async () => {
    const { origin, abortedConnections } = await startEndlessService();
    const controller = new AbortController();
    const { stream } = await createTestClient(origin).download(getContents, file, {
      ...raw,
      signal: controller.signal,
    });
    const reader = stream.getReader();
    await reader.read();
    const reason = new Error("cancelled");
    controller.abort(reason);
    await expect(reader.read()).rejects.toBe(reason);
    await waitUntil(() => abortedConnections() === 1);
  });

  test("continues after the attempt's timeout, which covers the response headers only", async () => {
    const { origin, abortedConnections } = await startEndlessService();
    const { download, clock } = createTestClient(origin);
    const { stream } = await download(getContents, file, raw);
    await clock.advance(60_000);
    expect([abortedConnections(), clock.pendingTimers()]).toEqual([0, 0]);
    await stream.cancel();
  });

  test("removes its listeners once it is read", async () => {
    const { origin } = await startService(() => content("all of it"));
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, "addEventListener");
    const removed = vi.spyOn(signal, "removeEventListener");
    const { stream } = await createTestClient(origin).download(getContents, file, { ...raw, signal });
    expect(await new Response(stream).text()).toBe("all of it");
    expect(removed.mock.calls.length).toBe(added.mock.calls.length);
  });
});

test("a link with a password is not followed, and neither errors nor events contain it", async () => {
  const { download, events } = createTestClient("https://forge.test");
  const error = await outcomeOf(download("http://user:PASSWORD@127.0.0.1:1/x?sig=S"));
  expect(error).toMatchObject({ name: "ResponseError" });
  expect(JSON.stringify([error, events])).not.toMatch(/PASSWORD|sig=S/);
});

import { describe, expect } from "vitest";
import type { Emulator } from "../public.ts";
import { test } from "../vitest.ts";

async function get(
  { apiUrl, tokens }: Emulator,
  path: string,
  as: string | undefined,
  headers: Record<string, string> = {},
) {
  const authorization = as === undefined ? {} : { authorization: `Bearer ${tokens[as]}` };
  const response = await fetch(`${apiUrl}${path}`, { headers: { ...authorization, ...headers } });
  const etag = response.headers.get("etag") ?? "";
  return { status: response.status, headers: response.headers, etag, text: await response.text() };
}

const WIDGETS = "/repos/acme/widgets";

describe("conditional request", () => {
  test("gets a 304 without a body until something changes", async ({ emulator }) => {
    const first = await get(emulator, WIDGETS, "alice");
    expect(first.etag).toMatch(/^"[0-9a-f]{48}"$/);
    for (const tags of [first.etag, `W/${first.etag}`, `"other", ${first.etag}`, "*"]) {
      const repeated = await get(emulator, WIDGETS, "alice", { "if-none-match": tags });
      expect(repeated).toMatchObject({ status: 304, etag: first.etag, text: "" });
      for (const name of ["content-type", "x-github-media-type", "x-oauth-scopes", "x-accepted-oauth-scopes"])
        expect([first.headers.has(name), repeated.headers.has(name)], name).toEqual([true, false]);
    }
    await fetch(`${emulator.apiUrl}/user/starred/acme/widgets`, {
      method: "PUT",
      headers: { authorization: `Bearer ${emulator.tokens["bob"]}` },
    });
    const changed = await get(emulator, WIDGETS, "alice", { "if-none-match": first.etag });
    expect(changed.status).toBe(200);
    expect(changed.etag).not.toBe(first.etag);
  });

  test("uses a different ETag for each token", async ({ emulator }) => {
    const path = "/repos/acme/widgets/pulls/1";
    const [one, other, anonymous] = await Promise.all(
      ["alice", "alice-fine-grained", undefined].map((as) => get(emulator, path, as)),
    );
    expect(one?.text).toBe(other?.text);
    expect(new Set([one?.etag, other?.etag, anonymous?.etag]).size).toBe(3);
    expect((await get(emulator, path, "alice", { "if-none-match": other?.etag ?? "" })).status).toBe(200);
  });

  test("works for each page of a list", async ({ emulator }) => {
    const list = (page: number, tag = "") =>
      get(emulator, `${WIDGETS}/collaborators?per_page=1&page=${page}`, "alice", { "if-none-match": tag });
    const [one, two] = [await list(1), await list(2)];
    expect(one.etag).not.toBe(two.etag);
    const repeated = await list(2, two.etag);
    expect(repeated.status).toBe(304);
    expect(repeated.headers.get("link")).toBe(two.headers.get("link"));
  });

  test("compares modification times for single resources", async ({ emulator }) => {
    const first = await get(emulator, WIDGETS, "alice");
    const { updated_at, pushed_at } = JSON.parse(first.text);
    const last = [updated_at, pushed_at].toSorted().at(-1);
    const time = first.headers.get("last-modified") ?? "";
    expect(new Date(time).getTime()).toBe(new Date(last).getTime());
    const since = (headers: Record<string, string>) => get(emulator, WIDGETS, "alice", headers);
    expect((await since({ "if-modified-since": time })).status).toBe(304);
    expect((await since({ "if-modified-since": new Date(Date.parse(time) - 1000).toUTCString() })).status).toBe(200);
    expect((await since({ "if-modified-since": time, "if-none-match": '"other"' })).status).toBe(200);
    const list = await get(emulator, `${WIDGETS}/collaborators`, "alice");
    expect(list.headers.get("last-modified")).toBeNull();
  });

  test("affects neither errors nor writes", async ({ emulator }) => {
    expect((await get(emulator, "/repos/acme/nothing", "alice", { "if-none-match": "*" })).status).toBe(404);
    const starred = await get(emulator, "/user/starred/acme/widgets", "alice", { "if-none-match": "*" });
    expect(starred).toMatchObject({ status: 404, etag: "" });
    const put = await fetch(`${emulator.apiUrl}${WIDGETS}/subscription`, {
      method: "PUT",
      headers: { authorization: `Bearer ${emulator.tokens["alice"]}`, "if-none-match": "*" },
      body: JSON.stringify({ subscribed: true }),
    });
    expect(put.status).toBe(200);
    expect(put.headers.get("etag")).toBeNull();
  });
});

test("responses have Cache-Control and Vary headers", async ({ emulator }) => {
  const own = await get(emulator, WIDGETS, "alice");
  expect(own.headers.get("cache-control")).toBe("private, max-age=60, s-maxage=60");
  expect(own.headers.get("vary")).toBe("Origin, Accept, Authorization, Cookie, X-GitHub-Api-Version");
  const anonymous = await get(emulator, WIDGETS, undefined);
  const publicHeaders = ["public, max-age=60, s-maxage=60", "Origin, Accept"];
  expect([anonymous.headers.get("cache-control"), anonymous.headers.get("vary")]).toEqual(publicHeaders);
  expect((await get(emulator, "/repos/acme/nothing", "alice")).headers.get("cache-control")).toBeNull();
});

test("searches and rate limits must not be cached", async ({ emulator }) => {
  for (const path of ["/rate_limit", "/search/issues?q=is:open"]) {
    const { status, headers } = await get(emulator, path, "alice", { "if-none-match": "*" });
    expect([status, headers.get("cache-control"), headers.get("etag")], path).toEqual([200, "no-cache", null]);
  }
});

test("HEAD returns the same headers without a body", async ({ emulator }) => {
  const fullResponse = await get(emulator, WIDGETS, "alice");
  const headers = { authorization: `Bearer ${emulator.tokens["alice"]}` };
  const head = await fetch(`${emulator.apiUrl}${WIDGETS}`, { method: "HEAD", headers });
  expect(head.status).toBe(200);
  expect(head.headers.get("etag")).toBe(fullResponse.etag);
  expect(await head.text()).toBe("");
});

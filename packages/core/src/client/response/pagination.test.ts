import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asUntypedOperation } from "../../contract/call-definition.ts";
import { listCollaborators } from "../../contract/repository/collaborators.ts";
import { listContributors } from "../../contract/repository/contributors.ts";
import { listRepositoryHookDeliveries } from "../../contract/repository/deliveries.ts";
import { listEnvironments } from "../../contract/repository/environments.ts";
import { listImportAuthors } from "../../contract/repository/source-imports.ts";
import { listWorkflowRuns } from "../../contract/repository/workflow-runs.ts";
import { searchIssues } from "../../contract/service/search.ts";
import type { CallEvent } from "../events.ts";
import { jsonResponse, mockClient, widgets } from "../mock-client.fixture.ts";
import { nextPageUrl } from "./pagination.ts";

describe("lists", () => {
  const user = (id: number) => ({
    id,
    login: `u${id}`,
    node_id: "",
    avatar_url: "",
    gravatar_id: "",
    url: "",
    html_url: "",
    type: "User",
    followers_url: "",
    following_url: "",
    gists_url: "",
    starred_url: "",
    subscriptions_url: "",
    site_admin: false,
    organizations_url: "",
    repos_url: "",
    events_url: "",
    received_events_url: "",
  });

  test("continue with the next page that the service names", async () => {
    const pages = [
      jsonResponse([user(1)], 200, { link: '<https://forge.test/api/v3/x?page=2&per_page=100>; rel="next"' }),
      jsonResponse([user(2)]),
    ];
    const { items, requests } = mockClient(() => pages.shift() ?? jsonResponse([]));
    const found: string[] = [];
    for await (const { login } of items(listCollaborators, widgets)) found.push(login);
    expect(found).toEqual(["u1", "u2"]);
    expect(requests().map(({ url }) => new URL(url).search)).toEqual(["?per_page=100", "?per_page=100&page=2"]);
  });

  test("are empty if the service omits the array", async () => {
    const { items } = mockClient(() => jsonResponse({ total_count: 0 }));
    expect(await Array.fromAsync(items(listEnvironments, widgets))).toEqual([]);
  });

  test("are empty if the service has nothing to list and responds without a body", async () => {
    const { items, pages } = mockClient(() => new Response(null, { status: 204 }));
    expect(await Array.fromAsync(items(listContributors, widgets))).toEqual([]);
    expect(await Array.fromAsync(pages(listContributors, widgets))).toEqual([undefined]);
  });

  test.each([
    ["https://evil.test/api/v3/x?page=2", "is on https://evil.test, but the token belongs to https://forge.test"],
    ["//evil.test/api/v3/x?page=2", "is on https://evil.test,"],
    ["\\\\evil.test/x?page=2", "is on https://evil.test,"],
    ["http://forge.test/api/v3/x?page=2", "is on http://forge.test,"],
    ["https://forge.test:8443/api/v3/x?page=2", "is on https://forge.test:8443,"],
    ["https://forge.test@evil.test/x?page=2", "is on https://evil.test,"],
    ["https://forge.test.evil.test/x?page=2", "is on https://forge.test.evil.test,"],
    ["javascript:alert(1)?page=2", "is on null,"],
    ["data:text/html,x?page=2", "is on null,"],
    ["https://[", "The link to the next page is not a valid URL."],
  ])("never send the token to another origin: %s", async (url, message) => {
    const link = `<${url}>; rel="next"`;
    const { items, requests } = mockClient(() => jsonResponse([user(1)], 200, { link }));
    await expect(Array.fromAsync(items(listCollaborators, widgets))).rejects.toThrow(message);
    expect(requests()).toHaveLength(1);
  });

  test.each([
    "https://me:password@forge.test/elsewhere?page=2&key=x",
    "blob:https://forge.test/?page=2",
    "https://FORGE.test:443/?page=2",
    "?page=2",
  ])("take nothing but the page from the next link: %s", async (url) => {
    const pages = [jsonResponse([user(1)], 200, { link: `<${url}>; rel="next"` }), jsonResponse([user(2)])];
    const { items, requests } = mockClient(() => pages.shift() ?? jsonResponse([]));
    expect(await Array.fromAsync(items(listCollaborators, widgets))).toHaveLength(2);
    expect(requests().map(({ url }) => url)).toEqual([
      "https://forge.test/api/v3/repos/acme/widgets/collaborators?per_page=100",
      "https://forge.test/api/v3/repos/acme/widgets/collaborators?per_page=100&page=2",
    ]);
  });

  test("fail if the next link does not advance", async () => {
    for (const query of ["after=x", "page=1&per_page=100", "page=zero", ""]) {
      const link = `<https://forge.test/api/v3/x?${query}>; rel="next"`;
      const { items, requests } = mockClient(() => jsonResponse([user(1)], 200, { link }));
      const all = (async () => {
        for await (const _ of items(listCollaborators, { ...widgets, page: 1 }));
      })();
      await expect(all).rejects.toThrow("The link to the next page does not advance");
      expect(requests()).toHaveLength(1);
    }
  });

  test("fail if pages repeat", async () => {
    const nextLinks = ["page=2", "page=3", "page=2"];
    const { items, requests } = mockClient(() =>
      jsonResponse([user(1)], 200, { link: `<https://forge.test/api/v3/x?${nextLinks.shift()}>; rel="next"` }),
    );
    const all = (async () => {
      for await (const _ of items(listCollaborators, widgets));
    })();
    await expect(all).rejects.toThrow("does not advance: page=2");
    expect(requests()).toHaveLength(3);
  });

  test.each(["<", "<>;", "<>; ", "<>;rel=", "<>;rel=next_ ", "<a>", "<a"])(
    "find the next link in linear time: a million characters of %j",
    { timeout: 10_000 },
    (part) => {
      const link = part.repeat(1_000_000 / part.length);
      expect(nextPageUrl(link)).toBeUndefined();
      expect(nextPageUrl(`${link}, </x?page=2>; rel="next"`)).toBe("/x?page=2");
    },
  );

  test("preserve every digit of a delivery's ID", async () => {
    const delivery = `{"id":9007199254740993,"guid":"g","delivered_at":"","redelivery":false,"duration":1,"status":"OK",
      "status_code":200,"event":"star","action":null,"installation_id":null,"repository_id":1}`;
    const { call } = mockClient(() => new Response(`[${delivery}]`));
    const [first] = await call(listRepositoryHookDeliveries, { ...widgets, hook_id: 1 });
    expect(first?.id).toBe("9007199254740993");
  });

  test("stop when they are aborted", async () => {
    const stop = new AbortController();
    const link = '<https://forge.test/api/v3/x?page=2>; rel="next"';
    const { items, requests } = mockClient(() => jsonResponse([user(1)], 200, { link }));
    const all = (async () => {
      for await (const _ of items(listCollaborators, widgets, { signal: stop.signal })) stop.abort(new Error("enough"));
    })();
    await expect(all).rejects.toThrow("enough");
    expect(requests()).toHaveLength(1);
  });
});

/** Accepts any response, since these tests are about pagination only. */
const unchecked = { validation: () => true };

/** A client of a service with the given pages, and the positions that it requested. */
function pagedService(
  pages: readonly (readonly number[])[],
  parameter: string,
  wrap: (items: readonly number[]) => unknown,
) {
  const requested: string[] = [];
  const client = mockClient(
    () => {
      throw new Error("The mock client must not respond: the test has its own fetch.");
    },
    {
      ...unchecked,
      onEvent: (event) => events.push(event),
      async fetch(url, init) {
        init?.signal?.throwIfAborted();
        const { searchParams } = new URL(String(url));
        const position = searchParams.get(parameter);
        requested.push(position ?? "first");
        const at = position === null ? 0 : Number(position) - 1;
        const link = `<${url}${searchParams.size > 0 ? "&" : "?"}x=1>; rel="prev", <https://forge.test/api/v3/x?${parameter}=${at + 2}>; rel="next"`;
        return jsonResponse(wrap(pages[at] ?? []), 200, at + 1 < pages.length ? { link } : {});
      },
    },
  );
  const events: CallEvent[] = [];
  return { ...client, requested, events, truncations: () => events.filter(({ type }) => type === "truncated") };
}

const lists = [
  ["numbered pages", listCollaborators, widgets, "page", (items: unknown) => items],
  ["wrapped pages", listEnvironments, widgets, "page", (environments: unknown) => ({ total_count: 9, environments })],
  ["a cursor", listRepositoryHookDeliveries, { ...widgets, hook_id: 1 }, "cursor", (items: unknown) => items],
  ["the previous item", listImportAuthors, widgets, "since", (items: unknown) => items],
] as const;

describe("a paginated list", () => {
  test.each(lists)(
    "is read once and in order, whatever the page sizes: %s",
    async (_, list, input, parameter, wrap) => {
      const operation = asUntypedOperation(list);
      const pages = fc.array(fc.array(fc.nat(), { maxLength: 5 }), { minLength: 1, maxLength: 8 });
      const listOptions = fc.record({
        prefetch: fc.boolean(),
        maxPages: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
      });
      await fc.assert(
        fc.asyncProperty(pages, listOptions, async (all, options) => {
          const { items, pages: iteratePages, requested } = pagedService(all, parameter, wrap);
          const read = all.slice(0, options.maxPages);
          const listing = items(operation, input, options);
          expect(await Array.fromAsync<unknown>(listing)).toEqual(read.flat());
          expect(listing.info.pages).toBe(read.length);
          expect(requested).toHaveLength(read.length);
          expect(await Array.fromAsync<unknown>(iteratePages(operation, input, options))).toEqual(read.map(wrap));
        }),
        { numRuns: 20 },
      );
    },
  );

  test("of 10,000 items is read completely", async () => {
    const all = Array.from({ length: 100 }, (_, page) => Array.from({ length: 100 }, (_, at) => page * 100 + at));
    const { items } = pagedService(all, "page", (page) => page);
    expect(await Array.fromAsync<unknown>(items(listCollaborators, widgets))).toEqual(all.flat());
  });

  test("is requested on demand, and one page ahead with prefetch", async () => {
    for (const prefetch of [false, true]) {
      const { items, requested } = pagedService([[1, 2], [3], [4]], "page", (page) => page);
      const listing = items(listCollaborators, widgets, { prefetch });
      await listing.next();
      await new Promise((resolve) => setImmediate(resolve));
      expect(requested).toHaveLength(prefetch ? 2 : 1);
      await listing.return();
      await new Promise((resolve) => setImmediate(resolve));
      expect([requested.length, await listing.next()]).toEqual([prefetch ? 2 : 1, { done: true, value: undefined }]);
    }
  });

  test("aborts the prefetched page if iteration ends early, and throws its error after earlier items", async () => {
    const signals: AbortSignal[] = [];
    const link = '<https://forge.test/api/v3/x?page=2>; rel="next"';
    const { items } = mockClient(() => jsonResponse([]), {
      ...unchecked,
      fetch: async (_, init) => {
        if (init?.signal) signals.push(init.signal);
        if (signals.length % 2 === 1) return jsonResponse([1, 2], 200, { link });
        return new Promise((_, reject) => init?.signal?.addEventListener("abort", () => reject(init.signal?.reason)));
      },
    });
    for await (const _ of items(listCollaborators, widgets, { prefetch: true })) break;
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
    const responses = [jsonResponse([1, 2], 200, { link }), jsonResponse({ message: "gone" }, 410)];
    const failing = mockClient(() => responses.shift() ?? jsonResponse([]), unchecked);
    const received: unknown[] = [];
    const all = (async () => {
      for await (const item of failing.items(listCollaborators, widgets, { prefetch: true })) received.push(item);
    })();
    await expect(all).rejects.toThrow("gone");
    expect(received).toEqual([1, 2]);
  });

  test("is not requested with an aborted signal, and no position is requested twice", async () => {
    const { items, requested } = pagedService([[1]], "page", (page) => page);
    await expect(items(listCollaborators, widgets, { signal: AbortSignal.abort("no") }).next()).rejects.toBe("no");
    expect(requested).toEqual([]);
    const link = '<https://forge.test/api/v3/x?since=5>; rel="next"';
    const again = mockClient(() => jsonResponse([6], 200, { link }), unchecked);
    const all = again.items(listImportAuthors, { ...widgets, since: 5 });
    expect(await all.next()).toEqual({ done: false, value: 6 });
    await expect(all.next()).rejects.toThrow("does not advance: since=5");
    expect(again.requests()).toHaveLength(1);
  });
});

describe("list information", () => {
  const runs = (count: number, total_count: number) => ({ total_count, workflow_runs: Array(count).fill({}) });

  test("is updated with each page", async () => {
    const responses = [
      jsonResponse({ total_count: 3, incomplete_results: false, items: [1, 2] }, 200, {
        link: '<https://forge.test/api/v3/x?page=2>; rel="next"',
      }),
      jsonResponse({ total_count: 4, incomplete_results: true, repository_selection: "all", items: [3] }),
    ];
    const { items } = mockClient(() => responses.shift() ?? jsonResponse([]), unchecked);
    const listing = items(searchIssues, { q: "x" });
    expect(listing.info.pages).toBe(0);
    await listing.next();
    expect(listing.info).toMatchObject({ pages: 1, totalCount: 3, incompleteResults: false, truncated: false });
    expect(await Array.fromAsync(listing)).toHaveLength(2);
    expect(listing.info).toMatchObject({
      pages: 2,
      totalCount: 4,
      incompleteResults: true,
      repositorySelection: "all",
    });
  });

  test("ends with an array of what has not been read yet", async () => {
    const { items } = pagedService([[1, 2], [3, 4], [5]], "page", (items) => ({ items }));
    const listing = items(searchIssues, { q: "x" });
    expect(await listing.next()).toMatchObject({ value: 1 });
    expect(await listing.all()).toEqual([2, 3, 4, 5]);
    expect([await listing.all(), listing.info.pages]).toEqual([[], 3]);
  });

  test.each([
    ["a filter and as many items as the service returns at most", { status: "success" }, 10, 100, 1000, true],
    ["a filter and a later first page", { status: "success", page: 8 }, 10, 100, 1000, true],
    ["a filter and a page size above the maximum", { status: "success", page: 2, per_page: 500 }, 3, 100, 300, false],
    ["a filter and fewer items", { status: "success" }, 9, 100, 900, false],
    ["a filter and a larger total count", { status: "success" }, 1, 100, 1001, true],
    ["a filter and a page past the end", { status: "success", page: 11 }, 11, 0, 5, false],
    ["no filter", {}, 10, 100, 1000, false],
  ] as const)("reports whether the list was cut off: with %s", async (_, filter, pages, perPage, total, truncated) => {
    const all = Array.from({ length: pages }, () => Array(perPage).fill(0));
    const { items, truncations } = pagedService(all, "page", (page) => runs(page.length, total));
    const listing = items(listWorkflowRuns, { ...widgets, ...filter });
    const read = await Array.fromAsync(listing);
    expect([listing.info.truncated, truncations()]).toEqual([
      truncated,
      truncated ? [expect.objectContaining({ type: "truncated", items: read.length })] : [],
    ]);
  });
});

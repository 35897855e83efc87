import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { takingFields } from "../../contract/defined.ts";
import { listCollaborators } from "../../contract/repository/collaborators.ts";
import { listRepositoryHookDeliveries } from "../../contract/repository/deliveries.ts";
import { listEnvironments } from "../../contract/repository/environments.ts";
import { listImportAuthors } from "../../contract/repository/source-imports.ts";
import { listWorkflowRuns } from "../../contract/repository/workflow-runs.ts";
import { searchIssues } from "../../contract/service/search.ts";
import { clientAnswered, json, widgets } from "../answered.fixture.ts";
import type { CallEvent } from "../events.ts";

describe("lists", () => {
  const user = (id: number) => ({
    ...{ id, login: `u${id}`, node_id: "", avatar_url: "", gravatar_id: "", url: "", html_url: "", type: "User" },
    ...{
      followers_url: "",
      following_url: "",
      gists_url: "",
      starred_url: "",
      subscriptions_url: "",
      site_admin: false,
    },
    ...{ organizations_url: "", repos_url: "", events_url: "", received_events_url: "" },
  });

  test("go on at the next page, as the service names it", async () => {
    const pages = [
      json([user(1)], 200, { link: '<https://forge.test/api/v3/x?page=2&per_page=100>; rel="next"' }),
      json([user(2)]),
    ];
    const { items, requests } = clientAnswered(() => pages.shift() ?? json([]));
    const found: string[] = [];
    for await (const { login } of items(listCollaborators, widgets)) found.push(login);
    expect(found).toEqual(["u1", "u2"]);
    expect(requests().map(({ url }) => new URL(url).search)).toEqual(["?per_page=100", "?per_page=100&page=2"]);
  });

  test("have no items where the service leaves the array out", async () => {
    const { items } = clientAnswered(() => json({ total_count: 0 }));
    expect(await Array.fromAsync(items(listEnvironments, widgets))).toEqual([]);
  });

  test("never take the token to another origin", async () => {
    const link = '<https://evil.test/api/v3/x?page=2>; rel="next"';
    const { items, requests } = clientAnswered(() => json([user(1)], 200, { link }));
    const all = (async () => {
      for await (const _ of items(listCollaborators, widgets));
    })();
    await expect(all).rejects.toThrow("said to be on https://evil.test, but the token belongs to https://forge.test");
    expect(requests()).toHaveLength(1);
  });

  test("end where the next page leads nowhere new", async () => {
    for (const query of ["after=x", "page=1&per_page=100", "page=zero", ""]) {
      const link = `<https://forge.test/api/v3/x?${query}>; rel="next"`;
      const { items, requests } = clientAnswered(() => json([user(1)], 200, { link }));
      const all = (async () => {
        for await (const _ of items(listCollaborators, { ...widgets, page: 1 }));
      })();
      await expect(all).rejects.toThrow("The link to the next page leads nowhere");
      expect(requests()).toHaveLength(1);
    }
  });

  test("end where pages come round again", async () => {
    const links = ["page=2", "page=3", "page=2"];
    const { items, requests } = clientAnswered(() =>
      json([user(1)], 200, { link: `<https://forge.test/api/v3/x?${links.shift()}>; rel="next"` }),
    );
    const all = (async () => {
      for await (const _ of items(listCollaborators, widgets));
    })();
    await expect(all).rejects.toThrow("leads nowhere new: page=2");
    expect(requests()).toHaveLength(3);
  });

  test("keep every digit of a delivery's id", async () => {
    const delivery = `{"id":9007199254740993,"guid":"g","delivered_at":"","redelivery":false,"duration":1,"status":"OK",
      "status_code":200,"event":"star","action":null,"installation_id":null,"repository_id":1}`;
    const { call } = clientAnswered(() => new Response(`[${delivery}]`));
    const [first] = await call(listRepositoryHookDeliveries, { ...widgets, hook_id: 1 });
    expect(first?.id).toBe("9007199254740993");
  });

  test("stop when they are told to", async () => {
    const stop = new AbortController();
    const link = '<https://forge.test/api/v3/x?page=2>; rel="next"';
    const { items, requests } = clientAnswered(() => json([user(1)], 200, { link }));
    const all = (async () => {
      for await (const _ of items(listCollaborators, widgets, { signal: stop.signal })) stop.abort(new Error("enough"));
    })();
    await expect(all).rejects.toThrow("enough");
    expect(requests()).toHaveLength(1);
  });
});

/** What a test makes of any answer: it is about pages, and not about what is on them. */
const unchecked = { validation: (_: unknown, data: unknown) => ({ data }) };

/** A service whose list is cut as a test says, and what was asked of it. */
function cut(pages: readonly (readonly number[])[], parameter: string, wrap: (items: readonly number[]) => unknown) {
  const asked: string[] = [];
  const client = clientAnswered(
    () => {
      throw new Error("It has a fetch of its own.");
    },
    {
      ...unchecked,
      onEvent: (event) => events.push(event),
      async fetch(url, init) {
        init?.signal?.throwIfAborted();
        const { searchParams } = new URL(String(url));
        const place = searchParams.get(parameter);
        asked.push(place ?? "first");
        const at = place === null ? 0 : Number(place) - 1;
        const link = `<${url}${searchParams.size > 0 ? "&" : "?"}x=1>; rel="prev", <https://forge.test/api/v3/x?${parameter}=${at + 2}>; rel="next"`;
        return json(wrap(pages[at] ?? []), 200, at + 1 < pages.length ? { link } : {});
      },
    },
  );
  const events: CallEvent[] = [];
  return { ...client, asked, events, truncations: () => events.filter(({ type }) => type === "truncated") };
}

const lists = [
  ["numbered pages", listCollaborators, widgets, "page", (items: unknown) => items],
  ["wrapped pages", listEnvironments, widgets, "page", (environments: unknown) => ({ total_count: 9, environments })],
  ["a cursor", listRepositoryHookDeliveries, { ...widgets, hook_id: 1 }, "cursor", (items: unknown) => items],
  ["the item before", listImportAuthors, widgets, "since", (items: unknown) => items],
] as const;

describe("a list in pages", () => {
  test.each(lists)("by %s is read once, in order, however it is cut", async (_, list, input, parameter, wrap) => {
    const operation = takingFields(list);
    const pages = fc.array(fc.array(fc.nat(), { maxLength: 5 }), { minLength: 1, maxLength: 8 });
    const wishes = fc.record({
      prefetch: fc.boolean(),
      maxPages: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(pages, wishes, async (all, wish) => {
        const { items, pages: pagesOf, asked } = cut(all, parameter, wrap);
        const read = all.slice(0, wish.maxPages);
        const listing = items(operation, input, wish);
        expect(await Array.fromAsync<unknown>(listing)).toEqual(read.flat());
        expect(listing.facts.pages).toBe(read.length);
        expect(asked).toHaveLength(read.length);
        expect(await Array.fromAsync<unknown>(pagesOf(operation, input, wish))).toEqual(read.map(wrap));
      }),
      { numRuns: 20 },
    );
  });

  test("of 10,000 items is read to its end", async () => {
    const all = Array.from({ length: 100 }, (_, page) => Array.from({ length: 100 }, (_, at) => page * 100 + at));
    const { items } = cut(all, "page", (page) => page);
    expect(await Array.fromAsync<unknown>(items(listCollaborators, widgets))).toEqual(all.flat());
  });

  test("is asked for no further than it is read, and one page ahead where that is wished for", async () => {
    for (const prefetch of [false, true]) {
      const { items, asked } = cut([[1, 2], [3], [4]], "page", (page) => page);
      const listing = items(listCollaborators, widgets, { prefetch });
      await listing.next();
      await new Promise((resolve) => setImmediate(resolve));
      expect(asked).toHaveLength(prefetch ? 2 : 1);
      await listing.return();
      await new Promise((resolve) => setImmediate(resolve));
      expect([asked.length, await listing.next()]).toEqual([prefetch ? 2 : 1, { done: true, value: undefined }]);
    }
  });

  test("ends the page that was asked for ahead once it is left, and tells of that page's failure in turn", async () => {
    const signals: AbortSignal[] = [];
    const link = '<https://forge.test/api/v3/x?page=2>; rel="next"';
    const { items } = clientAnswered(() => json([]), {
      ...unchecked,
      fetch: async (_, init) => {
        if (init?.signal) signals.push(init.signal);
        if (signals.length % 2 === 1) return json([1, 2], 200, { link });
        return new Promise((_, reject) => init?.signal?.addEventListener("abort", () => reject(init.signal?.reason)));
      },
    });
    for await (const _ of items(listCollaborators, widgets, { prefetch: true })) break;
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
    const answers = [json([1, 2], 200, { link }), json({ message: "gone" }, 410)];
    const failing = clientAnswered(() => answers.shift() ?? json([]), unchecked);
    const seen: unknown[] = [];
    const all = (async () => {
      for await (const one of failing.items(listCollaborators, widgets, { prefetch: true })) seen.push(one);
    })();
    await expect(all).rejects.toThrow("gone");
    expect(seen).toEqual([1, 2]);
  });

  test("is not asked for once its signal is aborted, and no second time where it begins again", async () => {
    const { items, asked } = cut([[1]], "page", (page) => page);
    await expect(items(listCollaborators, widgets, { signal: AbortSignal.abort("no") }).next()).rejects.toBe("no");
    expect(asked).toEqual([]);
    const link = '<https://forge.test/api/v3/x?since=5>; rel="next"';
    const again = clientAnswered(() => json([6], 200, { link }), unchecked);
    const all = again.items(listImportAuthors, { ...widgets, since: 5 });
    expect(await all.next()).toEqual({ done: false, value: 6 });
    await expect(all.next()).rejects.toThrow("leads nowhere new: since=5");
    expect(again.requests()).toHaveLength(1);
  });
});

describe("what is known of a list", () => {
  const runs = (count: number, total_count: number) => ({ total_count, workflow_runs: Array(count).fill({}) });

  test("is what its pages tell, as far as it has been read", async () => {
    const answers = [
      json({ total_count: 3, incomplete_results: false, items: [1, 2] }, 200, {
        link: '<https://forge.test/api/v3/x?page=2>; rel="next"',
      }),
      json({ total_count: 4, incomplete_results: true, repository_selection: "all", items: [3] }),
    ];
    const { items } = clientAnswered(() => answers.shift() ?? json([]), unchecked);
    const listing = items(searchIssues, { q: "x" });
    expect(listing.facts.pages).toBe(0);
    await listing.next();
    expect(listing.facts).toMatchObject({ pages: 1, totalCount: 3, incompleteResults: false, truncated: false });
    expect(await Array.fromAsync(listing)).toHaveLength(2);
    expect(listing.facts).toMatchObject({
      pages: 2,
      totalCount: 4,
      incompleteResults: true,
      repositorySelection: "all",
    });
  });

  test.each([
    ["a filter and all that the service shows", { status: "success" }, 10, 100, 1000, true],
    ["a filter, from further on", { status: "success", page: 8 }, 10, 100, 1000, true],
    ["a filter and larger pages than there are", { status: "success", page: 2, per_page: 500 }, 3, 100, 300, false],
    ["a filter and fewer", { status: "success" }, 9, 100, 900, false],
    ["a filter and a count that is larger", { status: "success" }, 1, 100, 1001, true],
    ["a filter, past the end", { status: "success", page: 11 }, 11, 0, 5, false],
    ["no filter", {}, 10, 100, 1000, false],
  ] as const)("is whether it was cut short: with %s", async (_, filter, pages, perPage, total, truncated) => {
    const all = Array.from({ length: pages }, () => Array(perPage).fill(0));
    const { items, truncations } = cut(all, "page", (page) => runs(page.length, total));
    const listing = items(listWorkflowRuns, { ...widgets, ...filter });
    const read = await Array.fromAsync(listing);
    expect([listing.facts.truncated, truncations()]).toEqual([
      truncated,
      truncated ? [expect.objectContaining({ type: "truncated", items: read.length })] : [],
    ]);
  });
});

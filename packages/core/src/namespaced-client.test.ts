import { readdirSync } from "node:fs";
import { describe, expect, expectTypeOf, test, vi } from "vitest";
import type { RawResponse } from "./client/client.ts";
import { jsonResponse, subscription, widgets } from "./client/mock-client.fixture.ts";
import { definitionOf } from "./contract/definition-of.ts";
import * as catalogue from "./contract/index.ts";
import type { RepositorySubscription } from "./contract/objects/subscription.ts";
import { isInputError } from "./errors.ts";
import { createNamespacedClient, type NamespacedClient } from "./namespaced-client.ts";

/** A namespaced client with fixed responses, and the requests it sent. */
function clientWithResponses(createResponse: (url: URL) => Response) {
  const requests: string[] = [];
  const fetch = vi.fn<typeof globalThis.fetch>(async (url, init) => {
    requests.push(`${init?.method} ${url}`);
    return createResponse(new URL(String(url)));
  });
  const namespaces = createNamespacedClient({
    baseUrl: "https://forge.test",
    credentials: "ghp_x",
    fetch,
    pace: "off",
    retry: false,
    cache: false,
  });
  return { namespaces, requests };
}

const unusedClient = () => clientWithResponses(() => jsonResponse({})).namespaces;

describe("the namespaces", () => {
  const groups = Object.entries(unusedClient()).filter(([name]) => name !== "client");

  test("match the files of contract/areas", () => {
    const files = readdirSync(new URL("./contract/areas", import.meta.url));
    const names = files.map((file) => file.replace(/\.ts$/, "").replace(/-(\w)/g, (_, letter) => letter.toUpperCase()));
    expect(groups.map(([name]) => name).sort()).toEqual(names.sort());
  });

  test("contain every operation of the catalog, once", () => {
    const names = groups.flatMap(([, group]) => Object.keys(group));
    expect(names.sort()).toEqual(Object.keys(catalogue).sort());
  });

  test("are created on first use and cached", () => {
    const namespaces = unusedClient();
    expect(Object.getOwnPropertyDescriptor(namespaces, "watching")?.get).toBeTypeOf("function");
    expect(namespaces.watching).toBe(namespaces.watching);
    expect(namespaces.reviewRequests).not.toBe(unusedClient().reviewRequests);
  });
});

describe("a method", () => {
  test("calls its operation, also when destructured", async () => {
    const { namespaces, requests } = clientWithResponses(() => jsonResponse(subscription));
    const { setSubscription } = namespaces.watching;
    expect(await setSubscription({ ...widgets, subscribed: true })).toMatchObject(subscription);
    expect(requests).toEqual(["PUT https://forge.test/repos/acme/widgets/subscription"]);
  });

  test("returns status and headers with `raw`", async () => {
    const { namespaces } = clientWithResponses(() => jsonResponse(subscription, 200, { "x-github-request-id": "A:1" }));
    const raw = await namespaces.watching.getSubscription.raw(widgets);
    expect(raw).toMatchObject({ output: subscription, status: 200, requestId: "A:1" });
  });

  test("has an optional input if its operation has no required field", async () => {
    const { namespaces, requests } = clientWithResponses(() => jsonResponse([]));
    expect(await namespaces.starring.listStarredRepositories()).toEqual([]);
    expect(requests).toEqual(["GET https://forge.test/user/starred"]);
  });

  test("passes its options to the client", async () => {
    const { namespaces } = clientWithResponses(() => new Response("<p>"));
    expect(await namespaces.contents.getContents({ ...widgets, path: "" }, { mediaType: "html" })).toBe("<p>");
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(namespaces.contents.getContents({ ...widgets, path: "" }, { signal })).rejects.toThrow("enough");
  });

  test("rejects an invalid input", async () => {
    // @ts-expect-error
    const invalidCall = unusedClient().watching.setSubscription({ owner: "acme" });
    expect(await invalidCall.catch((error: unknown) => isInputError(error) && error.field)).toBe("repo");
  });
});

describe("a list", () => {
  const secret = (name: string) => ({ name, created_at: "", updated_at: "" });

  test("iterates over its pages and items", async () => {
    const { namespaces, requests } = clientWithResponses((url) => {
      const page = Number(url.searchParams.get("page") ?? 1);
      const link = page < 2 ? { link: `<${url.origin}${url.pathname}?page=${page + 1}>; rel="next"` } : {};
      return jsonResponse({ total_count: 2, secrets: [secret(`KEY_${page}`)] }, 200, link);
    });
    const { listRepositoryActionsSecrets } = namespaces.secrets;
    const pages: number[] = [];
    for await (const page of listRepositoryActionsSecrets.pages(widgets)) pages.push(page.secrets.length);
    expect(pages).toEqual([1, 1]);
    expect(requests).toHaveLength(2);
    const names: string[] = [];
    const listing = listRepositoryActionsSecrets.items(widgets, { maxPages: 1 });
    for await (const { name } of listing) names.push(name);
    expect(names).toEqual(["KEY_1"]);
    expect(listing.info.totalCount).toBe(2);
  });

  test("is recognized by its page parameter, as the types assume", () => {
    for (const [name, operation] of Object.entries(catalogue)) {
      const { path, query, body, paging } = definitionOf(operation);
      const fields = { ...path?.shape, ...query?.shape, ...body?.shape };
      const hasPageField = ["page", "cursor", "after", "since"].some((field) => Object.hasOwn(fields, field));
      expect(hasPageField, name).toBe(paging !== undefined);
    }
  });

  test("is the only operation with pages and items", async () => {
    const { getRepository } = unusedClient().repositories;
    expectTypeOf(getRepository).not.toHaveProperty("pages");
    expectTypeOf(getRepository).not.toHaveProperty("items");
    const pages: unknown = Reflect.get(getRepository, "pages");
    if (typeof pages !== "function") throw new Error("pages must be a function.");
    await expect(Reflect.apply(pages, undefined, [widgets]).next()).rejects.toThrow(
      "This operation does not return a list; use call.",
    );
  });
});

test("exposes the underlying client", async () => {
  const { namespaces, requests } = clientWithResponses(() => jsonResponse(subscription));
  await namespaces.client.call(catalogue.getSubscription, widgets);
  expect(requests).toEqual(["GET https://forge.test/repos/acme/widgets/subscription"]);
});

test("the client's options are validated immediately", () => {
  expect(() => createNamespacedClient({ baseUrl: "ftp://forge.test" })).toThrow("not an http or https URL");
});

describe("types", () => {
  /** Type-checked only, never called. */
  const typecheck = (_: (namespaces: NamespacedClient) => unknown) => {};

  test("of inputs and outputs are those of the operations", () => {
    typecheck(async ({ watching, starring, secrets, workflowRuns }) => {
      expectTypeOf(await watching.setSubscription(widgets)).toEqualTypeOf<RepositorySubscription>();
      expectTypeOf(await watching.getSubscription(widgets)).toEqualTypeOf<RepositorySubscription | null>();
      expectTypeOf(await watching.getSubscription.raw(widgets)).toEqualTypeOf<
        RawResponse<RepositorySubscription | null>
      >();
      expectTypeOf(await starring.checkStar(widgets)).toEqualTypeOf<boolean>();
      expectTypeOf(await workflowRuns.getWorkflowRunLogs({ ...widgets, run_id: 1 })).toEqualTypeOf<string>();
      for await (const secret of secrets.listOrganizationCodespacesSecrets.items({ org: "acme" })) {
        expectTypeOf(secret.name).toEqualTypeOf<string>();
      }
      for await (const page of starring.listStargazers.pages(widgets)) {
        expectTypeOf(page[0]?.login).toEqualTypeOf<string | undefined>();
      }
    });
  });

  test("depend on the media type", () => {
    typecheck(async ({ contents, starring }) => {
      const input = { ...widgets, path: "x" };
      expectTypeOf(await contents.getContents(input, { mediaType: "raw" })).toEqualTypeOf<Uint8Array>();
      expectTypeOf(await contents.getContents.raw(input, { mediaType: "html" })).toEqualTypeOf<RawResponse<string>>();
      for await (const star of starring.listStarredRepositories.items({}, { mediaType: "star", maxPages: 1 })) {
        expectTypeOf(star.starred_at).toEqualTypeOf<string>();
      }
      for await (const page of starring.listStarredRepositories.pages({}, { mediaType: "star" })) {
        expectTypeOf(page[0]?.starred_at).toEqualTypeOf<string | undefined>();
      }
    });
  });

  test("reject invalid calls", () => {
    // @ts-expect-error a required field
    typecheck(({ repositories }) => repositories.getRepository({ owner: "acme" }));
    // @ts-expect-error a missing input
    typecheck(({ repositories }) => repositories.getRepository());
    // @ts-expect-error an unknown field
    typecheck(({ watching }) => watching.setSubscription({ ...widgets, subscribe: true }));
    // @ts-expect-error a media type of another operation
    typecheck(({ watching }) => watching.getSubscription(widgets, { mediaType: "raw" }));
    // @ts-expect-error an operation that is not a list
    typecheck(({ watching }) => watching.getSubscription.items(widgets));
    // @ts-expect-error an option of lists
    typecheck(({ watching }) => watching.listWatchers(widgets, { maxPages: 1 }));
    // @ts-expect-error an operation of another area
    typecheck(({ watching }) => watching.getRepository(widgets));
    // @ts-expect-error an unknown area
    typecheck((namespaces) => namespaces.watch);
  });
});

import { readdirSync } from "node:fs";
import { describe, expect, expectTypeOf, test, vi } from "vitest";
import { json, subscription, widgets } from "./client/answered.fixture.ts";
import type { RawAnswer } from "./client/client.ts";
import { definitionOf } from "./contract/defined.ts";
import * as catalogue from "./contract/index.ts";
import type { RepositorySubscription } from "./contract/objects/subscription.ts";
import { isInputError } from "./errors.ts";
import { type Forgehand, forgehand } from "./facade.ts";

/** A facade whose answers are given, and what it asked for. */
function answering(answer: (url: URL) => Response) {
  const asked: string[] = [];
  const fetch = vi.fn<typeof globalThis.fetch>(async (url, init) => {
    asked.push(`${init?.method} ${url}`);
    return answer(new URL(String(url)));
  });
  const facade = forgehand({
    ...{ baseUrl: "https://forge.test", credentials: "ghp_x", fetch },
    ...{ pace: "off", retry: false, cache: false },
  });
  return { facade, asked };
}

const silent = () => answering(() => json({})).facade;

describe("the groups", () => {
  const groups = Object.entries(silent()).filter(([name]) => name !== "client");

  test("are the files of contract/areas", () => {
    const files = readdirSync(new URL("./contract/areas", import.meta.url));
    const names = files.map((file) => file.replace(/\.ts$/, "").replace(/-(\w)/g, (_, letter) => letter.toUpperCase()));
    expect(groups.map(([name]) => name).sort()).toEqual(names.sort());
  });

  test("hold every operation of the catalogue, once", () => {
    const names = groups.flatMap(([, group]) => Object.keys(group));
    expect(names.sort()).toEqual(Object.keys(catalogue).sort());
  });

  test("are built when they are used, and kept", () => {
    const facade = silent();
    expect(Object.getOwnPropertyDescriptor(facade, "watching")?.get).toBeTypeOf("function");
    expect(facade.watching).toBe(facade.watching);
    expect(facade.reviewRequests).not.toBe(silent().reviewRequests);
  });
});

describe("a function", () => {
  test("calls its operation, whoever holds it", async () => {
    const { facade, asked } = answering(() => json(subscription));
    const { setSubscription } = facade.watching;
    expect(await setSubscription({ ...widgets, subscribed: true })).toMatchObject(subscription);
    expect(asked).toEqual(["PUT https://forge.test/repos/acme/widgets/subscription"]);
  });

  test("brings status and headers where they are wanted", async () => {
    const { facade } = answering(() => json(subscription, 200, { "x-github-request-id": "A:1" }));
    const raw = await facade.watching.getSubscription.raw(widgets);
    expect(raw).toMatchObject({ output: subscription, status: 200, requestId: "A:1" });
  });

  test("needs no input where its operation needs none", async () => {
    const { facade, asked } = answering(() => json([]));
    expect(await facade.starring.listStarredRepositories()).toEqual([]);
    expect(asked).toEqual(["GET https://forge.test/user/starred"]);
  });

  test("passes options on", async () => {
    const { facade } = answering(() => new Response("<p>"));
    expect(await facade.contents.getContents({ ...widgets, path: "" }, { mediaType: "html" })).toBe("<p>");
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(facade.contents.getContents({ ...widgets, path: "" }, { signal })).rejects.toThrow("enough");
  });

  test("refuses what is no input", async () => {
    // @ts-expect-error
    const wrong = silent().watching.setSubscription({ owner: "acme" });
    expect(await wrong.catch((error: unknown) => isInputError(error) && error.field)).toBe("repo");
  });
});

describe("a list", () => {
  const secret = (name: string) => ({ name, created_at: "", updated_at: "" });

  test("goes through its pages and items", async () => {
    const { facade, asked } = answering((url) => {
      const page = Number(url.searchParams.get("page") ?? 1);
      const link = page < 2 ? { link: `<${url.origin}${url.pathname}?page=${page + 1}>; rel="next"` } : {};
      return json({ total_count: 2, secrets: [secret(`KEY_${page}`)] }, 200, link);
    });
    const { listRepositoryActionsSecrets } = facade.secrets;
    const pages: number[] = [];
    for await (const page of listRepositoryActionsSecrets.pages(widgets)) pages.push(page.secrets.length);
    expect(pages).toEqual([1, 1]);
    expect(asked).toHaveLength(2);
    const names: string[] = [];
    const listing = listRepositoryActionsSecrets.items(widgets, { maxPages: 1 });
    for await (const { name } of listing) names.push(name);
    expect(names).toEqual(["KEY_1"]);
    expect(listing.facts.totalCount).toBe(2);
  });

  test("is what the types take for one: it has a field that leads on", () => {
    for (const [name, operation] of Object.entries(catalogue)) {
      const { path, query, body, paging } = definitionOf(operation);
      const fields = { ...path?.shape, ...query?.shape, ...body?.shape };
      const leadsOn = ["page", "cursor", "after", "since"].some((field) => Object.hasOwn(fields, field));
      expect(leadsOn, name).toBe(paging !== undefined);
    }
  });

  test("is nothing else", async () => {
    const { getRepository } = silent().repositories;
    expectTypeOf(getRepository).not.toHaveProperty("pages");
    expectTypeOf(getRepository).not.toHaveProperty("items");
    const pages: unknown = Reflect.get(getRepository, "pages");
    if (typeof pages !== "function") throw new Error("It has no pages.");
    await expect(Reflect.apply(pages, undefined, [widgets]).next()).rejects.toThrow("This is no list; use call.");
  });
});

test("the client beneath is one as any other", async () => {
  const { facade, asked } = answering(() => json(subscription));
  await facade.client.call(catalogue.getSubscription, widgets);
  expect(asked).toEqual(["GET https://forge.test/repos/acme/widgets/subscription"]);
});

test("options are checked at once", () => {
  expect(() => forgehand({ baseUrl: "ftp://forge.test" })).toThrow("no http or https address");
});

describe("types", () => {
  /** Compiles, and is never run. */
  const compiled = (_: (facade: Forgehand) => unknown) => {};

  test("are those of the operations", () => {
    compiled(async ({ watching, starring, secrets, workflowRuns }) => {
      expectTypeOf(await watching.setSubscription(widgets)).toEqualTypeOf<RepositorySubscription>();
      expectTypeOf(await watching.getSubscription(widgets)).toEqualTypeOf<RepositorySubscription | null>();
      expectTypeOf(await watching.getSubscription.raw(widgets)).toEqualTypeOf<
        RawAnswer<RepositorySubscription | null>
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

  test("change with the media type", () => {
    compiled(async ({ contents, starring }) => {
      const input = { ...widgets, path: "x" };
      expectTypeOf(await contents.getContents(input, { mediaType: "raw" })).toEqualTypeOf<Uint8Array>();
      expectTypeOf(await contents.getContents.raw(input, { mediaType: "html" })).toEqualTypeOf<RawAnswer<string>>();
      for await (const star of starring.listStarredRepositories.items({}, { mediaType: "star", maxPages: 1 })) {
        expectTypeOf(star.starred_at).toEqualTypeOf<string>();
      }
      for await (const page of starring.listStarredRepositories.pages({}, { mediaType: "star" })) {
        expectTypeOf(page[0]?.starred_at).toEqualTypeOf<string | undefined>();
      }
    });
  });

  test("refuse mistakes", () => {
    // @ts-expect-error a required field
    compiled(({ repositories }) => repositories.getRepository({ owner: "acme" }));
    // @ts-expect-error no input where one is needed
    compiled(({ repositories }) => repositories.getRepository());
    // @ts-expect-error a field that there isn't
    compiled(({ watching }) => watching.setSubscription({ ...widgets, subscribe: true }));
    // @ts-expect-error a media type of another operation
    compiled(({ watching }) => watching.getSubscription(widgets, { mediaType: "raw" }));
    // @ts-expect-error no list
    compiled(({ watching }) => watching.getSubscription.items(widgets));
    // @ts-expect-error an option of lists
    compiled(({ watching }) => watching.listWatchers(widgets, { maxPages: 1 }));
    // @ts-expect-error an operation of another area
    compiled(({ watching }) => watching.getRepository(widgets));
    // @ts-expect-error an area that there isn't
    compiled((facade) => facade.watch);
  });
});

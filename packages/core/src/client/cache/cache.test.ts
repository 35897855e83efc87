import { describe, expect, test } from "vitest";
import { listCollaborators } from "../../contract/repository/collaborators.ts";
import { getContents } from "../../contract/repository/contents.ts";
import { listRepositoryHooks } from "../../contract/repository/hooks.ts";
import { listStargazers } from "../../contract/repository/starring.ts";
import { listRepositoryVariables } from "../../contract/repository/variables.ts";
import { getSubscription, setSubscription } from "../../contract/repository/watching.ts";
import { subscription, widgets } from "../answered.fixture.ts";
import type { ClientOptions } from "../client.ts";
import type { KeyValueStore } from "../key-value-store.ts";
import { cache, leanClient } from "../lean.ts";
import { user, variable } from "../objects.fixture.ts";
import {
  clientOf,
  content,
  ending,
  eventually,
  type Reply,
  reply,
  type Seen,
  serving,
  TOKEN,
} from "../service.fixture.ts";
import type { CacheOptions } from "./options.ts";

/** A service whose answers have the etag of what they say, and which tells who has them already. */
const tagging = (headers: Record<string, string> = {}) =>
  serving(({ headers: asked, url }) => {
    const etag = `"${url}"`;
    return asked["if-none-match"] === etag ? reply(304) : reply(200, subscription, { etag, ...headers });
  });

/** A client that waits for no limits. */
function remembering(origin: string, cache: CacheOptions | boolean = true, options: Partial<ClientOptions> = {}) {
  return clientOf(origin, { cache, pace: { preset: "off", owner: crypto.randomUUID() }, ...options });
}

const conditions = (seen: readonly Seen[]) => seen.map(({ headers }) => headers["if-none-match"]);

/** A store that keeps what it is given where it can be looked at. */
function store() {
  const kept = new Map<string, string>();
  const storage: KeyValueStore = {
    get: async (key) => kept.get(key),
    set: async (key, value) => {
      kept.set(key, value);
    },
  };
  return { kept, storage };
}

describe("an answer is asked for again only where it has changed", () => {
  test("by its etag", async () => {
    const { origin, seen } = await tagging();
    const { call } = remembering(origin);
    const input = { owner: "acme", repo: "widgets" };
    for (let time = 0; time < 3; time++) expect(await call(getSubscription, input)).toEqual(subscription);
    const etag = '"/api/v3/repos/acme/widgets/subscription"';
    expect(conditions(seen)).toEqual([undefined, etag, etag]);
  });

  test("by when it was changed, where that is all it tells", async () => {
    const date = "Mon, 02 Mar 2026 10:00:00 GMT";
    const { origin, seen } = await serving(({ headers }) =>
      headers["if-modified-since"] === date ? reply(304) : reply(200, subscription, { "last-modified": date }),
    );
    const { call } = remembering(origin);
    await call(getSubscription, widgets);
    expect(await call(getSubscription, widgets)).toEqual(subscription);
    expect(seen.map(({ headers }) => headers["if-modified-since"])).toEqual([undefined, date]);
  });

  test("and what has changed takes its place", async () => {
    let version = 1;
    const { origin, seen } = await serving(({ headers }) => {
      const etag = `"${version}"`;
      const body = { ...subscription, ignored: version === 2 };
      return headers["if-none-match"] === etag ? reply(304) : reply(200, body, { etag });
    });
    const { call } = remembering(origin);
    await call(getSubscription, widgets);
    version = 2;
    for (let time = 0; time < 2; time++) expect(await call(getSubscription, widgets)).toMatchObject({ ignored: true });
    expect(conditions(seen)).toEqual([undefined, '"1"', '"2"']);
  });

  test.each([
    ["it tells neither", reply(200, subscription)],
    ["it must not be kept", reply(200, subscription, { etag: '"1"', "cache-control": "private, No-Store" })],
    ["it is absent", reply(404, { message: "Not Found" }, { etag: '"1"' })],
  ])("unless %s", async (_, answer) => {
    const { origin, seen } = await serving(() => answer);
    const { call } = remembering(origin);
    for (let time = 0; time < 2; time++) await call(getSubscription, widgets);
    expect(conditions(seen)).toEqual([undefined, undefined]);
  });

  test("or nothing is remembered at all", async () => {
    const { origin, seen } = await tagging();
    const { call } = remembering(origin, false);
    for (let time = 0; time < 2; time++) await call(getSubscription, widgets);
    expect(conditions(seen)).toEqual([undefined, undefined]);
  });

  test("304 to who has nothing is an error", async () => {
    const { origin } = await serving(() => reply(304));
    await expect(remembering(origin).call(getSubscription, widgets)).rejects.toMatchObject({
      name: "ResponseError",
      status: 304,
    });
  });

  test("what 304 says counts, but for what it says of a body", async () => {
    const { origin } = await serving(({ headers }) =>
      headers["if-none-match"]
        ? reply(304, undefined, { "x-ratelimit-used": "2", "content-type": "text/html" })
        : reply(200, { a: 1 }, { etag: '"1"', "x-ratelimit-used": "1", "x-once": "yes" }),
    );
    const { request } = remembering(origin);
    await request("GET /anything");
    const { output, headers, status } = await request.raw("GET /anything");
    expect([output, status]).toEqual([{ a: 1 }, 200]);
    expect(["x-ratelimit-used", "x-once", "content-type"].map((name) => headers.get(name))).toEqual([
      ...["2", null, "application/json"],
    ]);
  });

  test("a list goes on over pages that have not changed", async () => {
    const service = await serving(({ url, headers }) => {
      if (headers["if-none-match"]) return reply(304);
      const isFirst = !url.includes("page=2");
      const link = `<${service.origin}/api/v3/repos/acme/widgets/collaborators?page=2&per_page=100>; rel="next"`;
      return reply(200, [user(isFirst ? 1 : 2)], { etag: `"${url}"`, ...(isFirst ? { link } : {}) });
    });
    const { items } = remembering(service.origin);
    const read = async () => (await Array.fromAsync(items(listCollaborators, widgets))).map(({ login }) => login);
    expect([await read(), await read()]).toEqual([
      ["u1", "u2"],
      ["u1", "u2"],
    ]);
    expect(service.seen.map(({ headers }) => headers["if-none-match"] !== undefined)).toEqual([
      ...[false, false, true, true],
    ]);
  });
});

describe("what is kept apart", () => {
  test("addresses, media types and versions", async () => {
    const { origin, seen } = await serving(({ headers }) =>
      headers["if-none-match"] ? reply(304) : reply(200, [], { etag: '"1"' }),
    );
    const { call } = remembering(origin);
    await call(listStargazers, widgets);
    await call(listStargazers, { ...widgets, page: 2 });
    await call(listStargazers, widgets, { mediaType: "star" });
    await call(listStargazers, widgets, { version: "2022-11-28" });
    expect(conditions(seen)).toEqual([undefined, undefined, undefined, undefined]);
    await call(listStargazers, widgets, { version: "2022-11-28" });
    expect(conditions(seen).at(-1)).toBe('"1"');
  });

  test("what steps of the user's own ask for beside", async () => {
    const { origin, seen } = await tagging();
    let tenant = "one";
    const step: NonNullable<ClientOptions["steps"]>[number] = (next) => (request) =>
      next({ ...request, headers: { ...request.headers, "x-tenant": tenant } });
    const { call } = remembering(origin, true, { steps: [step] });
    await call(getSubscription, widgets);
    tenant = "two";
    await call(getSubscription, widgets);
    expect(conditions(seen)).toEqual([undefined, undefined]);
  });

  test("accounts, also in one store", async () => {
    const { origin, seen } = await tagging();
    const { storage } = store();
    await remembering(origin, { storage }).call(getSubscription, widgets);
    await remembering(origin, { storage }, { credentials: "ghp_another" }).call(getSubscription, widgets);
    await remembering(origin, { storage }, { credentials: undefined }).request("GET /anything");
    expect(conditions(seen)).toEqual([undefined, undefined, undefined]);
  });

  test("accounts that share one cache", async () => {
    const { origin, seen } = await tagging();
    const steps = [cache()];
    for (const token of ["ghp_one", "ghp_two", "ghp_one"]) {
      await leanClient({ baseUrl: origin, token, steps }).call(getSubscription, widgets);
    }
    expect(conditions(seen)).toEqual([undefined, undefined, '"/repos/acme/widgets/subscription"']);
  });

  test("writes and downloads, which go past it", async () => {
    const { origin, seen } = await serving(({ method }) =>
      method === "PUT" ? reply(200, subscription, { etag: '"1"' }) : content("bytes", { etag: '"1"' }),
    );
    const { call, download } = remembering(origin);
    const raw = { mediaType: "raw" } as const;
    for (let time = 0; time < 2; time++) {
      await call(setSubscription, widgets);
      await call(getContents, { ...widgets, path: "a" }, raw);
      const { stream } = await download(getContents, { ...widgets, path: "a" }, raw);
      await stream.cancel();
    }
    expect(conditions(seen)).toEqual(Array.from({ length: 6 }, () => undefined));
  });
});

describe("equal readings under way", () => {
  /** A service that answers when it is told to. */
  async function waiting(answer: () => Reply = () => reply(200, subscription)) {
    const gate = Promise.withResolvers<void>();
    const service = await serving(async () => {
      await gate.promise;
      return answer();
    });
    return { ...service, open: gate.resolve };
  }

  test("share one request", async () => {
    const { origin, seen, open } = await waiting();
    const { call } = remembering(origin);
    const all = [1, 2, 3].map(() => call(getSubscription, widgets));
    await eventually(() => seen.length > 0);
    all.push(call(getSubscription, widgets));
    open();
    expect(await Promise.all(all)).toEqual([subscription, subscription, subscription, subscription]);
    expect(seen).toHaveLength(1);
    await call(getSubscription, widgets);
    expect(seen).toHaveLength(2);
  });

  test("but nobody waits for what is less urgent, more patient, or begun before a write", async () => {
    const { origin, seen, open } = await waiting();
    const { call } = remembering(origin);
    const all = [
      call(getSubscription, widgets, { priority: "bulk" }),
      call(getSubscription, widgets, { priority: "interactive", timeout: 20_000 }),
      // They take the more urgent one.
      call(getSubscription, widgets),
      call(getSubscription, widgets, { priority: "bulk" }),
    ];
    await eventually(() => seen.length === 2);
    all.push(call(getSubscription, widgets, { priority: "interactive", timeout: 10_000 }));
    all.push(call(getSubscription, widgets, { maxWait: 0 }), call(getSubscription, widgets, { deadline: 5000 }));
    await eventually(() => seen.length === 5);
    open();
    await Promise.all(all);
    expect(seen).toHaveLength(5);
  });

  test("whoever reads after a write gets what is true after it", async () => {
    let ignored = false;
    const slow = Promise.withResolvers<void>();
    const { origin, seen } = await serving(async ({ method }, { length }) => {
      if (method === "PUT") ignored = true;
      const answer = reply(200, { ...subscription, ignored });
      if (length === 1) await slow.promise;
      return answer;
    });
    const { call } = remembering(origin);
    const before = call(getSubscription, widgets);
    await eventually(() => seen.length === 1);
    await call(setSubscription, { ...widgets, ignored: true });
    expect(await call(getSubscription, widgets)).toMatchObject({ ignored: true });
    slow.resolve();
    expect(await before).toMatchObject({ ignored: false });
  });

  test("are left by who gives up, and go on for the others", async () => {
    const { origin, seen, open } = await waiting();
    const { call } = remembering(origin);
    const enough = new Error("enough");
    const controller = new AbortController();
    const first = ending(call(getSubscription, widgets, { signal: controller.signal }));
    const second = call(getSubscription, widgets, { signal: new AbortController().signal });
    await eventually(() => seen.length === 1);
    controller.abort(enough);
    expect(await first).toBe(enough);
    open();
    expect(await second).toEqual(subscription);
    expect(seen).toHaveLength(1);
  });

  test("of which one ends leave the more urgent one to others", async () => {
    const { origin, seen, open } = await waiting();
    const { call } = remembering(origin);
    const controller = new AbortController();
    const slow = ending(call(getSubscription, widgets, { priority: "bulk", signal: controller.signal }));
    const quick = call(getSubscription, widgets, { priority: "interactive" });
    await eventually(() => seen.length === 2);
    controller.abort("enough");
    expect(await slow).toBe("enough");
    const third = call(getSubscription, widgets);
    open();
    expect(await Promise.all([quick, third])).toEqual([subscription, subscription]);
    expect(seen).toHaveLength(2);
  });

  test("end with the last who gives up, and nobody boards one that has ended", async () => {
    const { origin, seen, left, open } = await waiting();
    const { call } = remembering(origin);
    const controllers = [new AbortController(), new AbortController()];
    const all = controllers.map(({ signal }) => ending(call(getSubscription, widgets, { signal })));
    await eventually(() => seen.length === 1);
    for (const [index, controller] of controllers.entries()) controller.abort(index);
    const next = call(getSubscription, widgets);
    expect(await Promise.all(all)).toEqual([0, 1]);
    await eventually(() => left() === 1 && seen.length === 2);
    open();
    expect(await next).toEqual(subscription);
  });

  test("fail for all, and the next is a new one", async () => {
    const answers = [reply(500, { message: "Oops" }), reply(200, subscription)];
    const { origin, seen, open } = await waiting(() => answers.shift() ?? "silent");
    const { call } = remembering(origin, true, { retry: false });
    const all = [1, 2].map(() => ending(call(getSubscription, widgets)));
    await eventually(() => seen.length === 1);
    open();
    expect(await Promise.all(all)).toMatchObject([{ name: "ServiceError" }, { name: "ServiceError" }]);
    expect(await call(getSubscription, widgets)).toEqual(subscription);
    expect(seen).toHaveLength(2);
  });

  test("by who has given up already are not begun", async () => {
    const { origin, seen } = await tagging();
    const { call } = remembering(origin);
    await expect(call(getSubscription, widgets, { signal: AbortSignal.abort("no") })).rejects.toBe("no");
    expect(seen).toEqual([]);
  });
});

describe("memory is bounded", () => {
  const read = async (
    options: CacheOptions,
    names: readonly string[],
    body = (name: string): Record<string, unknown> => ({ ...subscription, reason: name }),
  ) => {
    const { origin, seen } = await serving(({ url, headers }) =>
      headers["if-none-match"] ? reply(304) : reply(200, body(url.split("/").at(-2) ?? ""), { etag: `"1"` }),
    );
    const { call } = remembering(origin, options);
    for (const repo of names) await call(getSubscription, { owner: "acme", repo });
    return seen.map(({ headers }) => headers["if-none-match"] !== undefined);
  };

  test("by the number of answers: who was used least goes first", async () => {
    expect(await read({ entries: 2 }, ["a", "b", "a", "c", "a", "b"])).toEqual([
      ...[false, false, true, false, true, false],
    ]);
  });

  test("by their size", async () => {
    const body = () => ({ ...subscription, reason: "x".repeat(20_000) });
    // Eight times some 40 kB fit into 0.4 MB, ten times do not.
    const names = Array.from({ length: 8 }, (_, index) => `r${index}`);
    expect((await read({ megabytes: 0.4 }, [...names, ...names], body)).slice(8)).toEqual(names.map(() => true));
    const more = Array.from({ length: 10 }, (_, index) => `r${index}`);
    expect((await read({ megabytes: 0.4 }, [...more, "r0"], body)).at(-1)).toBe(false);
    expect((await read({ megabytes: 0.4 }, [...more, "r9"], body)).at(-1)).toBe(true);
  });

  test("by what one answer may take of it, which pushes out no other", async () => {
    const body = (name: string) => ({ ...subscription, reason: name === "large" ? "x".repeat(30_000) : name });
    expect(await read({ megabytes: 0.4 }, ["a", "large", "large", "a"], body)).toEqual([false, false, false, true]);
  });
});

describe("a store", () => {
  test("carries answers from one client to the next", async () => {
    const { origin, seen } = await tagging({ link: "<x>; rel=last" });
    const { kept, storage } = store();
    await remembering(origin, { storage }).call(getSubscription, widgets);
    const { output, headers } = await remembering(origin, { storage }).call.raw(getSubscription, widgets);
    expect([output, headers.get("link"), kept.size]).toEqual([subscription, "<x>; rel=last", 1]);
    expect(conditions(seen)).toEqual([undefined, '"/api/v3/repos/acme/widgets/subscription"']);
  });

  test("never holds a token, whatever asks", async () => {
    const { origin } = await tagging();
    const { kept, storage } = store();
    const secret = "tenant-secret-0123";
    const step: NonNullable<ClientOptions["steps"]>[number] = (next) => (request) =>
      next({ ...request, headers: { ...request.headers, "x-key": secret } });
    await remembering(origin, { storage }, { steps: [step] }).call(getSubscription, widgets);
    await remembering(origin, { storage }, { pace: { storage } }).call(getSubscription, widgets);
    const written = [...kept].flat().join("\n");
    expect(kept.size).toBeGreaterThan(1);
    for (const hidden of [TOKEN, TOKEN.slice(4), secret]) expect(written).not.toContain(hidden);
  });

  test.each([
    ["nothing lasting is known of its account", () => Promise.resolve("ghp_x")],
    ["the answer may hold a secret", TOKEN],
  ])("is not used where %s", async (_, credentials) => {
    const { origin } = await serving(() => reply(200, [], { etag: '"1"' }));
    const { kept, storage } = store();
    const { call } = remembering(origin, { storage }, { credentials });
    await call(listRepositoryHooks, widgets);
    expect(kept.size).toBe(0);
  });

  test("gets nothing of what the contract doesn't know", async () => {
    const { origin } = await serving(() => reply(200, { token: "secret" }, { etag: '"1"' }));
    const { kept, storage } = store();
    await remembering(origin, { storage }).request("GET /anything");
    expect(kept.size).toBe(0);
  });

  test("gets nothing that is too large to be kept", async () => {
    const answer = { total_count: 1, variables: [variable("x".repeat(20_000))] };
    const { origin } = await serving(() => reply(200, answer, { etag: '"1"' }));
    const { kept, storage } = store();
    await remembering(origin, { storage, megabytes: 0.1 }).call(listRepositoryVariables, widgets);
    expect(kept.size).toBe(0);
  });

  const fails = (): never => {
    throw new Error("The store is gone.");
  };
  const broken: [what: string, storage: KeyValueStore][] = [
    ["rejects", { get: () => Promise.reject(new Error("gone")), set: () => Promise.reject(new Error("full")) }],
    ["throws at once", { get: fails, set: fails }],
    ["holds no JSON", { get: async () => "{", set: async () => undefined }],
    ["holds something else", { get: async () => '{"headers":[],"text":1}', set: async () => undefined }],
    [
      "holds what no header can be",
      { get: async () => JSON.stringify({ etag: "a\nb", headers: {}, text: "{}" }), set: async () => undefined },
    ],
  ];
  test.each(broken)("that %s fails no call", async (_, storage) => {
    const { origin, seen } = await tagging();
    const { call } = remembering(origin, { storage });
    for (let time = 0; time < 2; time++) expect(await call(getSubscription, widgets)).toEqual(subscription);
    expect(conditions(seen)).toEqual([undefined, '"/api/v3/repos/acme/widgets/subscription"']);
  });

  test("that never answers holds nobody up for long", async () => {
    const never = () => new Promise<never>(() => {});
    const { origin } = await tagging();
    const { call, clock } = remembering(origin, { storage: { get: never, set: never } });
    const reading = ending(call(getSubscription, widgets));
    await eventually(() => clock.pendingTimers() > 0);
    await clock.advance(1000);
    expect(await reading).toBe("it went well");
    expect(clock.pendingTimers()).toBe(0);
  });
});

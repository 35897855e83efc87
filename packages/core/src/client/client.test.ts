import { describe, expect, test, vi } from "vitest";
import { getAnnouncement } from "../contract/organization/announcement.ts";
import { createBudget } from "../contract/organization/budgets.ts";
import { getOrganizationSubjectTemplate } from "../contract/organization/oidc.ts";
import {
  getOrganizationUpdaterSecret,
  putOrganizationUpdaterSecret,
} from "../contract/organization/updater-secrets.ts";
import { listCollaborators } from "../contract/repository/collaborators.ts";
import { getContents, putContents } from "../contract/repository/contents.ts";
import { listRepositoryHookDeliveries } from "../contract/repository/deliveries.ts";
import { createRepositoryHook } from "../contract/repository/hooks.ts";
import { listIssueFieldValues } from "../contract/repository/issue-field-values.ts";
import { requestReviewers } from "../contract/repository/review-requests.ts";
import { listStargazers } from "../contract/repository/starring.ts";
import { getSubscription, setSubscription } from "../contract/repository/watching.ts";
import { getWorkflowRunLogs } from "../contract/repository/workflow-runs.ts";
import { getRateLimits } from "../contract/service/service.ts";
import { checkStar, starRepository } from "../contract/user/starring.ts";
import { type ClientOptions, createClient } from "./client.ts";
import { isForgeError, isNotFoundError, isPermissionError } from "./errors.ts";

const widgets = { owner: "acme", repo: "widgets" };

/** A client whose answers are given, and what it asked for. */
function clientAnswered(answer: () => Response | Promise<Response>, options: Partial<ClientOptions> = {}) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => answer());
  const client = createClient({ baseUrl: "https://forge.test/api/v3", credentials: "ghp_x", fetch, ...options });
  const requests = () => fetch.mock.calls.map(([url, init]) => ({ url: String(url), ...init }));
  return { ...client, requests };
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });

const subscription = { subscribed: true, ignored: false, reason: null, created_at: "", url: "", repository_url: "" };

describe("a call", () => {
  test("goes out in the vendor's names", async () => {
    const { call, requests } = clientAnswered(() => new Response(null, { status: 204 }));
    const sealed = { encrypted_value: "AAAA", key_id: "1", visibility: "all" } as const;
    await call(putOrganizationUpdaterSecret, { org: "acme", secret_name: "KEY", ...sealed });
    expect(requests()).toMatchObject([
      {
        url: "https://forge.test/api/v3/orgs/acme/dependabot/secrets/KEY",
        method: "PUT",
        body: JSON.stringify(sealed),
        redirect: "manual",
        headers: {
          accept: "application/vnd.github+json",
          authorization: "Bearer ghp_x",
          "x-github-api-version": "2026-03-10",
        },
      },
    ]);
  });

  test("keeps the fields of an answer that the contract doesn't know", async () => {
    const { call } = clientAnswered(() => json({ ...subscription, brand_new: 1 }));
    expect((await call(setSubscription, widgets))["brand_new"]).toBe(1);
  });

  test("reads absence where the contract says so", async () => {
    const missing = () => json({ message: "Not Found" }, 404);
    expect(await clientAnswered(missing).call(getSubscription, widgets)).toBeNull();
    expect(await clientAnswered(missing).call(checkStar, widgets)).toBe(false);
    await expect(clientAnswered(missing).call(starRepository, widgets)).rejects.toThrow("404 Not Found.");
  });
});

describe("media types", () => {
  test("change what is asked for and what comes back", async () => {
    const raw = clientAnswered(() => new Response(new Uint8Array([0, 255, 10])));
    const bytes = await raw.call(getContents, { ...widgets, path: "a b/ü.bin" }, { mediaType: "raw" });
    expect(bytes).toEqual(new Uint8Array([0, 255, 10]));
    expect(raw.requests()).toMatchObject([
      {
        url: "https://forge.test/api/v3/repos/acme/widgets/contents/a%20b/%C3%BC.bin",
        headers: { accept: "application/vnd.github.raw+json" },
      },
    ]);
    const html = clientAnswered(() => new Response("<p>"));
    expect(await html.call(getContents, { ...widgets, path: "" }, { mediaType: "html" })).toBe("<p>");
    expect(html.requests()[0]?.url).toBe("https://forge.test/api/v3/repos/acme/widgets/contents");
    const star = clientAnswered(() => json([{ starred_at: "2026-01-01T00:00:00Z", user: null }]));
    const [first] = await star.call(listStargazers, widgets, { mediaType: "star" });
    expect(first?.starred_at).toBe("2026-01-01T00:00:00Z");
    const times: string[] = [];
    const again = clientAnswered(() => json([{ starred_at: "2026-01-01T00:00:00Z", user: null }]));
    for await (const { starred_at } of again.items(listStargazers, widgets, { mediaType: "star" }))
      times.push(starred_at);
    expect(times).toEqual(["2026-01-01T00:00:00Z"]);
  });

  test("that an operation doesn't have are refused", async () => {
    const { call, requests } = clientAnswered(() => json([]));
    // @ts-expect-error
    const wrong = call(getContents, { ...widgets, path: "" }, { mediaType: "star" });
    await expect(wrong).rejects.toThrow("mediaType star is none of this operation's; it has raw, html, object");
    expect(requests()).toEqual([]);
  });

  test("an address to download from is the answer, not where the token goes", async () => {
    const moved = () => new Response(null, { status: 302, headers: { location: "/logs.zip?sig=1" } });
    const { call, requests } = clientAnswered(moved);
    expect(await call(getWorkflowRunLogs, { ...widgets, run_id: 1 })).toBe("https://forge.test/logs.zip?sig=1");
    expect(requests()).toHaveLength(1);
    const nowhere = clientAnswered(() => new Response(null, { status: 302 }));
    await expect(nowhere.call(getWorkflowRunLogs, { ...widgets, run_id: 1 })).rejects.toThrow("names no address");
  });
});

describe("answers that say more than the contract knows", () => {
  test("a kind of object that is new comes as it is", async () => {
    const value = { data_type: "colour", value: { red: 1 } };
    const { call } = clientAnswered(() => json([value]));
    expect(await call(listIssueFieldValues, { ...widgets, issue_number: 1 })).toEqual([value]);
  });

  test("a known kind that breaks its shape is told", async () => {
    const { call } = clientAnswered(() => json([{ data_type: "number", value: "1" }]));
    const wrong = call(listIssueFieldValues, { ...widgets, issue_number: 1 });
    await expect(wrong).rejects.toMatchObject({ name: "ResponseError" });
  });

  test("fields that newer versions leave out are not missed", async () => {
    const limit = { limit: 1, remaining: 1, reset: 1, used: 0 };
    const { call } = clientAnswered(() => json({ resources: { core: limit, search: limit } }));
    expect(await call(getRateLimits)).toMatchObject({ resources: { core: { limit: 1 } } });
  });
});

test("a file of some megabytes is checked and sent", async () => {
  const { call, requests } = clientAnswered(() => json({ content: null, commit: {} }, 201));
  const content = Buffer.alloc(6_000_000, 7).toString("base64");
  await call(putContents, {
    ...widgets,
    path: "x",
    message: "m",
    content: `${content.slice(0, 60)}\n${content.slice(60)}`,
  });
  expect(String(requests()[0]?.body).length).toBeGreaterThan(8_000_000);
});

describe("callers without a compiler", () => {
  const options: [what: string, options: object, message: string][] = [
    ["no base URL", {}, "The base URL is missing"],
    ["a misspelt option", { baseUrl: "https://x.y", baseURL: "" }, "baseURL is no option; there are baseUrl"],
    ["a token in place of an address", { baseUrl: "ghp_secretsecret" }, "The base URL is no http or https address"],
    [
      "credentials of no kind",
      { baseUrl: "https://x.y", credentials: 5 },
      "credentials is a token, or { token, kind }",
    ],
    ["a kind that there isn't", { baseUrl: "https://x.y", credentials: { token: "x", kind: "__proto__" } }, "none of"],
    ["a timeout past what timers can", { baseUrl: "https://x.y", timeout: 3e9 }, "from 1 to 2147483647"],
    ["a version that no header carries", { baseUrl: "https://x.y", version: "a\nb" }, "is an API version such as"],
  ];
  test.each(options)("%s", (_, given, message) => {
    // @ts-expect-error
    expect(() => createClient(given)).toThrow(message);
  });

  test("what is no operation, no input or no option is named", async () => {
    const { call, items, requests } = clientAnswered(() => json({}));
    // @ts-expect-error
    await expect(call(undefined)).rejects.toThrow("This is no operation.");
    // @ts-expect-error
    await expect(call(setSubscription, "acme/widgets")).rejects.toThrow("input is an object");
    // @ts-expect-error
    await expect(call(setSubscription, widgets, { timeout: 5 })).rejects.toThrow("timeout is no option of a call");
    // @ts-expect-error
    await expect(call(setSubscription, widgets, { signal: {} })).rejects.toThrow("signal is an AbortSignal");
    await expect(items(setSubscription, widgets).next()).rejects.toThrow("This is no list");
    expect(requests()).toEqual([]);
  });
});

describe("editions and versions", () => {
  const asked = async (options: Partial<ClientOptions>, version?: string) => {
    const { call, requests } = clientAnswered(() => json({ include_claim_keys: [] }), options);
    await call(getOrganizationSubjectTemplate, { org: "acme" }, version === undefined ? {} : { version });
    return requests()[0]?.headers;
  };

  test("the version is the newest that the edition knows, or the caller's", async () => {
    expect(await asked({})).toMatchObject({ "x-github-api-version": "2026-03-10" });
    expect(await asked({ edition: "self-hosted" })).toMatchObject({ "x-github-api-version": "2022-11-28" });
    expect(await asked({ edition: "self-hosted" }, "2026-03-10")).toMatchObject({
      "x-github-api-version": "2026-03-10",
    });
  });

  test("what an edition doesn't have is refused before sending", async () => {
    const { call, requests } = clientAnswered(() => json({}), { edition: "github.com" });
    const wrong = call(getAnnouncement, { org: "acme" });
    await expect(wrong).rejects.toThrow(
      "github.com does not have this operation; it is in enterprise-cloud and self-hosted",
    );
    expect(requests()).toEqual([]);
  });
});

describe("refused before sending", () => {
  const cases: [what: string, run: (client: ReturnType<typeof clientAnswered>) => Promise<unknown>, message: string][] =
    [
      [
        "an empty segment",
        ({ call }) => call(getContents, { ...widgets, path: "src//x" }),
        "path has an empty segment: no slash at its ends",
      ],
      ["a way out", ({ call }) => call(getContents, { ...widgets, path: "src/../x" }), 'path is "..", which no name'],
      [
        "what is no base64",
        ({ call }) => call(putContents, { ...widgets, path: "x", message: "m", content: "no base64!" }),
        "content is wrong: content is standard base64",
      ],
      [
        "values that don't go together",
        ({ call }) =>
          call(createBudget, { org: "acme", budget_scope: "multi_user_customer", budget_product_sku: "actions" }),
        "budget_scope, budget_product_sku do not fit together: a budget of one or several users is for ai_credits or",
      ],
      [
        "a misspelt field inside another",
        // @ts-expect-error
        ({ call }) => call(createRepositoryHook, { ...widgets, config: { url: "https://x.y", Secret: "s" } }),
        "config.Secret is not a field there; it has url",
      ],
      [
        "a missing field inside another",
        // @ts-expect-error
        ({ call }) => call(createRepositoryHook, { ...widgets, config: {} }),
        "config.url is missing: a string is expected",
      ],
      [
        "a path value that is no string",
        // @ts-expect-error
        ({ call }) => call(checkStar, { owner: ["acme"], repo: "x" }),
        "owner is wrong: a string is expected",
      ],
      [
        "a value that fits none of several shapes",
        // @ts-expect-error
        ({ call }) => call(createRepositoryHook, { ...widgets, config: { url: "https://x.y", insecure_ssl: true } }),
        "config.insecure_ssl is wrong: a string or a number is expected",
      ],
      ["an empty path value", ({ call }) => call(checkStar, { owner: "", repo: "x" }), "owner is missing or empty"],
      [
        "a dotted path value",
        ({ call }) => call(checkStar, { owner: "..", repo: "x" }),
        'owner is "..", which no name',
      ],
      [
        "a wrong type, which does not compile either",
        // @ts-expect-error
        ({ call }) => call(setSubscription, { ...widgets, subscribed: "yes" }),
        "subscribed is wrong",
      ],
      ["half of a character", ({ call }) => call(checkStar, { owner: "\ud800", repo: "x" }), "owner is no text"],
      [
        "an unknown key, which does not compile either",
        // @ts-expect-error
        ({ call }) => call(setSubscription, { ...widgets, subscribd: true }),
        "subscribd is not a field of this operation; it has owner, repo, subscribed, ignored",
      ],
      [
        "fields that don't go together",
        ({ call }) =>
          call(putOrganizationUpdaterSecret, {
            ...{ org: "acme", secret_name: "KEY", visibility: "all" },
            selected_repository_ids: [1],
          }),
        'selected_repository_ids is allowed only when visibility is "selected"',
      ],
    ];
  for (const [what, run, message] of cases) {
    test(what, async () => {
      const client = clientAnswered(() => json({}));
      await expect(run(client)).rejects.toMatchObject({
        name: "InputError",
        message: expect.stringContaining(message),
      });
      expect(client.requests()).toEqual([]);
    });
  }

  test("a kind of token that can't", async () => {
    const { call, requests } = clientAnswered(() => json(subscription), { credentials: "github_pat_x" });
    await expect(call(getSubscription, widgets)).rejects.toMatchObject({
      name: "PermissionError",
      message:
        "GET /repos/{owner}/{repo}/subscription: This can't be done with a fine-grained token. Use a classic token or an OAuth token with the scope repo.",
    });
    expect(requests()).toEqual([]);
  });

  test("settings that can't be right", () => {
    const create = (options: Partial<ClientOptions>) => () =>
      createClient({ baseUrl: "https://forge.test", ...options });
    expect(create({ baseUrl: "forge.test" })).toThrow("is no http or https address");
    expect(create({ baseUrl: "https://forge.test/?a=b" })).toThrow("has a query or a fragment");
    expect(create({ baseUrl: "https://user:secret@forge.test" })).toThrow("Give the token as credentials instead.");
    for (const baseUrl of [
      "https://forge.test/?access_token=hunter2",
      "https://me:hunter2@[",
      "ftp://hunter2@x/#hunter2",
    ]) {
      expect(create({ baseUrl })).toThrow(/^(?!.*hunter2).*API's root/);
    }
    expect(create({ credentials: "ghp_x\n" })).toThrow("a line break");
    expect(create({ dialect: JSON.parse('"gitlab"') })).toThrow("dialect is none of github, svc");
  });
});

describe("answers that are none", () => {
  test("a web page, even where 404 means absence", async () => {
    const page = () => new Response("<!doctype html>", { status: 404, headers: { "content-type": "text/html" } });
    await expect(
      clientAnswered(page).call(getOrganizationUpdaterSecret, { org: "acme", secret_name: "K" }),
    ).rejects.toMatchObject({
      name: "ResponseError",
      message: expect.stringContaining(
        "Is the base URL the API's root? A self-hosted forge has it at https://forge.test/api/v3",
      ),
    });
  });

  test("half of one", async () => {
    const half = () => new Response('{"subscribed":tr', { headers: { "content-type": "application/json" } });
    await expect(clientAnswered(half).call(getSubscription, widgets)).rejects.toThrow(
      "The answer may have been cut off",
    );
  });

  test("another shape, with the operation and the field", async () => {
    const odd = () => json({ ...subscription, ignored: "no" });
    await expect(clientAnswered(odd).call(getSubscription, widgets)).rejects.toMatchObject({
      name: "ResponseError",
      route: "GET /repos/{owner}/{repo}/subscription",
      message: expect.stringContaining(
        "GET /api/v3/repos/acme/widgets/subscription: The answer is not what the contract says, where ignored is",
      ),
    });
  });

  test("a redirect, which the token does not follow", async () => {
    const moved = () => new Response(null, { status: 301, headers: { location: "https://elsewhere.test/" } });
    const { call, requests } = clientAnswered(moved);
    await expect(call(getSubscription, widgets)).rejects.toThrow("a token does not follow");
    expect(requests()).toHaveLength(1);
  });

  test("none at all within the time", async () => {
    const never = vi.fn<typeof globalThis.fetch>(
      (_url, init) =>
        new Promise((_, reject) => init?.signal?.addEventListener("abort", () => reject(init.signal?.reason))),
    );
    const { call } = clientAnswered(() => json({}), { fetch: never, timeout: 20 });
    await expect(call(starRepository, widgets)).rejects.toMatchObject({
      name: "ConnectionError",
      message: expect.stringContaining("No answer within 0.02 s. It may have taken effect all the same"),
    });
    expect(never).toHaveBeenCalledTimes(1);
  });

  test("one that breaks off", async () => {
    const body = new ReadableStream({ pull: (stream) => stream.error(new Error("terminated")) });
    const { call } = clientAnswered(() => new Response(body, { headers: { "content-type": "application/json" } }));
    await expect(call(setSubscription, widgets)).rejects.toMatchObject({
      name: "ConnectionError",
      message: expect.stringContaining("The answer broke off (terminated)"),
    });
  });

  test("a refusal to connect", async () => {
    const refuse = () => Promise.reject(new TypeError("fetch failed", { cause: new Error("ECONNREFUSED") }));
    await expect(clientAnswered(refuse).call(getSubscription, widgets)).rejects.toMatchObject({
      name: "ConnectionError",
      message: expect.stringContaining("No connection (ECONNREFUSED)"),
    });
  });
});

describe("refusals", () => {
  const refused = (status: number, message: string, headers = {}) =>
    clientAnswered(() => json({ message }, status, headers));

  test("each has its class", async () => {
    const classes = {
      401: "Authentication",
      403: "Permission",
      409: "Conflict",
      410: "Gone",
      422: "Validation",
      503: "Service",
    };
    for (const [status, name] of Object.entries(classes)) {
      const error = refused(Number(status), "No").call(setSubscription, widgets);
      await expect(error).rejects.toMatchObject({ name: `${name}Error`, status: Number(status) });
    }
  });

  test("a limit says until when, in whichever status it comes", async () => {
    for (const [status, headers] of [
      [429, { "retry-after": "30" }],
      [403, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(Math.floor(Date.now() / 1000) + 30) }],
      [422, { "retry-after": "30" }],
    ] as const) {
      const error = await refused(status, "API rate limit exceeded", headers)
        .call(setSubscription, widgets)
        .catch((e: unknown) => e);
      if (!isForgeError(error) || !("until" in error) || !(error.until instanceof Date)) throw error;
      expect(error.name).toBe("RateLimitError");
      expect(Math.abs(error.until.getTime() - Date.now() - 30_000)).toBeLessThan(2_000);
    }
  });

  test("a missing scope is named from the answer's own header", async () => {
    const error = refused(403, "No", { "x-oauth-scopes": "public_repo, read:org" }).call(setSubscription, widgets);
    await expect(error).rejects.toMatchObject({
      missing: [{ scope: "repo" }],
      message: "PUT /api/v3/repos/acme/widgets/subscription: 403 No. The token lacks the scope repo.",
    });
  });

  test("a write without a clear answer says that it may have happened; a read does not", async () => {
    const write = await refused(502, "Bad gateway")
      .call(requestReviewers, { ...widgets, pull_number: 1 })
      .catch(String);
    expect(write).toContain("502 Bad gateway. It may have taken effect all the same: look before you repeat it.");
    const read = await refused(502, "Bad gateway").call(getSubscription, widgets).catch(String);
    expect(read).not.toContain("taken effect");
  });

  test("values that are wrong stay so on the last call of a quota", async () => {
    const error = refused(422, "Validation Failed", { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1" });
    await expect(error.call(setSubscription, widgets)).rejects.toMatchObject({ name: "ValidationError" });
  });

  test("nonsense in headers and bodies changes no class", async () => {
    const late = refused(429, "Slow down", { "retry-after": "99999999999999" }).call(setSubscription, widgets);
    await expect(late).rejects.toMatchObject({ name: "RateLimitError", until: undefined });
    const odd = clientAnswered(() => json({ message: 7, errors: [{ field: null }, "plain"] }, 422));
    await expect(odd.call(setSubscription, widgets)).rejects.toMatchObject({ name: "ValidationError" });
  });

  test("the status says the class where there is no body, or a proxy's page", async () => {
    const empty = clientAnswered(() => new Response("", { status: 401 }));
    await expect(empty.call(setSubscription, widgets)).rejects.toMatchObject({ name: "AuthenticationError" });
    const headers = { "content-type": "text/html", "retry-after": "7" };
    const slow = clientAnswered(() => new Response("<p>Slow down", { status: 429, headers }));
    await expect(slow.call(setSubscription, widgets)).rejects.toMatchObject({ name: "RateLimitError" });
    const wall = clientAnswered(() => new Response("<p>No", { status: 403, headers: { "content-type": "text/html" } }));
    await expect(wall.call(setSubscription, widgets)).rejects.toMatchObject({ name: "ResponseError" });
  });

  test("no message repeats the token or a secret of the input, wherever the service does", async () => {
    const errors = [{ field: "ghp_x1234", code: "ghp_x1234", message: "hunter2secret is too short" }];
    const said = {
      message: "value hunter2secret is bad\u001b[31m\n::set-output",
      errors,
      documentation_url: "ghp_x1234",
    };
    const { call } = clientAnswered(() => json(said, 422), { credentials: "ghp_x1234" });
    const config = { url: "https://x.y", secret: "hunter2secret" };
    const error = await call(createRepositoryHook, { ...widgets, config }).catch((caught: unknown) => caught);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/hunter2|ghp_x|\\u001b|\\n::/);
  });

  test("thousands of complaints are told by the first of them", async () => {
    const errors = Array.from({ length: 5000 }, (_, index) => ({ field: `f${index}`, code: "invalid" }));
    const { call } = clientAnswered(() => json({ message: "Validation Failed", errors }, 422));
    const error = await call(setSubscription, widgets).catch((caught: unknown) => caught);
    expect(String(error)).toContain("f4: invalid; and 4995 more");
    expect(error).toMatchObject({ fields: { length: 5000 } });
  });

  test("a success that the contract doesn't list is named as one", async () => {
    const { call } = clientAnswered(() => json({}, 200));
    await expect(call(starRepository, widgets)).rejects.toThrow("204 is expected");
  });

  test("a message is no longer than a person reads", async () => {
    const error = await refused(422, "x".repeat(3_000_000)).call(setSubscription, widgets).catch(String);
    expect(String(error).length).toBeLessThan(700);
  });

  test("guards know each class", async () => {
    const error = await refused(403, "No")
      .call(setSubscription, widgets)
      .catch((caught: unknown) => caught);
    expect([isForgeError(error), isPermissionError(error), isNotFoundError(error)]).toEqual([true, true, false]);
  });

  test("no message holds the token, even where the service repeats it", async () => {
    for (const status of [301, 401, 403, 404, 422, 500]) {
      const error = await refused(status, "No to Bearer ghp_x").call(setSubscription, widgets).catch(String);
      expect(error).not.toContain("ghp_x");
    }
  });
});

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

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createVirtualClock } from "../../../../../test/clock/virtual-clock.ts";
import { putOrganizationActionsSecret } from "../../contract/organization/actions-secrets.ts";
import { createBudget } from "../../contract/organization/budgets.ts";
import { updateIssueField } from "../../contract/organization/issue-fields.ts";
import { setSecurityProduct } from "../../contract/organization/security-products.ts";
import {
  putOrganizationUpdaterSecret,
  setOrganizationUpdaterSecretRepositories,
} from "../../contract/organization/updater-secrets.ts";
import { getContents, putContents } from "../../contract/repository/contents.ts";
import { createRepositoryHook, updateRepositoryHook } from "../../contract/repository/hooks.ts";
import { addIssueFieldValues } from "../../contract/repository/issue-field-values.ts";
import { getSubscription, setSubscription } from "../../contract/repository/watching.ts";
import { checkStar } from "../../contract/user/starring.ts";
import { DIALECTS } from "../../dialect/dialects.ts";
import { type ClientOptions, createClient } from "../client.ts";
import { loadLeanParts as loadFailures } from "../load-lean-parts.ts";
import { jsonResponse, mockClient, subscription, widgets } from "../mock-client.fixture.ts";
import { createServiceClock } from "../service-clock.ts";
import { encodeRequest } from "./encode-request.ts";
import { untypedOperation } from "./untyped-operation.ts";

test("encodes a file of several megabytes", async () => {
  const { call, requests } = mockClient(() => jsonResponse({ content: null, commit: {} }, 201));
  const content = Buffer.alloc(6_000_000, 7).toString("base64");
  await call(putContents, {
    ...widgets,
    path: "x",
    message: "m",
    content: `${content.slice(0, 60)}\n${content.slice(60)}`,
  });
  expect(String(requests()[0]?.body).length).toBeGreaterThan(8_000_000);
});

test.each([
  ["github", "dependabot_alerts"],
  ["svc", "updater_alerts"],
] as const)("translates path values for %s", async (dialect, wireValue) => {
  const { call, requests } = mockClient(() => new Response(null, { status: 204 }), { dialect });
  const input = { org: "updater_alerts", enablement: "enable_all" } as const;
  await call(setSecurityProduct, { ...input, security_product: "updater_alerts" });
  await call(setSecurityProduct, { ...input, security_product: "secret_scanning" });
  // @ts-expect-error
  const wrong = call(setSecurityProduct, { ...input, security_product: "dependabot_alerts" });
  await expect(wrong).rejects.toThrow("security_product");
  expect(requests().map(({ url }) => url)).toEqual([
    `https://forge.test/api/v3/orgs/updater_alerts/${wireValue}/enable_all`,
    "https://forge.test/api/v3/orgs/updater_alerts/secret_scanning/enable_all",
  ]);
});

test.each(["github", "svc"] as const)("sends ids as strings only where %s refuses integers", async (dialect) => {
  const { call, requests } = mockClient(() => new Response("{}", { status: 201 }), { dialect });
  const secret = { org: "acme", secret_name: "DEPLOY_KEY" };
  const selected_repository_ids = [1, 296_269];
  const value = { encrypted_value: "c2VjcmV0", key_id: "1", visibility: "selected" } as const;
  await call(putOrganizationUpdaterSecret, { ...secret, ...value, selected_repository_ids });
  await call(putOrganizationActionsSecret, { ...secret, ...value, selected_repository_ids });
  const { call: callSet, requests: setRequests } = mockClient(() => new Response(null, { status: 204 }), { dialect });
  await callSet(setOrganizationUpdaterSecretRepositories, { ...secret, selected_repository_ids });
  const sent = [...requests(), ...setRequests()].map(({ body }) => JSON.parse(String(body)).selected_repository_ids);
  expect(sent).toEqual([
    ["1", "296269"],
    [1, 296_269],
    [1, 296_269],
  ]);
});

test("calls of ever new paths without a contract don't fill the memory", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage: () => void = runInNewContext("gc");
  const target = {
    root: "https://forge.test",
    dialect: DIALECTS.github,
    edition: undefined,
    serviceClock: createServiceClock(createVirtualClock()),
    loadFailures,
  };
  const usedMemory = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  let before = 0;
  for (let number = 0; number < 3000; number++) {
    if (number === 1000) before = usedMemory();
    const route = `GET /${"long-name".repeat(300)}/${number}`;
    const { url } = await encodeRequest(untypedOperation(route, {}), {}, target, {});
    expect(url.pathname).toHaveLength(route.length - "GET ".length);
  }
  expect(usedMemory() - before).toBeLessThan(2_000_000);
});

test("no path value changes the path or adds a query", async () => {
  const hostileText = fc.string({ unit: fc.constantFrom(..."./\\%2eEfF?#@:;&=\t\r\n\0 é\u2024\uff0e"), maxLength: 8 });
  const value = fc.oneof({ weight: 3, arbitrary: hostileText }, fc.string({ unit: "binary" }), fc.string());
  await fc.assert(
    fc.asyncProperty(value, value, async (owner, repo) => {
      const { call, requests } = mockClient(() => new Response(null, { status: 204 }));
      const end = await call(checkStar, { owner, repo }).catch((error: unknown) => error);
      if ([owner, repo].some((text) => ["", ".", ".."].includes(text) || !text.isWellFormed())) {
        expect(end).toMatchObject({ name: "InputError" });
        expect(requests()).toEqual([]);
        return;
      }
      const urls = requests().map(({ url }) => new URL(url));
      expect(urls.map(({ origin, search, hash }) => [origin, search, hash])).toEqual([["https://forge.test", "", ""]]);
      const segments = urls.flatMap(({ pathname }) => pathname.split("/"));
      expect(segments.map(decodeURIComponent)).toEqual(["", "api", "v3", "user", "starred", owner, repo]);
    }),
  );
});

const FIELD_OPTION = { name: "high", color: "red", priority: 1 } as const;

describe("the client rejects before sending", () => {
  const cases: [title: string, run: (client: ReturnType<typeof mockClient>) => Promise<unknown>, message: string][] = [
    [
      "an empty segment",
      ({ call }) => call(getContents, { ...widgets, path: "src//x" }),
      "path must not start or end with a slash",
    ],
    ["a path traversal", ({ call }) => call(getContents, { ...widgets, path: "src/../x" }), 'path must not be ".."'],
    [
      "invalid base64",
      ({ call }) => call(putContents, { ...widgets, path: "x", message: "m", content: "no base64!" }),
      "content must be standard base64",
    ],
    [
      "inconsistent values",
      ({ call }) =>
        call(createBudget, { org: "acme", budget_scope: "multi_user_customer", budget_product_sku: "actions" }),
      "budget_product_sku must be ai_credits or premium_requests",
    ],
    [
      "a class instance, whose inherited fields JSON would omit",
      ({ call }) => {
        const committer: { name: string; email: string } = Object.create({ name: "a", email: "b" });
        return call(putContents, { ...widgets, path: "x", message: "m", content: "", committer });
      },
      "committer must be a plain object",
    ],
    [
      "an invalid array item in a union",
      ({ call }) =>
        call(addIssueFieldValues, {
          ...widgets,
          issue_number: 1,
          // @ts-expect-error
          issue_field_values: [{ field_id: 1, value: [1] }],
        }),
      "issue_field_values.0.value.0 must be a string",
    ],
    [
      "a misspelled nested field",
      // @ts-expect-error
      ({ call }) => call(createRepositoryHook, { ...widgets, config: { url: "https://x.y", Secret: "s" } }),
      "config.Secret is not a known field; it has url, content_type, secret, insecure_ssl.",
    ],
    [
      "a misspelled field of an array item",
      ({ call }) =>
        // @ts-expect-error
        call(updateIssueField, { org: "acme", issue_field_id: 1, options: [{ ...FIELD_OPTION, Priority: 1 }] }),
      "options.0.Priority is not a known field; it has id, name, description, color, priority.",
    ],
    [
      "a misspelled field of an object whose fields are all optional",
      // @ts-expect-error
      ({ call }) => call(updateRepositoryHook, { ...widgets, hook_id: 1, config: { urll: "https://x.y" } }),
      "config.urll is not a known field; it has url, content_type, secret, insecure_ssl.",
    ],
    [
      "a missing nested field",
      // @ts-expect-error
      ({ call }) => call(createRepositoryHook, { ...widgets, config: {} }),
      "config.url is missing: must be a string",
    ],
    [
      "a path value that is not a string",
      // @ts-expect-error
      ({ call }) => call(checkStar, { owner: ["acme"], repo: "x" }),
      "owner must be a string",
    ],
    [
      "a value that matches no member of a union",
      // @ts-expect-error
      ({ call }) => call(createRepositoryHook, { ...widgets, config: { url: "https://x.y", insecure_ssl: true } }),
      "config.insecure_ssl must be a string or a number",
    ],
    ["an empty path value", ({ call }) => call(checkStar, { owner: "", repo: "x" }), "owner must not be empty"],
    ["a dotted path value", ({ call }) => call(checkStar, { owner: "..", repo: "x" }), 'owner must not be ".."'],
    [
      "a wrong type (also a compile error)",
      // @ts-expect-error
      ({ call }) => call(setSubscription, { ...widgets, subscribed: "yes" }),
      "subscribed must be",
    ],
    [
      "a lone surrogate",
      ({ call }) => call(checkStar, { owner: "\ud800", repo: "x" }),
      "owner must be well-formed Unicode",
    ],
    [
      "an unknown field (also a compile error)",
      // @ts-expect-error
      ({ call }) => call(setSubscription, { ...widgets, subscribd: true }),
      "subscribd is not a field of this operation; it has owner, repo, subscribed, ignored",
    ],
    [
      "inconsistent fields",
      ({ call }) =>
        call(putOrganizationUpdaterSecret, {
          org: "acme",
          secret_name: "KEY",
          visibility: "all",
          selected_repository_ids: [1],
        }),
      'selected_repository_ids is allowed only when visibility is "selected"',
    ],
  ];
  for (const [title, run, message] of cases) {
    test(title, async () => {
      const client = mockClient(() => jsonResponse({}));
      await expect(run(client)).rejects.toMatchObject({
        name: "InputError",
        message: expect.stringContaining(message),
      });
      expect(client.requests()).toEqual([]);
    });
  }

  test("a token kind that the operation does not accept", async () => {
    const { call, requests } = mockClient(() => jsonResponse(subscription), { credentials: "github_pat_x" });
    await expect(call(getSubscription, widgets)).rejects.toMatchObject({
      name: "PermissionError",
      message:
        "GET /repos/{owner}/{repo}/subscription: This call is not possible with a fine-grained token. Use a classic token or an OAuth token with the scope notifications and the scope repo (for private repositories), or the scope repo.",
    });
    expect(requests()).toEqual([]);
  });

  test("invalid client options", () => {
    const createWith = (options: Partial<ClientOptions>) => () =>
      createClient({ baseUrl: "https://forge.test", ...options });
    expect(createWith({ baseUrl: "forge.test" })).toThrow("is not an http or https URL");
    expect(createWith({ baseUrl: "https://forge.test/?a=b" })).toThrow("has a query or a fragment");
    expect(createWith({ baseUrl: "https://user:secret@forge.test" })).toThrow("Pass the token as credentials instead.");
    for (const baseUrl of [
      "https://forge.test/?access_token=hunter2",
      "https://me:hunter2@[",
      "ftp://hunter2@x/#hunter2",
    ]) {
      expect(createWith({ baseUrl })).toThrow(/^(?!.*hunter2).*root of the API/);
    }
    expect(createWith({ credentials: "ghp_x\n" })).toThrow("line breaks");
    expect(createWith({ dialect: JSON.parse('"gitlab"') })).toThrow("dialect must be one of github, svc");
  });
});

import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { definitionOf } from "../contract/definition-of.ts";
import { EDITIONS } from "../contract/edition.ts";
import { EVENT_NAMES } from "../contract/events/index.ts";
import * as catalogue from "../contract/index.ts";
import { API_VERSIONS } from "../contract/version.ts";
import { DIALECTS } from "../dialect/dialects.ts";
import { wireEvent } from "../dialect/event-name.ts";
import { AREAS } from "./areas.ts";
import { type OpenApiOptions, openApiDocument } from "./document.ts";
import { namedSchemas } from "./objects.ts";

const DocumentSchema = z.looseObject({
  info: z.looseObject({ version: z.string(), description: z.string() }),
  servers: z.array(z.looseObject({ url: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() }))),
  webhooks: z.record(z.string(), z.strictObject({ post: z.looseObject({ operationId: z.string() }) })),
  components: z.looseObject({
    schemas: z.record(z.string(), z.unknown()),
    parameters: z.record(z.string(), z.unknown()),
    responses: z.record(z.string(), z.unknown()),
  }),
});

function read(options: OpenApiOptions) {
  const text = JSON.stringify(openApiDocument(options));
  return { text, ...z.parse(DocumentSchema, JSON.parse(text)) };
}

const github = read({ dialect: "github" });
const svc = read({ dialect: "svc" });

const operationsIn = ({ paths }: z.output<typeof DocumentSchema>) =>
  Object.values(paths).flatMap((path) => Object.values(path));

type Module = Readonly<Record<string, unknown>>;
const areaFiles = import.meta.glob<Module>("../contract/areas/*.ts", { eager: true });
const objectFiles = import.meta.glob<Module>(["../contract/objects/*.ts", "../contract/events/parts/*.ts"], {
  eager: true,
});

// Lint rules about statuses are skipped: the contract lists error statuses only where GitHub's documentation does, and
// a download responds with a redirect.
const SKIPPED_LINT_RULES = ["operation-4xx-response", "operation-2xx-response"];
// GitHub's own paths in which a literal segment takes precedence over a placeholder: `{ruleset_id}/history` and
// `rule-suites/{rule_suite_id}` have the same shape.
const AMBIGUOUS_PATHS: readonly (readonly [shared: string, literal: string, placeholder: string])[] = [
  ["/orgs/{org}/rulesets/", "rule-suites/{rule_suite_id}", "{ruleset_id}"],
  ["/repos/{owner}/{repo}/issues/", "comments/{comment_id}", "{issue_number}"],
  ["/repos/{owner}/{repo}/issues/", "events/{event_id}", "{issue_number}"],
  ["/repos/{owner}/{repo}/pulls/", "comments/{comment_id}", "{pull_number}"],
  ["/repos/{owner}/{repo}/releases/", "assets/{asset_id}", "{release_id}"],
  ["/repos/{owner}/{repo}/releases/", "tags/{tag}", "{release_id}"],
];

function isKnownAmbiguity(message: string): boolean {
  const paths: readonly string[] = message.match(/(?<=`)\/[^`]+(?=`)/g) ?? [];
  return AMBIGUOUS_PATHS.some(
    ([shared, literal, placeholder]) =>
      paths.includes(`${shared}${literal}`) &&
      paths.some(
        (path) => path.startsWith(`${shared}${placeholder}/`) && path.slice(shared.length).split("/").length === 2,
      ),
  );
}

const ruleset = createConfig({ extends: ["recommended"] });

describe.each(["github", "svc"] as const)("a document in the %s dialect", (dialect) => {
  test.each([undefined, ...EDITIONS])("is valid and complete for edition %s", async (edition) => {
    const document = read({ dialect, edition });
    const problems = await lintFromString({
      source: document.text,
      absoluteRef: "/openapi.json",
      config: await ruleset,
    });
    const unexpected = problems.filter(({ ruleId, message }) => {
      return !SKIPPED_LINT_RULES.includes(ruleId) && !(ruleId === "no-ambiguous-paths" && isKnownAmbiguity(message));
    });
    expect(unexpected.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);

    const expected = Object.entries(catalogue)
      .filter(([, operation]) => !edition || (definitionOf(operation).editions ?? EDITIONS).includes(edition))
      .map(([name]) => name);
    const ids = operationsIn(document).map(({ operationId }) => operationId);
    expect(ids.sort()).toEqual(expected.sort());
  });
});

test("includes every area and every named schema of the contract", () => {
  expect(Object.keys(AREAS).map((area) => `../contract/areas/${area}.ts`)).toEqual(Object.keys(areaFiles).sort());
  // Exports in lower case are parts of schemas, and those in capitals lists of values.
  const exported = Object.values(objectFiles).flatMap((file) =>
    Object.keys(file).filter((name) => /^[A-Z][a-z]/.test(name)),
  );
  expect([...namedSchemas().keys()].sort()).toEqual(exported.sort());
});

test("contains no neutral names in the github dialect and no GitHub names in the neutral one", () => {
  // Operation ids are the catalogue's names in every dialect.
  const withoutIds = github.text.replaceAll(/"operationId":"\w+"/g, "");
  expect([...new Set(withoutIds.match(/\w*(?:svc|assistant|updater)\w*/gi))]).toEqual(["svc_root"]);
  expect(svc.text.replaceAll("github.com", "").match(/\w*(?:github|ghsa|copilot|dependabot)\w*/gi)).toBeNull();
});

test("uses the dialect's names in paths, parameters and schemas", () => {
  expect(github.paths).toHaveProperty(["/repos/{owner}/{repo}/security-advisories/{ghsa_id}", "get"]);
  expect(svc.paths).toHaveProperty(["/repos/{owner}/{repo}/security-advisories/{svcsa_id}", "get"]);
  expect(github.components.parameters).toHaveProperty(["ApiVersion", "name"], "X-GitHub-Api-Version");
  expect(svc.components.parameters).toHaveProperty(["ApiVersion", "name"], "X-Svc-Api-Version");

  const identifier = (id: string, type: string) => ({
    properties: {
      [id]: { type: "string" },
      identifiers: { items: { properties: { type: { type: "string", "x-extensible-enum": ["CVE", type] } } } },
    },
    required: expect.arrayContaining([id]),
  });
  expect(github.components.schemas).toMatchObject({ Advisory: identifier("ghsa_id", "GHSA") });
  expect(svc.components.schemas).toMatchObject({ Advisory: identifier("svcsa_id", "SVCSA") });
});

test("uses the dialect's values in placeholders", () => {
  const placeholder = (value: string) => ({
    parameters: expect.arrayContaining([
      expect.objectContaining({
        name: "security_product",
        in: "path",
        required: true,
        schema: { type: "string", enum: expect.arrayContaining([value, "secret_scanning"]) },
      }),
    ]),
  });
  const path = ["/orgs/{org}/{security_product}/{enablement}", "post"];
  expect(github.paths).toHaveProperty(path, expect.objectContaining(placeholder("dependabot_alerts")));
  expect(svc.paths).toHaveProperty(path, expect.objectContaining(placeholder("updater_alerts")));
});

test("uses the dialect's names in access rules", () => {
  const accessRules = (permission: string, name: string, scope: string) => ({
    "x-access": { requirements: [[{ permission, name, level: "read" }], [{ scope }], [{ scope: "read:enterprise" }]] },
  });
  const path = (product: string) => `/enterprises/{enterprise}/${product}/metrics/reports/enterprise-28-day/latest`;
  expect(github.paths[path("copilot")]?.["get"]).toMatchObject(
    accessRules("enterprise_copilot_metrics", "Enterprise Copilot metrics", "manage_billing:copilot"),
  );
  expect(svc.paths[path("assistant")]?.["get"]).toMatchObject(
    accessRules("enterprise_assistant_metrics", "Enterprise assistant metrics", "manage_billing:assistant"),
  );
});

test("describes a list with its query, pagination and media types", () => {
  const operation = github.paths["/repos/{owner}/{repo}/stargazers"]?.["get"];
  expect(operation).toMatchObject({
    operationId: "listStargazers",
    summary: "List stargazers",
    tags: ["starring"],
    security: [{ token: [] }, {}],
    parameters: [
      { name: "owner", in: "path", required: true, schema: { type: "string" } },
      { name: "repo", in: "path", required: true, schema: { type: "string" } },
      {
        name: "per_page",
        in: "query",
        required: false,
        schema: { type: "integer", default: 30, minimum: 1, maximum: 100 },
      },
      { name: "page", in: "query", required: false, schema: { type: "integer", default: 1, minimum: 1 } },
      { $ref: "#/components/parameters/ApiVersion" },
    ],
    responses: {
      200: {
        headers: {
          Link: { $ref: "#/components/headers/Link" },
          ETag: { $ref: "#/components/headers/ETag" },
          "X-RateLimit-Remaining": { $ref: "#/components/headers/RateLimitRemaining" },
          "X-OAuth-Scopes": { $ref: "#/components/headers/OAuthScopes" },
          "X-Accepted-GitHub-Permissions": { $ref: "#/components/headers/AcceptedPermissions" },
        },
        content: {
          "application/json": { schema: { type: "array", items: { $ref: "#/components/schemas/User" } } },
          "application/vnd.github.star+json": {
            schema: { type: "array", items: { $ref: "#/components/schemas/Stargazer" } },
          },
        },
      },
      422: { $ref: "#/components/responses/ValidationFailed" },
      429: { $ref: "#/components/responses/TooManyRequests" },
    },
    "x-editions": EDITIONS,
    "x-retry": "safe",
    "x-pace": { cost: 1, createsContent: false, serial: [] },
    "x-paging": { kind: "page", parameter: "page", perPage: { default: 30, maximum: 100 } },
    "x-restricted": { from: "2026-07-01" },
  });
});

test("describes non-JSON responses and multi-segment paths", () => {
  expect(svc.paths["/repos/{owner}/{repo}/contents/{path}"]?.["get"]).toMatchObject({
    parameters: expect.arrayContaining([expect.objectContaining({ name: "path", "x-multi-segment": true })]),
    responses: {
      200: {
        content: {
          "application/vnd.svc.raw+json": { schema: { contentMediaType: "application/octet-stream" } },
          "application/vnd.svc.html+json": { schema: { contentMediaType: "text/html" } },
        },
      },
      302: { $ref: "#/components/responses/Found" },
    },
  });
  expect(svc.paths["/repos/{owner}/{repo}/actions/runs/{run_id}/logs"]?.["get"]).toMatchObject({
    responses: { 302: { headers: { Location: { required: true } } } },
  });
});

test("uses wire names in a body and its rules", () => {
  const operation = github.paths["/repos/{owner}/{repo}/actions/variables/{name}"]?.["patch"];
  expect(operation).toMatchObject({
    requestBody: { required: false, content: { "application/json": { schema: { properties: { name: {} } } } } },
    "x-rules": [{ fields: ["name"], message: expect.stringContaining("the name must not start") }],
  });
  expect(JSON.stringify(operation)).not.toContain("new_name");
});

test('describes responses that mean "not found" and responses without a body', () => {
  expect(svc.paths["/user/starred/{owner}/{repo}"]?.["get"]).toMatchObject({
    responses: {
      204: { description: expect.any(String) },
      404: { $ref: "#/components/responses/NotFound", description: expect.stringContaining("not an error") },
    },
  });
  expect(svc.paths["/repos/{owner}/{repo}/updater/secrets/{secret_name}"]?.["put"]).toMatchObject({
    responses: {
      201: { description: "Created.", content: { "application/json": { schema: { type: "object" } } } },
      204: { description: "Updated." },
    },
  });
});

test("describes big integers as integers", () => {
  expect(svc.components.schemas).toHaveProperty(["HookDelivery", "properties", "id"], {
    type: "integer",
    "x-big-integer": true,
  });
});

test("marks retired operations as deprecated with a 410 response", () => {
  expect(github.paths["/repos/{owner}/{repo}/import"]?.["get"]).toMatchObject({
    deprecated: true,
    responses: { 410: { $ref: "#/components/responses/Gone" } },
    "x-retired": "2024-04-12",
  });
});

test("describes the headers of rejected calls and of tokens that an operation accepts", () => {
  const retryAfter = { $ref: "#/components/headers/RetryAfter" };
  const rateLimitReset = { $ref: "#/components/headers/RateLimitReset" };
  for (const response of ["Forbidden", "ValidationFailed", "TooManyRequests", "Unavailable"]) {
    expect(github.components.responses).toHaveProperty(
      [response, "headers"],
      expect.objectContaining({ "Retry-After": retryAfter, "X-RateLimit-Reset": rateLimitReset }),
    );
  }
  expect(github.components.responses).toHaveProperty(
    ["NotFound", "headers"],
    expect.not.objectContaining({ "Retry-After": retryAfter }),
  );

  const headersOf = (path: string, method: string, status: string) => [path, method, "responses", status, "headers"];
  // An app's own token has neither scopes nor permissions.
  const appHeaders = headersOf("/app/hook/deliveries", "get", "200");
  expect(github.paths).toHaveProperty([...appHeaders, "X-RateLimit-Limit"]);
  for (const header of ["X-OAuth-Scopes", "X-Accepted-OAuth-Scopes", "X-Accepted-GitHub-Permissions"]) {
    expect(github.paths).not.toHaveProperty([...appHeaders, header]);
  }
  const subscription = headersOf("/repos/{owner}/{repo}/subscription", "put", "200");
  expect(svc.paths).toHaveProperty([...subscription, "X-Accepted-OAuth-Scopes"]);
  expect(svc.paths).not.toHaveProperty([...subscription, "X-Accepted-Svc-Permissions"]);
  expect(svc.paths).not.toHaveProperty([...subscription, "ETag"]);
});

describe("webhooks", () => {
  test("describe every event with each of its actions", () => {
    const wireNames = Object.values(github.webhooks).map(({ post }) => {
      const [event] = z.parse(z.array(z.looseObject({ schema: z.optional(z.unknown()) })), post["parameters"]);
      return z.parse(z.looseObject({ const: z.string() }), event?.schema).const;
    });
    expect([...new Set(wireNames)].sort()).toEqual(EVENT_NAMES.map((name) => wireEvent(DIALECTS.github, name)).sort());
    expect(Object.keys(github.webhooks)).toEqual(expect.arrayContaining(["star-created", "star-deleted", "push"]));
  });

  test("have a payload, the delivery's headers and recipients", () => {
    expect(github.webhooks["check-suite-requested"]?.post).toMatchObject({
      operationId: "check-suite-requested",
      summary: "Check suite requested",
      security: [],
      parameters: [
        { name: "X-GitHub-Event", in: "header", required: true, schema: { const: "check_suite" } },
        { $ref: "#/components/parameters/DeliveryGuid" },
        ...Array.from({ length: 6 }, () => ({ $ref: expect.stringContaining("#/components/parameters/") })),
      ],
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: {
              properties: {
                action: { const: "requested" },
                check_suite: { $ref: "#/components/schemas/CheckSuite" },
                repository: { $ref: "#/components/schemas/EventRepository" },
              },
              required: expect.arrayContaining(["action", "check_suite", "repository", "sender"]),
            },
          },
          "application/x-www-form-urlencoded": { schema: { $ref: "#/components/schemas/FormPayload" } },
        },
      },
      "x-recipients": { hooks: ["app"], permissions: ["checks"], level: "write" },
    });
    expect(svc.components.parameters).toMatchObject({
      DeliveryGuid: { name: "X-Svc-Delivery", in: "header", required: true },
      HookUserAgent: { schema: { pattern: "^Svc-Hookshot/" } },
      Signature256: { name: "X-Hub-Signature-256", required: false },
    });
  });
});

test("uses the servers of the edition, and the version that responses have without a header", () => {
  const selfHosted = read({ dialect: "github", edition: "self-hosted" });
  expect(selfHosted.servers.map(({ url }) => url)).toEqual(["https://{host}/api/v3"]);
  expect(github.servers.map(({ url }) => url)).toEqual(["https://api.github.com", "https://{host}/api/v3"]);
  for (const { components, info } of [selfHosted, github]) {
    expect(components.parameters).toMatchObject({
      ApiVersion: { in: "header", required: false, schema: { enum: API_VERSIONS, default: "2022-11-28" } },
    });
    expect(info).toMatchObject({
      version: "2026-03-10",
      description: expect.stringContaining("API versions: 2022-11-28, 2026-03-10; responses to requests without"),
    });
  }
  const template = "/orgs/{org}/actions/oidc/customization/sub";
  expect(selfHosted.paths[template]?.["get"]).toMatchObject({ "x-versions": { "self-hosted": "2022-11-28" } });
});

test("limits every page size", () => {
  const pageSizes = operationsIn(github).flatMap((operation) =>
    z
      .parse(z.array(z.looseObject({ name: z.optional(z.string()) })), operation["parameters"])
      .filter(({ name }) => name === "per_page"),
  );
  const limits = z.looseObject({ minimum: z.literal(1), maximum: z.int() });
  const maxima = pageSizes.map(({ schema }) => z.parse(limits, schema).maximum);
  expect(new Set(maxima)).toEqual(new Set([10, 30, 50, 100, 250, 300]));
});

test("ids are strings where the service refuses integers", () => {
  const selectionOf = (path: string) => JSON.stringify(github.paths[path]?.["put"]?.["requestBody"]);
  const strings = '"selected_repository_ids":{"type":"array","items":{"type":"string"}}';
  expect(selectionOf("/orgs/{org}/dependabot/secrets/{secret_name}")).toContain(strings);
  for (const path of ["actions/secrets/{secret_name}", "dependabot/secrets/{secret_name}/repositories"]) {
    expect(selectionOf(`/orgs/{org}/${path}`)).not.toContain(strings);
  }
});

test("names the server of uploads, whose body is a file", () => {
  const { paths } = read({ dialect: "github" });
  expect(paths["/repos/{owner}/{repo}/releases/{release_id}/assets"]).toMatchObject({
    post: {
      servers: [{ url: "https://uploads.github.com" }, { url: "https://{host}/api/uploads" }],
      requestBody: { required: true, content: { "*/*": { schema: { type: "string", format: "binary" } } } },
    },
  });
});

import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { definitionOf } from "../contract/defined.ts";
import { EDITIONS } from "../contract/edition.ts";
import * as catalogue from "../contract/index.ts";
import { AREAS } from "./areas.ts";
import { type Asked, openApiDocument } from "./document.ts";
import { namedSchemas } from "./objects.ts";

const Doc = z.looseObject({
  servers: z.array(z.looseObject({ url: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() }))),
  components: z.looseObject({
    schemas: z.record(z.string(), z.unknown()),
    parameters: z.record(z.string(), z.unknown()),
  }),
});

function read(asked: Asked) {
  const text = JSON.stringify(openApiDocument(asked));
  return { text, ...z.parse(Doc, JSON.parse(text)) };
}

const github = read({ dialect: "github" });
const svc = read({ dialect: "svc" });

const operationsIn = ({ paths }: z.output<typeof Doc>) => Object.values(paths).flatMap((path) => Object.values(path));

type Module = Readonly<Record<string, unknown>>;
const areaFiles = import.meta.glob<Module>("../contract/areas/*.ts", { eager: true });
const objectFiles = import.meta.glob<Module>("../contract/objects/*.ts", { eager: true });

// Statuses are the contract's: it lists refusals only where the documents do, and a download answers with a redirect.
const OF_STATUSES = ["operation-4xx-response", "operation-2xx-response"];
// The service has a ruleset's history beside rule suites: what is written out counts before a placeholder.
const AMBIGUOUS =
  "Found two ambiguous paths: `/orgs/{org}/rulesets/rule-suites/{rule_suite_id}` and `/orgs/{org}/rulesets/{ruleset_id}/history`.";
const ruleset = createConfig({ extends: ["recommended"] });

describe.each(["github", "svc"] as const)("in the names of %s", (dialect) => {
  test.each([undefined, ...EDITIONS])("edition %s is valid and whole", async (edition) => {
    const document = read({ dialect, edition });
    const problems = await lintFromString({
      source: document.text,
      absoluteRef: "/openapi.json",
      config: await ruleset,
    });
    const others = problems.filter(({ ruleId, message }) => {
      return !OF_STATUSES.includes(ruleId) && !(ruleId === "no-ambiguous-paths" && message.endsWith(AMBIGUOUS));
    });
    expect(others.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);

    const expected = Object.entries(catalogue)
      .filter(([, operation]) => !edition || (definitionOf(operation).editions ?? EDITIONS).includes(edition))
      .map(([name]) => name);
    const ids = operationsIn(document).map(({ operationId }) => operationId);
    expect(ids.sort()).toEqual(expected.sort());
  });
});

test("every area and every named schema of the contract is known here", () => {
  expect(Object.keys(AREAS).map((area) => `../contract/areas/${area}.ts`)).toEqual(Object.keys(areaFiles).sort());
  // What only others are made of has no capital.
  const exported = Object.values(objectFiles).flatMap((file) =>
    Object.keys(file).filter((name) => /^[A-Z]/.test(name)),
  );
  expect([...namedSchemas().keys()].sort()).toEqual(exported.sort());
});

test("no neutral word is left in the vendor's document, and no vendor's word in the neutral one", () => {
  // The ids of operations are the catalogue's names in every dialect.
  const withoutIds = github.text.replaceAll(/"operationId":"\w+"/g, "");
  expect([...new Set(withoutIds.match(/\w*(?:svc|assistant|updater)\w*/gi))]).toEqual(["svc_root"]);
  expect(svc.text.replaceAll("github.com", "").match(/\w*(?:github|ghsa|copilot|dependabot)\w*/gi)).toBeNull();
});

test("paths, parameters and schemas carry the dialect's names", () => {
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

test("a placeholder has the dialect's words", () => {
  const placeholder = (word: string) => ({
    parameters: expect.arrayContaining([
      expect.objectContaining({
        ...{ name: "security_product", in: "path", required: true },
        schema: { type: "string", enum: expect.arrayContaining([word, "secret_scanning"]) },
      }),
    ]),
  });
  const path = ["/orgs/{org}/{security_product}/{enablement}", "post"];
  expect(github.paths).toHaveProperty(path, expect.objectContaining(placeholder("dependabot_alerts")));
  expect(svc.paths).toHaveProperty(path, expect.objectContaining(placeholder("updater_alerts")));
});

test("access is told in the vendor's words", () => {
  const needs = (permission: string, name: string, scope: string) => ({
    "x-access": { needs: [[{ permission, name, level: "read" }], [{ scope }], [{ scope: "read:enterprise" }]] },
  });
  const path = (word: string) => `/enterprises/{enterprise}/${word}/metrics/reports/enterprise-28-day/latest`;
  expect(github.paths[path("copilot")]?.["get"]).toMatchObject(
    needs("enterprise_copilot_metrics", "Enterprise Copilot metrics", "manage_billing:copilot"),
  );
  expect(svc.paths[path("assistant")]?.["get"]).toMatchObject(
    needs("enterprise_assistant_metrics", "Enterprise assistant metrics", "manage_billing:assistant"),
  );
});

test("a list has its query, its pages and its media types", () => {
  const operation = github.paths["/repos/{owner}/{repo}/stargazers"]?.["get"];
  expect(operation).toMatchObject({
    operationId: "listStargazers",
    summary: "List stargazers",
    tags: ["starring"],
    security: [{ token: [] }, {}],
    parameters: [
      { name: "owner", in: "path", required: true, schema: { type: "string" } },
      { name: "repo", in: "path", required: true, schema: { type: "string" } },
      { name: "per_page", in: "query", required: false, schema: { type: "integer", default: 30 } },
      { name: "page", in: "query", required: false, schema: { type: "integer", default: 1, minimum: 1 } },
      { $ref: "#/components/parameters/ApiVersion" },
    ],
    responses: {
      200: {
        headers: { Link: { $ref: "#/components/headers/Link" } },
        content: {
          "application/json": { schema: { type: "array", items: { $ref: "#/components/schemas/User" } } },
          "application/vnd.github.star+json": {
            schema: { type: "array", items: { $ref: "#/components/schemas/Stargazer" } },
          },
        },
      },
      422: { $ref: "#/components/responses/ValidationFailed" },
    },
    "x-editions": EDITIONS,
    "x-retry": "safe",
    "x-pace": { cost: 1, createsContent: false, serial: [] },
    "x-paging": { kind: "page", parameter: "page", perPage: { default: 30, maximum: 100 } },
    "x-restricted": { from: "2026-07-01" },
  });
});

test("answers that are no JSON, and a path of several segments", () => {
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

test("a body goes by its names on the wire, and so do the rules", () => {
  const operation = github.paths["/repos/{owner}/{repo}/actions/variables/{name}"]?.["patch"];
  expect(operation).toMatchObject({
    requestBody: { required: false, content: { "application/json": { schema: { properties: { name: {} } } } } },
    "x-rules": [{ fields: ["name"], message: expect.stringContaining("a name may not begin") }],
  });
  expect(JSON.stringify(operation)).not.toContain("new_name");
});

test("an answer that there is none, and answers without a body", () => {
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

test("integers past 2^53 are integers, as they travel", () => {
  expect(svc.components.schemas).toHaveProperty(["Delivery", "properties", "id"], { type: "integer", "x-exact": true });
});

test("what is retired is deprecated, and answers 410", () => {
  expect(github.paths["/repos/{owner}/{repo}/import"]?.["get"]).toMatchObject({
    deprecated: true,
    responses: { 410: { $ref: "#/components/responses/Gone" } },
    "x-retired": "2024-04-12",
  });
});

test("an edition has its own roots, and its own version where the contract says so", () => {
  const selfHosted = read({ dialect: "github", edition: "self-hosted" });
  expect(selfHosted.servers.map(({ url }) => url)).toEqual(["https://{host}/api/v3"]);
  expect(github.servers.map(({ url }) => url)).toEqual(["https://api.github.com", "https://{host}/api/v3"]);
  const template = "/orgs/{org}/actions/oidc/customization/sub";
  expect(selfHosted.paths[template]?.["get"]).toMatchObject({
    parameters: [{ name: "org" }, { name: "X-GitHub-Api-Version", in: "header", schema: { default: "2022-11-28" } }],
    "x-versions": { "self-hosted": "2022-11-28" },
  });
});

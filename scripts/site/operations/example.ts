import { isVerbatim } from "../../../packages/core/src/contract/definition.ts";
import { placeholdersOf } from "../../../packages/core/src/contract/placeholders.ts";
import type { JsonSchema, Schemas } from "../../../packages/core/src/openapi/schemas.ts";
import { isJsonSchema } from "./describe-schema.ts";
import type { OperationEntry } from "./operation-entries.ts";

/** Sample values by field name, used wherever they match the field's schema. */
const SAMPLE_VALUES: Readonly<Record<string, unknown>> = {
  owner: "acme",
  repo: "widgets",
  org: "acme",
  enterprise: "acme-group",
  enterprise_team: "ent:platform",
  team_slug: "reviewers",
  username: "bob",
  user: "bob",
  assignee: "bob",
  author: "bob",
  path: "README.md",
  secret_name: "DEPLOY_KEY",
  environment_name: "production",
  custom_property_name: "tier",
  svcsa_id: "SVCSA-2026-0001",
  delivery_id: "3004005006",
  issue_number: 7,
  pull_number: 7,
  name: "STAGE",
  value: "blue",
  message: "Add a description",
  content: "IyBXaWRnZXRz",
  sha: "3d21ec53a331a6f037a91c368710b99387d012c1",
  encrypted_value: "c2VhbGVkIGZvciB0aGUgcHVibGljIGtleQ==",
  key_id: "568250167242549743",
  day: "2026-11-01",
  expires_at: "2026-12-24T12:00:00Z",
  announcement: "Maintenance on Sunday",
  description: "Material of the product",
  summary: "A request can name a file outside the folder",
  title: "Payments",
  color: "purple",
  runner: "builder",
  vcs_url: "https://code.parts.example/widgets.git",
  url: "https://hooks.acme.example/github",
  reviewers: ["carol"],
  team_reviewers: ["reviewers"],
  labels: ["gpu"],
  selected_usernames: ["bob"],
  selected_teams: ["reviewers"],
  selected_repository_names: ["widgets"],
  repositories: ["widgets"],
  repository_names: ["widgets"],
  include_claim_keys: ["repo", "context"],
  q: "is:open review-requested:bob",
};

const SEALED_VALUE = { encrypted_value: SAMPLE_VALUES["encrypted_value"], key_id: SAMPLE_VALUES["key_id"] };

/** Input of examples in addition to, or instead of, the sample values. */
const EXTRA_INPUT: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  addSpaceCollaborator: { actor_identifier: "bob" },
  createBudget: {
    budget_amount: 200,
    budget_scope: "organization",
    budget_entity_name: "acme",
    budget_type: "ProductPricing",
    budget_product_sku: "actions",
    prevent_further_usage: true,
    budget_alerting: { will_alert: true, alert_recipients: ["alice"] },
  },
  createCodeSecurityConfiguration: { name: "Strict", description: "For production services" },
  createCustomPatterns: { patterns: [{ name: "Order number", pattern: "ACME-[0-9]{8}" }] },
  createEnterpriseRunnerGroup: { name: "builders" },
  createGpgKey: { name: "work", armored_public_key: "-----BEGIN PGP PUBLIC KEY BLOCK-----\n…" },
  createHostedRunner: { name: "builder", image: { id: "ubuntu-24.04", source: "svc" }, size: "4-core" },
  createIssueField: { name: "Customer", data_type: "text" },
  createJitRunner: { name: "builder-7", runner_group_id: 1, labels: ["gpu"] },
  createOrganizationHook: { name: "web", events: ["push"], active: true },
  createRepositoryHook: { events: ["push", "pull_request"], active: true },
  createPullRequest: { title: "Round the corners", head: "round-corners", base: "main" },
  createRef: { ref: "refs/heads/round-corners" },
  createReview: { event: "COMMENT", body: "Why is this called twice?" },
  createRuleset: {
    name: "main",
    enforcement: "active",
    conditions: { ref_name: { include: ["~DEFAULT_BRANCH"], exclude: [] }, repository_name: { include: ["~ALL"] } },
    rules: [{ type: "deletion" }],
  },
  createRunnerGroup: { name: "builders", visibility: "all" },
  detachCodeSecurityConfigurations: { selected_repository_ids: [42] },
  setForkApproval: { approval_policy: "first_time_contributors" },
  setRepositorySubjectTemplate: { use_default: false, include_claim_keys: ["repo", "context"] },
  setSelectedActions: { svc_owned_allowed: true, verified_allowed: false, patterns_allowed: ["acme/*"] },
  setSpaceCollaboratorRole: { actor_identifier: "bob", role: "writer" },
  putEnvironment: {
    wait_timer: 30,
    reviewers: [{ type: "Team", id: 42 }],
    deployment_branch_policy: { protected_branches: true, custom_branch_policies: false },
  },
  putOrganizationActionsSecret: SEALED_VALUE,
  putOrganizationCodespacesSecret: SEALED_VALUE,
  putOrganizationUpdaterSecret: SEALED_VALUE,
  putUserCodespacesSecret: SEALED_VALUE,
  removeSpaceCollaborator: { actor_identifier: "bob" },
  updateAppHookConfig: { url: "https://hooks.example/app" },
  updateBudget: { budget_amount: 300 },
  updateCodeSecurityConfiguration: { name: "Strict" },
  updateCustomPattern: { custom_pattern_version: "0ujsswThIGTUYm2K8FjOOfXtY1K", pattern: "ACME-[0-9]{8}" },
  updateEnterpriseRunnerGroup: { name: "builders" },
  updateEnvironmentVariable: { value: "green" },
  updateHostedRunner: { maximum_runners: 10 },
  updateImport: { vcs_username: "bob" },
  updateImportAuthor: { email: "bob@acme.example", name: "Bob" },
  updateIssueField: { description: "Customer who requested it" },
  updateOrganization: { description: "Widgets and gears" },
  updateOrganizationAgentsVariable: { value: "green" },
  updateOrganizationHook: { events: ["push"], active: false },
  updateOrganizationHookConfig: { url: "https://hooks.example/acme" },
  updateOrganizationVariable: { value: "green" },
  updateRepository: { description: "Widgets", has_wiki: false },
  updateRepositoryAgentsVariable: { value: "green" },
  updateRepositoryHook: { active: false },
  updateRepositoryHookConfig: { url: "https://hooks.example/widgets" },
  updateRepositoryVariable: { value: "green" },
  updateRuleset: { enforcement: "evaluate" },
  updateRunnerGroup: { name: "builders" },
  uploadReleaseAsset: { name: "widgets.txt", content_type: "text/plain", data: Uint8Array.of(79, 107) },
};

/**
 * Returns the input of an operation's example: all required fields, or one optional field of the body if none is
 * required.
 */
export function exampleInput(
  { name, operation, definition }: OperationEntry,
  schemas: Schemas,
): Readonly<Record<string, unknown>> {
  const path = definition.path ? schemas.of(definition.path).properties : undefined;
  const input: Record<string, unknown> = {};
  for (const placeholder of placeholdersOf(operation.path)) {
    const schema = path?.[placeholder];
    input[placeholder] = sampleOf(placeholder, isJsonSchema(schema) ? schema : { type: "string" });
  }
  for (const part of [definition.query, definition.body]) {
    if (!part) continue;
    const { properties = {}, required = [] } = schemas.of(part);
    const optional = part === definition.body && required.length === 0 ? Object.keys(properties).slice(0, 1) : [];
    for (const field of Object.hasOwn(EXTRA_INPUT, name) ? required : [...required, ...optional]) {
      const schema = properties[field];
      if (isJsonSchema(schema) && !Object.hasOwn(input, field)) input[field] = sampleOf(field, schema);
    }
  }
  return { ...input, ...EXTRA_INPUT[name] };
}

function sampleOf(field: string, schema: JsonSchema): unknown {
  const sample = SAMPLE_VALUES[field];
  return sample !== undefined && matchesSchema(sample, schema) ? sample : generateValue(field, schema);
}

/** Returns whether a value has the right kind. A test validates the complete input against the contract. */
function matchesSchema(value: unknown, schema: JsonSchema): boolean {
  if (schema.enum) return schema.enum.some((allowed) => allowed === value);
  if (schema["x-big-integer"] === true) return typeof value === "string";
  const type = Array.isArray(value) ? "array" : Number.isInteger(value) ? "integer" : typeof value;
  return [schema.type ?? type].flat().some((allowedType) => allowedType === type);
}

function generateValue(field: string, schema: JsonSchema): unknown {
  const [option] = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  if (isJsonSchema(option)) return sampleOf(field, option);
  if ("const" in schema) return schema.const;
  const [enumValue] = schema.enum ?? [];
  if (enumValue !== undefined) return enumValue;
  if (schema["x-big-integer"] === true) return "42";
  const [type] = [schema.type ?? "string"].flat();
  if (type === "integer" || type === "number") return Math.max(42, schema.minimum ?? 42);
  if (type === "boolean") return true;
  if (type === "array") return isJsonSchema(schema.items) ? [sampleOf(singular(field), schema.items)] : [];
  if (type === "object") return generateObject(schema);
  if (schema.format === "date-time") return "2026-11-01T00:00:00Z";
  return schema.format === "date" ? "2026-11-01" : field.replaceAll("_", "-");
}

function generateObject({ properties = {}, required = [], additionalProperties }: JsonSchema): unknown {
  const fields = required.length > 0 ? required : Object.keys(properties).slice(0, 1);
  const entries = fields.flatMap((field): [string, unknown][] => {
    const schema = properties[field];
    return isJsonSchema(schema) ? [[field, sampleOf(field, schema)]] : [];
  });
  if (entries.length === 0 && isJsonSchema(additionalProperties))
    return { tier: sampleOf("value", additionalProperties) };
  return Object.fromEntries(entries);
}

const singular = (field: string) => field.replace(/ies$/, "y").replace(/s$/, "");

/** Import and statement of an example. */
export interface Example {
  readonly imports: string;
  readonly statement: string;
}

/** Returns an example call of an operation. */
export function exampleOf(entry: OperationEntry, schemas: Schemas): Example {
  const { name, area, definition } = entry;
  const input = exampleInput(entry, schemas);
  const callArguments = Object.keys(input).length === 0 ? "" : `, ${formatLiteral(input, "")}`;
  const imports = `import { ${name} } from "@forgehand/core/operations/${area}";`;
  const call = `await call(${name}${callArguments})`;
  if (definition.paging) {
    return { imports, statement: `for await (const item of items(${name}${callArguments})) console.log(item);` };
  }
  const responses = [...Object.values(definition.success), ...Object.values(definition.absent ?? {})];
  const hasNoContent = responses.every((response) => response === undefined);
  const returnsUrl = responses.some((response) => isVerbatim(response) && response.verbatim === "location");
  return { imports, statement: hasNoContent ? `${call};` : `const ${returnsUrl ? "url" : "result"} = ${call};` };
}

/** Maximum length of a line in an example. */
const MAX_LINE_WIDTH = 76;

/** Formats a value as source code. */
function formatLiteral(value: unknown, indent: string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (value instanceof Uint8Array) return `Uint8Array.of(${value.join(", ")})`;
  const deeper = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item) => (inner: string) => formatLiteral(item, inner))
    : Object.entries(value).map(
        ([key, item]) =>
          (inner: string) =>
            `${key}: ${formatLiteral(item, inner)}`,
      );
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{ ", " }"];
  const line = `${open}${parts.map((part) => part(deeper)).join(", ")}${close}`;
  if (line.length + indent.length <= MAX_LINE_WIDTH && !line.includes("\n")) return line;
  return `${open.trim()}\n${parts.map((part) => `${deeper}${part(deeper)},\n`).join("")}${indent}${close.trim()}`;
}

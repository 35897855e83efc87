// Extracts data from GitHub's OpenAPI description (npm package @octokit/openapi). The tests in test/contract compare
// the contract with it, and the emulator recognizes routes that it doesn't serve.
// `node scripts/extract-description.mjs [folder of the unpacked package]`; without a folder, npm fetches the package.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const PACKAGE = "@octokit/openapi";
const VERSION = "23.0.2";

/** Description file of each edition. If several editions have an operation, the first one is used. */
const FILES = { "github.com": "api.github.com", "enterprise-cloud": "ghec", "self-hosted": "ghes-3.19" };

/** Vendor names of neutral path segments. The contract test fails if they differ from the dialect. */
const VENDOR_SEGMENTS = new Map([
  ["assistant", "copilot"],
  ["assistant-spaces", "copilot-spaces"],
  ["updater", "dependabot"],
  ["svc-owned", "github-owned"],
]);

/** Schema keywords that are copied; nested schemas are copied too. */
const KEYWORDS = ["type", "nullable", "enum", "default", "minItems", "maxItems"];
const COMPOSITION_KEYWORDS = ["oneOf", "anyOf", "allOf"];

/**
 * A JSON object in an OpenAPI description. Each function knows the shape of the objects that it reads.
 * @typedef {Record<string, unknown>} Part
 */

/**
 * @typedef {object} Variant one edition's version of an object
 * @property {Part} part
 * @property {Part} description the description that contains it
 */

const METHODS = ["get", "put", "post", "patch", "delete"];

const dataFolder = fileURLToPath(new URL("../test/contract/data/", import.meta.url));
const routesFile = fileURLToPath(new URL("../packages/emulator/src/http/described-routes.json", import.meta.url));
const packageFolder = process.argv[2];
const temporary = packageFolder === undefined ? mkdtempSync(join(tmpdir(), "description-")) : undefined;
const folder = packageFolder ?? fetchPackage(temporary ?? "");

/** @type {Map<string, Part>} */
const descriptionsByEdition = new Map();
for (const [edition, name] of Object.entries(FILES)) {
  descriptionsByEdition.set(edition, JSON.parse(readFileSync(join(folder, "generated", `${name}.json`), "utf8")));
}

/** Names of the component schemas that the extract refers to. */
const referencedSchemas = new Set();
const operations = readOperations();
const schemas = readSchemas();

writeFileSync(
  join(dataFolder, "description.json"),
  [
    `{ "source": "${PACKAGE} ${VERSION}",`,
    `"operations": {\n${entriesAsLines(operations)}\n},`,
    `"schemas": {\n${entriesAsLines(schemas)}\n} }\n`,
  ].join("\n"),
);
writeFileSync(
  routesFile,
  `${JSON.stringify({ source: `${PACKAGE} ${VERSION}`, methodsByPathByEditions: readRoutes() }, undefined, 2)}\n`,
);
writeFileSync(join(dataFolder, "webhooks.json"), `[\n${describedWebhooks().join(",\n")}\n]\n`);
writeFileSync(join(dataFolder, "LICENSE-description.md"), licenseText());
if (temporary) rmSync(temporary, { recursive: true });

/** @param {string} into */
function fetchPackage(into) {
  execFileSync("npm", ["pack", `${PACKAGE}@${VERSION}`, "--pack-destination", into], { stdio: "ignore" });
  const [archive = ""] = readdirSync(into);
  execFileSync("tar", ["-xzf", join(into, archive), "-C", into]);
  return join(into, "package");
}

/** Returns the public description of each of the contract's operations, by vendor route. */
function readOperations() {
  /** @type {[string, string][]} */
  const inventory = JSON.parse(readFileSync(join(dataFolder, "operations.json"), "utf8"));
  /** @type {Map<string, unknown>} */
  const operationsByRoute = new Map();
  for (const [method, path] of inventory) {
    const vendorSegments = path.split("/").map((segment) => VENDOR_SEGMENTS.get(segment) ?? segment);
    const normalizedPath = normalizePath(vendorSegments.join("/"));
    /** @type {Map<string, Variant>} */
    const variants = new Map();
    let route = "";
    for (const [edition, description] of descriptionsByEdition) {
      const paths = partOf(description["paths"]);
      const name = Object.keys(paths).find((candidate) => normalizePath(candidate) === normalizedPath) ?? "";
      const item = partOf(paths[name]);
      if (!(method.toLowerCase() in item)) continue;
      route ||= `${method} ${name}`;
      variants.set(edition, { part: partOf(item[method.toLowerCase()]), description });
    }
    if (route) operationsByRoute.set(route, operation(variants));
  }
  return operationsByRoute;
}

/**
 * Returns every route: by the editions that have it, the methods of each path. Placeholders start with a plus sign if
 * they match several segments.
 */
function readRoutes() {
  /** @type {Map<string, string[]>} */
  const editionsByRoute = new Map();
  for (const [edition, description] of descriptionsByEdition) {
    for (const [path, item] of Object.entries(partOf(description["paths"]))) {
      for (const [method, described] of Object.entries(partOf(item))) {
        if (!METHODS.includes(method)) continue;
        const parameters = listOf(partOf(described)["parameters"]);
        const resolved = parameters.map((part) => resolveReference({ part, description }).part);
        const template = resolved
          .filter((parameter) => parameter["x-multi-segment"] === true)
          .reduce((text, { name }) => text.replace(`{${String(name)}}`, `{+${String(name)}}`), path);
        const route = `${method.toUpperCase()} ${template}`;
        editionsByRoute.set(route, [...(editionsByRoute.get(route) ?? []), edition]);
      }
    }
  }
  /** @type {Record<string, Record<string, string>>} */
  const result = {};
  for (const [route, editions] of [...editionsByRoute].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [method = "", path = ""] = route.split(" ");
    const methodsByPath = result[editions.join(" ")] ?? {};
    result[editions.join(" ")] = methodsByPath;
    methodsByPath[path] = `${methodsByPath[path] ?? ""} ${method}`.trim();
  }
  return result;
}

/** @param {string} path */
function normalizePath(path) {
  return path.replaceAll(/\{[^}]*\}/g, "{}");
}

/** @param {Map<string, Variant>} variants */
function operation(variants) {
  const all = [...variants.values()];
  const [first] = all;
  if (!first) throw new Error("An operation must exist in at least one edition.");
  const body = navigate(all, "requestBody", "content");
  return {
    editions: [...variants.keys()],
    documentation: partOf(first.part["externalDocs"])["url"],
    parameters: listOf(first.part["parameters"])
      .map((parameter) => resolveReference({ part: parameter, description: first.description }).part)
      .filter((parameter) => parameter["in"] !== "header")
      .map(({ name, in: location, required, schema }) => ({
        name,
        in: location,
        ...(required === true && { required }),
        schema: schemaOf([{ part: partOf(schema), description: first.description }]),
      })),
    ...(body.length > 0 && { body: contentOf(body)["application/json"] }),
    responses: Object.fromEntries(Object.keys(partOf(first.part["responses"])).map((s) => [s, response(all, s)])),
  };
}

/**
 * Returns the response schemas of a status by media type. Error statuses are listed without schemas.
 * @param {Variant[]} variants
 * @param {string} status
 */
function response(variants, status) {
  return status.startsWith("2") ? contentOf(navigate(variants, "responses", status, "content")) : {};
}

/** @param {Variant[]} contents */
function contentOf(contents) {
  const types = Object.keys(contents[0]?.part ?? {});
  return Object.fromEntries(types.map((type) => [type, schemaOf(navigate(contents, type, "schema"))]));
}

/**
 * Returns a schema without descriptions. A property is required only if it is required in every edition, because a
 * response of any edition must match.
 * @param {Variant[]} variants the schema is that of the first one, except `required`
 * @returns {Part}
 */
function schemaOf(variants) {
  const [first] = variants;
  if (!first) return {};
  const { part } = first;
  if (typeof part["$ref"] === "string") {
    const name = part["$ref"].replace("#/components/schemas/", "");
    referencedSchemas.add(name);
    return { $ref: name };
  }
  const resolved = variants.map(resolveReference);
  /** @type {Part} */
  const result = {};
  for (const keyword of KEYWORDS) if (keyword in part) result[keyword] = part[keyword];
  for (const keyword of COMPOSITION_KEYWORDS) {
    if (keyword in part)
      result[keyword] = listOf(part[keyword]).map((_, index) => schemaOf(navigate(resolved, keyword, `${index}`)));
  }
  if ("items" in part) result["items"] = schemaOf(navigate(resolved, "items"));
  if (typeof part["additionalProperties"] === "object") {
    result["additionalProperties"] = schemaOf(navigate(resolved, "additionalProperties"));
  }
  if ("properties" in part) {
    const names = Object.keys(partOf(part["properties"]));
    result["properties"] = Object.fromEntries(
      names.map((name) => [name, schemaOf(navigate(resolved, "properties", name))]),
    );
  }
  if (Array.isArray(part["required"])) {
    result["required"] = part["required"].filter((name) =>
      resolved.every((variant) => Array.isArray(variant.part["required"]) && variant.part["required"].includes(name)),
    );
  }
  return result;
}

/** Returns the referenced component schemas, including those that they refer to. */
function readSchemas() {
  /** @type {Map<string, unknown>} */
  const result = new Map();
  for (const name of referencedSchemas) {
    const variants = [...descriptionsByEdition.values()].map((description) => ({ part: description, description }));
    result.set(name, schemaOf(navigate(variants, "components", "schemas", name)));
  }
  return new Map([...result].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Returns the objects at a path, from the variants that have it.
 * @param {Variant[]} variants
 * @param {string[]} steps
 * @returns {Variant[]}
 */
function navigate(variants, ...steps) {
  return variants.flatMap((variant) => {
    let current = resolveReference(variant);
    for (const [index, step] of steps.entries()) {
      if (!(step in current.part)) return [];
      const next = { part: partOf(current.part[step]), description: current.description };
      // Keeps a reference at the end of the path.
      current = index === steps.length - 1 ? next : resolveReference(next);
    }
    return [current];
  });
}

/**
 * Follows references until it reaches an object that is not a reference.
 * @param {Variant} variant
 * @returns {Variant}
 */
function resolveReference({ part, description }) {
  if (typeof part["$ref"] !== "string") return { part, description };
  let current = description;
  for (const step of part["$ref"].slice("#/".length).split("/")) current = partOf(current[step]);
  return resolveReference({ part: current, description });
}

/**
 * @param {unknown} value
 * @returns {Part}
 */
function partOf(value) {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** @param {unknown} value */
function listOf(value) {
  return Array.isArray(value) ? value.map(partOf) : [];
}

/** @param {Map<string, unknown>} entries */
function entriesAsLines(entries) {
  return [...entries].map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(",\n");
}

/** Returns each webhook event with one of its actions, the kinds of webhook that receive it, and its editions. */
function describedWebhooks() {
  /** @type {Map<string, { event: string, action: string | null, hooks: unknown, editions: string[] }>} */
  const webhooks = new Map();
  for (const [edition, description] of descriptionsByEdition) {
    for (const webhook of Object.values(partOf(description["x-webhooks"]))) {
      const { operationId, "x-github": about } = partOf(partOf(webhook)["post"]);
      const { subcategory, "supported-webhook-types": hooks } = partOf(about);
      const [, action = null] = String(operationId).replaceAll("-", "_").split("/");
      const event = String(subcategory).replaceAll("-", "_");
      const known = webhooks.get(`${event} ${action}`) ?? { event, action, hooks, editions: [] };
      known.editions.push(edition);
      webhooks.set(`${event} ${action}`, known);
    }
  }
  return [...webhooks.values()].map((webhook) => JSON.stringify(webhook));
}

function licenseText() {
  return `\`description.json\` and \`webhooks.json\` are extracts of the npm package ${PACKAGE}, version ${VERSION}, under this license:

${readFileSync(join(folder, "LICENSE"), "utf8").trim()}
`;
}

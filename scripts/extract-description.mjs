// Takes from the API's public description (npm package @octokit/openapi) what test/contract compares the contract with.
// `node scripts/extract-description.mjs [folder of the unpacked package]`; without a folder, npm fetches the package.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const PACKAGE = "@octokit/openapi";
const VERSION = "23.0.2";

/** Each edition's file. Of an operation that several have, the first is kept. */
const FILES = { "github.com": "api.github.com", "enterprise-cloud": "ghec", "self-hosted": "ghes-3.19" };

/** What these segments of neutral paths are called there; the test fails where the dialect says otherwise. */
const SEGMENTS = new Map([
  ["assistant", "copilot"],
  ["assistant-spaces", "copilot-spaces"],
  ["updater", "dependabot"],
  ["svc-owned", "github-owned"],
]);

/** What is kept of a schema, beside the schemas inside it. */
const KEYWORDS = ["type", "nullable", "enum", "default", "minItems", "maxItems"];
const LISTS = ["oneOf", "anyOf", "allOf"];

/**
 * A part of a description. Its files are JSON of many shapes, and each function knows the one that it reads.
 * @typedef {Record<string, unknown>} Part
 */

/**
 * @typedef {object} Variant one edition's version of a part
 * @property {Part} part
 * @property {Part} description the whole that it is from
 */

const data = fileURLToPath(new URL("../test/contract/data/", import.meta.url));
const given = process.argv[2];
const temporary = given === undefined ? mkdtempSync(join(tmpdir(), "description-")) : undefined;
const folder = given ?? fetchPackage(temporary ?? "");

/** @type {Map<string, Part>} */
const descriptions = new Map();
for (const [edition, name] of Object.entries(FILES)) {
  descriptions.set(edition, JSON.parse(readFileSync(join(folder, "generated", `${name}.json`), "utf8")));
}

/** Names of the component schemas that something kept refers to. */
const wanted = new Set();
const operations = readOperations();
const schemas = readSchemas();

writeFileSync(
  join(data, "description.json"),
  [
    `{ "source": "${PACKAGE} ${VERSION}",`,
    `"operations": {\n${linesOf(operations)}\n},`,
    `"schemas": {\n${linesOf(schemas)}\n} }\n`,
  ].join("\n"),
);
writeFileSync(join(data, "LICENSE-description.md"), licence());
if (temporary) rmSync(temporary, { recursive: true });

/** @param {string} into */
function fetchPackage(into) {
  execFileSync("npm", ["pack", `${PACKAGE}@${VERSION}`, "--pack-destination", into], { stdio: "ignore" });
  const [archive = ""] = readdirSync(into);
  execFileSync("tar", ["-xzf", join(into, archive), "-C", into]);
  return join(into, "package");
}

/** The contract's operations as the description has them, by their routes there. */
function readOperations() {
  /** @type {[string, string][]} */
  const inventory = JSON.parse(readFileSync(join(data, "operations.json"), "utf8"));
  /** @type {Map<string, unknown>} */
  const found = new Map();
  for (const [method, path] of inventory) {
    const wire = path.split("/").map((segment) => SEGMENTS.get(segment) ?? segment);
    const bare = withoutNames(wire.join("/"));
    /** @type {Map<string, Variant>} */
    const variants = new Map();
    let route = "";
    for (const [edition, description] of descriptions) {
      const paths = partOf(description["paths"]);
      const name = Object.keys(paths).find((candidate) => withoutNames(candidate) === bare) ?? "";
      const item = partOf(paths[name]);
      if (!(method.toLowerCase() in item)) continue;
      route ||= `${method} ${name}`;
      variants.set(edition, { part: partOf(item[method.toLowerCase()]), description });
    }
    if (route) found.set(route, operation(variants));
  }
  return found;
}

/** @param {string} path */
function withoutNames(path) {
  return path.replaceAll(/\{[^}]*\}/g, "{}");
}

/** @param {Map<string, Variant>} variants */
function operation(variants) {
  const all = [...variants.values()];
  const [first] = all;
  if (!first) throw new Error("An operation of no edition.");
  const body = inside(all, "requestBody", "content");
  return {
    editions: [...variants.keys()],
    parameters: listOf(first.part["parameters"])
      .map((parameter) => resolved({ part: parameter, description: first.description }).part)
      .filter((parameter) => parameter["in"] !== "header")
      .map(({ name, in: place, required, schema }) => ({
        name,
        in: place,
        ...(required === true && { required }),
        schema: schemaOf([{ part: partOf(schema), description: first.description }]),
      })),
    ...(body.length > 0 && { body: contentOf(body)["application/json"] }),
    responses: Object.fromEntries(Object.keys(partOf(first.part["responses"])).map((s) => [s, response(all, s)])),
  };
}

/**
 * What a status carries, by media type; of refusals only that they exist.
 * @param {Variant[]} variants
 * @param {string} status
 */
function response(variants, status) {
  return status.startsWith("2") ? contentOf(inside(variants, "responses", status, "content")) : {};
}

/** @param {Variant[]} contents */
function contentOf(contents) {
  const types = Object.keys(contents[0]?.part ?? {});
  return Object.fromEntries(types.map((type) => [type, schemaOf(inside(contents, type, "schema"))]));
}

/**
 * A schema without its prose. Required is what is so in every edition, for an answer must fit each.
 * @param {Variant[]} variants of them the first is kept
 * @returns {Part}
 */
function schemaOf(variants) {
  const [first] = variants;
  if (!first) return {};
  const { part } = first;
  if (typeof part["$ref"] === "string") {
    const name = part["$ref"].replace("#/components/schemas/", "");
    wanted.add(name);
    return { $ref: name };
  }
  const same = variants.map(resolved);
  /** @type {Part} */
  const kept = {};
  for (const keyword of KEYWORDS) if (keyword in part) kept[keyword] = part[keyword];
  for (const keyword of LISTS) {
    if (keyword in part) kept[keyword] = listOf(part[keyword]).map((_, at) => schemaOf(inside(same, keyword, `${at}`)));
  }
  if ("items" in part) kept["items"] = schemaOf(inside(same, "items"));
  if (typeof part["additionalProperties"] === "object") {
    kept["additionalProperties"] = schemaOf(inside(same, "additionalProperties"));
  }
  if ("properties" in part) {
    const names = Object.keys(partOf(part["properties"]));
    kept["properties"] = Object.fromEntries(names.map((name) => [name, schemaOf(inside(same, "properties", name))]));
  }
  if (Array.isArray(part["required"])) {
    kept["required"] = part["required"].filter((name) =>
      same.every((variant) => Array.isArray(variant.part["required"]) && variant.part["required"].includes(name)),
    );
  }
  return kept;
}

/** The component schemas that are wanted, and those that they refer to in turn. */
function readSchemas() {
  /** @type {Map<string, unknown>} */
  const kept = new Map();
  for (const name of wanted) {
    const variants = [...descriptions.values()].map((description) => ({ part: description, description }));
    kept.set(name, schemaOf(inside(variants, "components", "schemas", name)));
  }
  return new Map([...kept].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * What lies at some steps inside, of those that have it.
 * @param {Variant[]} variants
 * @param {string[]} steps
 * @returns {Variant[]}
 */
function inside(variants, ...steps) {
  return variants.flatMap((variant) => {
    let at = resolved(variant);
    for (const step of steps) {
      if (!(step in at.part)) return [];
      const next = { part: partOf(at.part[step]), description: at.description };
      // A schema's own reference is kept as one.
      at = step === steps.at(-1) ? next : resolved(next);
    }
    return [at];
  });
}

/**
 * Follows a reference.
 * @param {Variant} variant
 * @returns {Variant}
 */
function resolved({ part, description }) {
  if (typeof part["$ref"] !== "string") return { part, description };
  let at = description;
  for (const step of part["$ref"].slice("#/".length).split("/")) at = partOf(at[step]);
  return resolved({ part: at, description });
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
function linesOf(entries) {
  return [...entries].map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(",\n");
}

function licence() {
  return `\`description.json\` is an extract of the npm package ${PACKAGE}, version ${VERSION}, which has this licence:

${readFileSync(join(folder, "LICENSE"), "utf8").trim()}
`;
}

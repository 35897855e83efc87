// Rewrites the built core so that only its entries for tools depend on zod. The modules of operations and events become
// plain data; the contract as it is declared, which `@forgehand/core/contract` and `/openapi` read, is bundled; code that
// checks responses and payloads is written.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { type CallResponseSpec, callDefinitionOf, isJson } from "../packages/core/src/contract/call-definition.ts";
import { withoutWhitespace } from "./bundle-core/without-whitespace.ts";
import { type CheckedData, writeCheckers } from "./contract/checker-modules.ts";
import {
  type ContractModule,
  collectModules,
  collectReferences,
  type ExportedValue,
} from "./contract/collect-contract.ts";
import { writeDataModules } from "./contract/data-modules.ts";

const CORE = fileURLToPath(new URL("../packages/core/", import.meta.url));
const DIST = join(CORE, "dist/");

/** Bundles the entries that read the contract as it is declared. */
async function bundleDeclared(): Promise<void> {
  const bundle = await rolldown({
    input: { contract: join(DIST, "contract/declared.js"), openapi: join(DIST, "openapi/document.js") },
    external: /^zod/,
    platform: "neutral",
  });
  await bundle.write({
    dir: join(DIST, "declared"),
    chunkFileNames: "[name].js",
    // Their docstrings are in the declarations.
    comments: { annotation: true, legal: true, jsdoc: false },
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  });
  await bundle.close();
}

/** Writes a module that maps the schemas of operations or events to generated checks. */
function writeCheckerModule(
  path: string,
  exportName: string,
  modules: readonly ContractModule[],
  references: ReadonlyMap<unknown, ExportedValue>,
  dataOf: (module: ContractModule) => readonly (CheckedData & { readonly name: string })[],
): void {
  const imports = new Map<string, Set<string>>();
  const importName = ({ path: from, name }: ExportedValue) => {
    imports.set(from, (imports.get(from) ?? new Set()).add(name));
    return name;
  };
  const checked = modules.flatMap((module) =>
    dataOf(module).map((data) => {
      importName({ path: module.path, name: data.name });
      return data;
    }),
  );
  const body = writeCheckers(exportName, checked, references, importName);
  const lines = [...imports].map(
    ([from, names]) => `import { ${[...names].join(", ")} } from "../contract/${from}.js";`,
  );
  writeFileSync(join(DIST, path), withoutWhitespace(path, [...lines, body].join("\n")));
}

function responsesOf({ operations }: ContractModule) {
  return [...operations].flatMap(([name, operation]) => {
    const { success, media = {} } = callDefinitionOf(operation);
    const checkedOf = (part: string, responses: Readonly<Record<string, CallResponseSpec>>) =>
      Object.entries(responses).flatMap(([key, response]) =>
        isJson(response) && typeof response.json === "object"
          ? { name, schema: response.json, expression: `${name}.define().${part}[${JSON.stringify(key)}].json` }
          : [],
      );
    return [...checkedOf("success", success), ...checkedOf("media", media)];
  });
}

function payloadsOf({ events }: ContractModule) {
  return [...events].flatMap(([name, event]) =>
    Object.entries(event.define().payloads).map(([action, schema]) => ({
      name,
      schema,
      expression: `${name}.define().payloads[${JSON.stringify(action)}]`,
    })),
  );
}

await bundleDeclared();
const modules = await collectModules();
const references = await collectReferences();
writeFileSync(join(DIST, "contract/declared.js"), 'export * from "../declared/contract.js";\n');
for (const { path, text } of writeDataModules(modules, references))
  writeFileSync(join(DIST, `contract/${path}.js`), text);
writeCheckerModule("validation/response-checkers.js", "RESPONSE_CHECKERS", modules, references, responsesOf);
writeCheckerModule("webhooks/payload-checkers.js", "PAYLOAD_CHECKERS", modules, references, payloadsOf);

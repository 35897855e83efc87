// Turns the on-demand parts of `leanClient` in the built core into one module that imports nothing. It contains its own
// copy of modules that the client contains as well, and gets what must exist only once as arguments. Otherwise, bundlers
// would divide the modules that both share into further files, and every page would load those.
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { parseAst } from "rolldown/parseAst";

const FOLDER = fileURLToPath(new URL("../packages/core/dist/client/", import.meta.url));
const PARTS = join(FOLDER, "lean-parts.js");
const LOADER = join(FOLDER, "load-lean-parts.js");
const IMPORT = 'import("./lean-parts.js")';

/** Modules that must exist only once: users compare errors with their classes, and calls are registered in tables. */
const SINGLE_MODULES: ReadonlySet<string> = new Set(["errors.js", "call-tokens.js"]);

const { imports, body } = readModule(await bundleParts());
const loader = readFileSync(LOADER, "utf8");
if (loader.split(IMPORT).length !== 2) throw new Error(`${LOADER} must contain ${IMPORT} once.`);
const names = imports.map(({ imported }) => imported).join(", ");
const statements = imports.map(({ imported, from }) => `import { ${imported} } from "${from}";\n`).join("");
const call = `${IMPORT}.then(({ createParts }) => createParts(${names}))`;
writeFileSync(LOADER, statements + loader.replace(IMPORT, call));
writeFileSync(PARTS, `export function createParts(${imports.map(({ local }) => local).join(", ")}) {\n${body}}\n`);

async function bundleParts(): Promise<string> {
  const bundle = await rolldown({
    input: PARTS,
    external: (id) => SINGLE_MODULES.has(basename(id)),
    platform: "neutral",
    experimental: { attachDebugInfo: "none" },
  });
  const { output } = await bundle.generate({
    format: "esm",
    comments: { annotation: true, legal: true, jsdoc: false },
  });
  await bundle.close();
  const [{ code }, ...others] = output;
  if (others.length > 0) throw new Error("The parts of leanClient must be a single module.");
  return code;
}

/** Returns the imports of a module, and its code as the body of a function that returns its exports. */
function readModule(code: string) {
  const statements = parseAst(code).body.map((node) => {
    if (node.type === "ImportDeclaration")
      return {
        text: "",
        imports: node.specifiers.map(({ local, ...specifier }) => {
          if (!("imported" in specifier)) throw new Error(`Unexpected import of ${local.name} as a whole.`);
          return { imported: nameOf(specifier.imported), local: local.name, from: node.source.value };
        }),
      };
    if (node.type === "ExportNamedDeclaration" && !node.declaration) {
      const fields = node.specifiers.map(({ local, exported }) => `${nameOf(exported)}: ${nameOf(local)}`);
      return { text: `return { ${fields.join(", ")} };\n`, imports: [] };
    }
    if (node.type.startsWith("Export")) throw new Error(`Unexpected export: ${code.slice(node.start, node.end)}`);
    return { text: `${code.slice(node.start, node.end)}\n`, imports: [] };
  });
  return {
    imports: statements.flatMap(({ imports }) => imports),
    body: statements.map(({ text }) => text).join(""),
  };
}

function nameOf(node: { readonly name: string } | { readonly value: unknown }): string {
  return "name" in node ? node.name : String(node.value);
}

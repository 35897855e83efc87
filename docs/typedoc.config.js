// The reference's pages, one a public entry point, under the names by which people import them.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Every operation has a page of its own, made from the contract. */
const ELSEWHERE = ["./operations", "./operations/*"];

/**
 * The entry points of a package, from its manifest.
 * @param {string} folder
 * @returns {[file: string, name: string][]}
 */
function entriesOf(folder) {
  const base = new URL(`../packages/${folder}/`, import.meta.url);
  /** @type {{ name: string, exports: Record<string, string> }} */
  const { name, exports } = JSON.parse(readFileSync(new URL("package.json", base), "utf8"));
  return Object.entries(exports)
    .filter(([entry]) => !ELSEWHERE.includes(entry))
    .map(([entry, file]) => [fileURLToPath(new URL(file, base)), `${name}${entry.slice(1)}`]);
}

const ENTRIES = ["core", "emulator"].flatMap(entriesOf);

/** Calls modules by what is written in an import. @param {import("typedoc").Application} app */
function nameModules(app) {
  app.converter.on("resolveBegin", (context) => {
    const { project } = context;
    for (const child of project.children ?? []) {
      const file = child.sources?.[0]?.fullFileName;
      const entry = ENTRIES.find(([path]) => path === file);
      if (entry) child.name = entry[1];
    }
  });
  // Where a thing lies in the repository is of no use to who imports it.
  app.converter.on("resolveEnd", ({ project }) => {
    for (const reflection of Object.values(project.reflections)) {
      if ("sources" in reflection) Object.assign(reflection, { sources: undefined });
    }
  });
}

/** @type {Partial<import("typedoc").TypeDocOptions & import("typedoc-plugin-markdown").PluginOptions>} */
const config = {
  name: "API reference",
  plugin: ["typedoc-plugin-markdown", nameModules],
  tsconfig: "tsconfig.json",
  entryPoints: ENTRIES.map(([file]) => file),
  out: ".site/reference",
  router: "module",
  entryFileName: "index",
  readme: "none",
  excludeExternals: true,
  hidePageHeader: true,
  hideBreadcrumbs: true,
  excludeScopesInPaths: true,
  skipErrorChecking: true,
  parametersFormat: "table",
  interfacePropertiesFormat: "table",
  classPropertiesFormat: "table",
  typeAliasPropertiesFormat: "table",
  typeDeclarationFormat: "table",
  propertyMembersFormat: "table",
  enumMembersFormat: "table",
  expandObjects: false,
  tableColumnSettings: { hideInherited: true, hideOverrides: true, hideSources: true, hideModifiers: true },
  sanitizeComments: true,
};

export default config;

// Configuration of the API reference: one page per public entry point, named by its import specifier.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Operations are documented on their own pages, which are generated from the contract. */
const EXCLUDED_ENTRIES = ["./operations", "./operations/*"];

/**
 * Reads the entry points of a package from its manifest.
 * @param {string} folder
 * @returns {[file: string, name: string][]}
 */
function readEntryPoints(folder) {
  const base = new URL(`../packages/${folder}/`, import.meta.url);
  /** @type {{ name: string, exports: Record<string, string> }} */
  const { name, exports } = JSON.parse(readFileSync(new URL("package.json", base), "utf8"));
  return Object.entries(exports)
    .filter(([entry]) => !EXCLUDED_ENTRIES.includes(entry))
    .map(([entry, file]) => [fileURLToPath(new URL(file, base)), `${name}${entry.slice(1)}`]);
}

const ENTRY_POINTS = ["core", "redis", "postgres", "emulator"].flatMap(readEntryPoints);

/**
 * Names modules by their import specifier.
 * @param {import("typedoc").Application} app
 */
function nameModules(app) {
  app.converter.on("resolveBegin", (context) => {
    const { project } = context;
    for (const child of project.children ?? []) {
      const file = child.sources?.[0]?.fullFileName;
      const entry = ENTRY_POINTS.find(([path]) => path === file);
      if (entry) child.name = entry[1];
    }
  });
  // Users of the packages do not need links to source files.
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
  entryPoints: ENTRY_POINTS.map(([file]) => file),
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

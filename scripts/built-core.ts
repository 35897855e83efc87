import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readPublishedExports } from "./published-exports.ts";

const CORE = fileURLToPath(new URL("../packages/core/", import.meta.url));

/**
 * Bundler plugin that takes `@forgehand/core` as it is published, instead of its sources: the contract is plain data
 * there, so that bundles contain neither zod's schemas nor what operations do not need.
 */
export function builtCore() {
  const modules = new Map(Object.entries(readPublishedExports()).map(([entry, target]) => [entry, target.default]));
  return {
    name: "built-core",
    enforce: "pre" as const,
    resolveId: {
      filter: { id: /^@forgehand\/core(\/|$)/ },
      handler(id: string) {
        const entry = id.replace("@forgehand/core", ".");
        const area = /^\.\/operations\/(.+)$/.exec(entry)?.[1];
        const module = area === undefined ? modules.get(entry) : modules.get("./operations/*")?.replace("*", area);
        return module === undefined ? null : { id: join(CORE, module), moduleSideEffects: false };
      },
    },
  };
}

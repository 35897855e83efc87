import { readFile } from "node:fs/promises";
import type { SeedPath } from "./problem.ts";

/** A seed file's content, and how to say where in it something is. */
export interface SeedFile {
  readonly content: unknown;
  /** `seed.yaml:12:5`, for the deepest thing on this path that is there. */
  locate(path: SeedPath): string;
}

/**
 * Reads a seed file: YAML, of which JSON is a part.
 * @throws Error with file, line and column where it is neither
 */
export async function readSeedFile(file: string): Promise<SeedFile> {
  const { isMap, isNode, LineCounter, parseDocument } = await import("yaml");
  const lines = new LineCounter();
  const text = await readFile(file, "utf8");
  const document = parseDocument(text, { lineCounter: lines });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const [error] = document.errors;
  if (error) throw new Error(`${at(error.pos[0])}: ${error.message.split("\n")[0]?.replace(/ at line .*$/, "")}`);
  return {
    content: document.toJS() ?? {},
    locate(path) {
      for (let depth = path.length; depth > 0; depth--) {
        const owner: unknown = document.getIn(path.slice(0, depth - 1), true);
        const name = path[depth - 1];
        // A field is shown by its name, and an item by itself.
        const node: unknown = isMap(owner)
          ? owner.items.find(({ key }) => String(key) === String(name))?.key
          : document.getIn(path.slice(0, depth), true);
        if (isNode(node) && node.range) return at(node.range[0]);
      }
      return at(0);
    },
  };
}

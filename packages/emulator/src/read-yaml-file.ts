import { readFile } from "node:fs/promises";

/** Path of keys and indices to a node. */
export type YamlPath = readonly (string | number)[];

/** Content of a YAML file, and a lookup of positions in it. */
export interface YamlFile {
  readonly content: unknown;
  /** Returns `seed.yaml:12:5` for the deepest node that exists on this path. */
  locate(path: YamlPath): string;
}

/**
 * Reads a YAML or JSON file.
 * @throws Error with file, line and column if it is not valid YAML
 */
export async function readYamlFile(file: string): Promise<YamlFile> {
  const { isMap, isNode, LineCounter, parseDocument } = await import("yaml");
  const lines = new LineCounter();
  const text = await readFile(file, "utf8");
  const document = parseDocument(text, { lineCounter: lines });
  const locationOf = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const [error] = document.errors;
  if (error)
    throw new Error(`${locationOf(error.pos[0])}: ${error.message.split("\n")[0]?.replace(/ at line .*$/, "")}`);
  return {
    content: document.toJS() ?? {},
    locate(path) {
      for (let depth = path.length; depth > 0; depth--) {
        const owner: unknown = document.getIn(path.slice(0, depth - 1), true);
        const name = path[depth - 1];
        // Points to the key of a field, and to an array item itself.
        const node: unknown = isMap(owner)
          ? owner.items.find(({ key }) => String(key) === String(name))?.key
          : document.getIn(path.slice(0, depth), true);
        if (isNode(node) && node.range) return locationOf(node.range[0]);
      }
      return locationOf(0);
    },
  };
}

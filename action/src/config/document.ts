import { type Document, isAlias, isNode, LineCounter, type Node, parseDocument, visit } from "yaml";
import { Problem, throwAll } from "../problem.ts";
import type { ConfigText } from "./file.ts";

/** A configuration file, read as YAML, of which JSON is a part. */
export interface ConfigDocument {
  readonly root: Node | null;
  /** What a node is, past the alias that stands for it. */
  follow(node: unknown): Node | undefined;
  /** Its value, with aliases and merge keys resolved. @throws Problem where that has no end */
  valueOf(node: Node): unknown;
  /** What is wrong at a node. */
  problem(node: unknown, message: string): Problem;
}

/** Parses a configuration file. @throws Problem with all that is wrong with its syntax */
export function parseConfig({ name, text }: ConfigText): ConfigDocument {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, merge: true, prettyErrors: false });
  function at(offset: number, message: string): Problem {
    const { line, col } = lines.linePos(offset);
    const [row, column] = [Math.max(1, line), Math.max(1, col)];
    return new Problem(`${name}:${row}:${column}: ${message}`, { file: name, line: row, column });
  }
  const syntax = [...document.errors, ...document.warnings].map(({ code, message, pos: [from] }) =>
    at(from, inWords(code, message, /^[^\s,\]}]*/.exec(text.slice(from, from + LONGEST_WORD))?.[0] ?? "")),
  );
  throwAll([
    ...syntax,
    ...aliasesOfNothing(document).map(([start, name]) => at(start, inWords("BAD_ALIAS", "", name))),
  ]);
  const startOf = (node: unknown) => (isNode(node) ? (node.range?.[0] ?? 0) : 0);
  return {
    root: document.contents,
    follow: (node) => followed(document, node),
    valueOf(node) {
      try {
        return node.toJS(document);
      } catch (error) {
        // An alias of nothing, or aliases of aliases without end.
        throw at(startOf(node), `${error instanceof Error ? firstLine(error.message) : "can't be read"}.`);
      }
    },
    problem: (node, message) => at(startOf(node), message),
  };
}

/** Of what stands in a place, as much is quoted, in characters. */
const LONGEST_WORD = 60;

function followed(document: Document, node: unknown): Node | undefined {
  if (isAlias(node)) return followed(document, node.resolve(document));
  return isNode(node) ? node : undefined;
}

/** Aliases that no anchor stands before, with where they are. */
function aliasesOfNothing(document: Document): readonly (readonly [offset: number, alias: string])[] {
  const anchors = new Set<string>();
  const found: [number, string][] = [];
  visit(document, {
    Node(_, node) {
      if (!isAlias(node)) {
        if (node.anchor) anchors.add(node.anchor);
      } else if (!anchors.has(node.source)) found.push([node.range?.[0] ?? 0, `*${node.source}`]);
    },
  });
  return found;
}

function inWords(code: string, message: string, word: string): string {
  switch (code) {
    case "DUPLICATE_KEY":
      return `${JSON.stringify(word.replace(/:$/, ""))} stands twice.`;
    case "TAG_RESOLVE_FAILED":
      return `YAML takes what begins with ! for a tag. Put it in quotes: ${JSON.stringify(word)}.`;
    case "BAD_ALIAS":
      return `YAML takes what begins with * for an alias, and there is no anchor &${word.slice(1)} before. If it is a pattern, put it in quotes: ${JSON.stringify(word)}.`;
    case "MULTIPLE_DOCS":
      return "holds several documents (---), where one is expected.";
    default:
      return `${firstLine(message).replace(/\.$/, "")}.`;
  }
}

function firstLine(text: string): string {
  return text.split("\n")[0] ?? text;
}

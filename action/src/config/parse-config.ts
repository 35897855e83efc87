import { type Document, isAlias, isNode, LineCounter, type Node, parseDocument, visit } from "yaml";
import { Problem, throwProblems } from "../problem.ts";
import type { ConfigText } from "./read-file.ts";

/** A configuration file parsed as YAML, which includes JSON. */
export interface ConfigDocument {
  readonly root: Node | null;
  /** Resolves an alias to its node. */
  follow(node: unknown): Node | undefined;
  /**
   * Returns a node's value with aliases and merge keys resolved.
   * @throws Problem if aliases are nested without limit
   */
  valueOf(node: Node): unknown;
  /** Creates a problem at a node's position. */
  problem(node: unknown, message: string): Problem;
}

/**
 * Parses a configuration file.
 * @throws Problem with all syntax errors
 */
export function parseConfig({ name, text }: ConfigText): ConfigDocument {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, merge: true, prettyErrors: false });
  function problemAt(offset: number, message: string): Problem {
    const { line, col } = lineCounter.linePos(offset);
    const [row, column] = [Math.max(1, line), Math.max(1, col)];
    return new Problem(`${name}:${row}:${column}: ${message}`, { file: name, line: row, column });
  }
  const syntaxProblems = [...document.errors, ...document.warnings].map(({ code, message, pos: [from] }) =>
    problemAt(
      from,
      describeSyntaxError(code, message, /^[^\s,\]}]*/.exec(text.slice(from, from + MAX_QUOTED_LENGTH))?.[0] ?? ""),
    ),
  );
  throwProblems([
    ...syntaxProblems,
    ...undefinedAliases(document).map(([start, name]) => problemAt(start, describeSyntaxError("BAD_ALIAS", "", name))),
  ]);
  const startOf = (node: unknown) => (isNode(node) ? (node.range?.[0] ?? 0) : 0);
  return {
    root: document.contents,
    follow: (node) => resolveAlias(document, node),
    valueOf(node) {
      try {
        return node.toJS(document);
      } catch (error) {
        // An undefined alias, or too many nested aliases.
        throw problemAt(startOf(node), `${error instanceof Error ? firstLine(error.message) : "can't be read"}.`);
      }
    },
    problem: (node, message) => problemAt(startOf(node), message),
  };
}

/** Maximum number of quoted characters. */
const MAX_QUOTED_LENGTH = 60;

function resolveAlias(document: Document, node: unknown): Node | undefined {
  if (isAlias(node)) return resolveAlias(document, node.resolve(document));
  return isNode(node) ? node : undefined;
}

/** Returns aliases without a preceding anchor, with their positions. */
function undefinedAliases(document: Document): readonly (readonly [offset: number, alias: string])[] {
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

function describeSyntaxError(code: string, message: string, quoted: string): string {
  switch (code) {
    case "DUPLICATE_KEY":
      return `${JSON.stringify(quoted.replace(/:$/, ""))} must not be repeated.`;
    case "TAG_RESOLVE_FAILED":
      return `A value that starts with ! must be quoted, or YAML reads it as a tag: ${JSON.stringify(quoted)}.`;
    case "BAD_ALIAS":
      return `A value that starts with * is a YAML alias, and the anchor &${quoted.slice(1)} is not defined before it. Quote it if it is a pattern: ${JSON.stringify(quoted)}.`;
    case "MULTIPLE_DOCS":
      return "The file must contain one YAML document, got several (---).";
    default:
      return `${firstLine(message).replace(/\.$/, "")}.`;
  }
}

function firstLine(text: string): string {
  return text.split("\n")[0] ?? text;
}

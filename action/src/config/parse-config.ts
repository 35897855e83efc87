import { type Document, isNode, isScalar, LineCounter, type Node, parseDocument, visit } from "yaml";
import { Problem, throwProblems } from "../problem.ts";
import { expandAliases, TOO_DEEP, undefinedAlias } from "./expand-aliases.ts";
import type { ConfigText } from "./read-file.ts";

/** A configuration file parsed as YAML, which includes JSON. Its nodes contain no aliases. */
export interface ConfigDocument {
  readonly root: Node | null;
  /**
   * Returns a node's value with merge keys resolved.
   * @throws Problem if a merge key's value is not a map
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
  // The library's own check for duplicate keys takes quadratic time.
  const document = parseDocument(text, { lineCounter, merge: true, prettyErrors: false, uniqueKeys: false });
  function problemAt(offset: number, message: string): Problem {
    const { line, col } = lineCounter.linePos(offset);
    const [row, column] = [Math.max(1, line), Math.max(1, col)];
    return new Problem(`${name}:${row}:${column}: ${message}`, { file: name, line: row, column });
  }
  const startOf = (node: unknown) => (isNode(node) ? (node.range?.[0] ?? 0) : 0);
  const problem = (node: unknown, message: string) => problemAt(startOf(node), message);
  const syntaxProblems = [...document.errors, ...document.warnings].map(({ code, message, pos: [from] }) =>
    problemAt(
      from,
      describeSyntaxError(code, message, /^[^\s,\]}]*/.exec(text.slice(from, from + MAX_QUOTED_LENGTH))?.[0] ?? ""),
    ),
  );
  const duplicates = duplicateKeys(document).map((key) =>
    problem(key, `${JSON.stringify(String(key))} must not be repeated.`),
  );
  throwProblems([...syntaxProblems, ...duplicates, ...expandAliases(document, problem)]);
  return {
    root: document.contents,
    valueOf(node) {
      try {
        return node.toJS(document);
      } catch (error) {
        throw problem(node, `${error instanceof Error ? firstLine(error.message) : "can't be read"}.`);
      }
    },
    problem,
  };
}

/** Maximum number of quoted characters. */
const MAX_QUOTED_LENGTH = 60;

/** Returns the keys of maps that repeat an earlier one. */
function duplicateKeys(document: Document): readonly Node[] {
  const duplicates: Node[] = [];
  visit(document, {
    Map(_, { items }) {
      const values = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (values.has(key.value)) duplicates.push(key);
        values.add(key.value);
      }
    },
  });
  return duplicates;
}

function describeSyntaxError(code: string, message: string, quoted: string): string {
  switch (code) {
    case "TAG_RESOLVE_FAILED":
      return `A value that starts with ! must be quoted, or YAML reads it as a tag: ${JSON.stringify(quoted)}.`;
    case "BAD_ALIAS":
      return undefinedAlias(quoted);
    case "RESOURCE_EXHAUSTION":
      return TOO_DEEP;
    case "MULTIPLE_DOCS":
      return "The file must contain one YAML document, got several (---).";
    default:
      return `${firstLine(message).replace(/\.$/, "")}.`;
  }
}

function firstLine(text: string): string {
  return text.split("\n")[0] ?? text;
}

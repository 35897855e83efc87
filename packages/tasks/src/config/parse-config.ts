import { type Document, isNode, isScalar, LineCounter, type Node, parseDocument, visit } from "yaml";
import { createProblemList, Problem } from "../problem.ts";
import { expandAliases, TOO_DEEP, undefinedAlias } from "./expand-aliases.ts";
import type { ConfigText } from "./read-file.ts";
import { shorten } from "./shorten.ts";

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
  const problems = createProblemList();
  for (const { code, message, pos } of [...document.errors, ...document.warnings]) {
    problems.add(() => problemAt(pos[0], describeSyntaxError(code, message, text.slice(pos[0]))));
  }
  for (const key of duplicateKeys(document)) {
    problems.add(() => problem(key, `${JSON.stringify(shorten(String(key)))} must not be repeated.`));
  }
  expandAliases(document, problem, problems);
  problems.throwAll();
  return {
    root: document.contents,
    valueOf(node) {
      try {
        return node.toJS(document);
      } catch (error) {
        throw problem(node, `${error instanceof Error ? quoteLibrary(error.message) : "can't be read"}.`);
      }
    },
    problem,
  };
}

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

/** @param rest the text from the error's position on */
function describeSyntaxError(code: string, message: string, rest: string): string {
  const quoted = shorten(/^[^\s,\]}]*/.exec(rest)?.[0] ?? "");
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
      return `${quoteLibrary(message).replace(/\.$/, "")}.`;
  }
}

/** Maximum number of characters of a message of the library, which can quote the file. */
const MAX_LIBRARY_MESSAGE_LENGTH = 200;

/** Returns the first line of a message of the library. */
function quoteLibrary(message: string): string {
  return shorten(message.split("\n", 1)[0] ?? message, MAX_LIBRARY_MESSAGE_LENGTH);
}

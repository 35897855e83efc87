import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isSeq,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import type { Problem } from "../problem.ts";

/** Maximum number of values that all aliases of a file repeat. */
const MAX_REPEATED_VALUES = 100_000;
/** Maximum number of lists and maps inside each other. */
const MAX_DEPTH = 100;

/** Message about a file whose values are nested deeper than {@link MAX_DEPTH}, or than the parser can read. */
export const TOO_DEEP = `Lists and maps must not be nested more than ${MAX_DEPTH} levels deep.`;

/** Number of values in a node, and of lists and maps inside each other, with all aliases expanded. */
interface Extent {
  readonly values: number;
  readonly levels: number;
}

const LEAF: Extent = { values: 1, levels: 0 };

/**
 * Replaces each alias of a document by its node, in one pass: the library searches the whole document for each alias.
 * @returns the problems with aliases that refer to no anchor, or to a value that contains them
 * @throws Problem if the expanded document is too large or nested too deeply
 */
export function expandAliases(
  document: Document,
  problemAt: (node: Node, message: string) => Problem,
): readonly Problem[] {
  const anchors = new Map<string, Node>();
  const extents = new Map<Node, Extent>();
  const problems: Problem[] = [];
  let repeatedValues = 0;

  /** Returns the node to use, and its extent. */
  function expand(node: unknown, depth: number): readonly [node: unknown, extent: Extent] {
    if (!isNode(node)) return [node, LEAF];
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      const extent = target && extents.get(target);
      if (target && extent) {
        repeatedValues += extent.values;
        if (repeatedValues > MAX_REPEATED_VALUES) throw problemAt(node, repeatsTooMuch(node.source));
        if (depth + extent.levels > MAX_DEPTH) throw problemAt(node, TOO_DEEP);
        return [target, extent];
      }
      problems.push(problemAt(node, target ? containsItself(node.source) : undefinedAlias(`*${node.source}`)));
      return [node, LEAF];
    }
    if (node.anchor !== undefined) anchors.set(node.anchor, node);
    const extent = isMap(node) || isSeq(node) ? expandItems(node, depth + 1) : LEAF;
    extents.set(node, extent);
    return [node, extent];
  }

  function expandItems(node: YAMLMap | YAMLSeq, depth: number): Extent {
    if (depth > MAX_DEPTH) throw problemAt(node, TOO_DEEP);
    const items: unknown[] = node.items;
    let [values, levels] = [1, 1];
    for (const [index, item] of items.entries()) {
      const extents = isPair(item) ? expandPair(item, depth) : [expandItem(items, index, depth)];
      for (const extent of extents) {
        values += extent.values;
        levels = Math.max(levels, extent.levels + 1);
      }
    }
    return { values, levels };
  }

  function expandItem(items: unknown[], index: number, depth: number): Extent {
    const [node, extent] = expand(items[index], depth);
    items[index] = node;
    return extent;
  }

  function expandPair(pair: Pair, depth: number): readonly Extent[] {
    const [key, keyExtent] = expand(pair.key, depth);
    const [value, valueExtent] = expand(pair.value, depth);
    pair.key = key;
    pair.value = value;
    return [keyExtent, valueExtent];
  }

  // An alias can't be the whole document: no anchor is defined before it.
  expand(document.contents, 0);
  return problems;
}

function repeatsTooMuch(anchor: string): string {
  const limit = MAX_REPEATED_VALUES.toLocaleString("en");
  return `The aliases of a file must not repeat more than ${limit} values, and *${anchor} exceeds this limit.`;
}

function containsItself(anchor: string): string {
  return `The alias *${anchor} must not be inside the value that it refers to, which starts at the anchor &${anchor}.`;
}

/** Describes an alias without an anchor; the quoted text can be a pattern that YAML reads as an alias. */
export function undefinedAlias(quoted: string): string {
  return `A value that starts with * is a YAML alias, and the anchor &${quoted.slice(1)} is not defined before it. Quote it if it is a pattern: ${JSON.stringify(quoted)}.`;
}

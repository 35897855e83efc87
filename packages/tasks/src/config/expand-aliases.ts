import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import type { Problem, ProblemList } from "../problem.ts";
import { shorten } from "./shorten.ts";

/** Maximum number of values that all aliases of a file repeat. */
const MAX_REPEATED_VALUES = 100_000;
/** Maximum number of characters of these values and of their keys. */
const MAX_REPEATED_CHARACTERS = 1_000_000;
/** Maximum number of lists and maps inside each other. */
const MAX_DEPTH = 100;

/** Message about a file whose values are nested deeper than {@link MAX_DEPTH}, or than the parser can read. */
export const TOO_DEEP = `Lists and maps must not be nested more than ${MAX_DEPTH} levels deep.`;

/** Size of a node with all aliases expanded. */
interface Extent {
  readonly values: number;
  /** Number of characters of its values and keys. */
  readonly characters: number;
  /** Number of lists and maps inside each other. */
  readonly levels: number;
}

const EMPTY: Extent = { values: 1, characters: 0, levels: 0 };

/**
 * Replaces each alias of a document by its node, in one pass: the library searches the whole document for each alias.
 * @param problems receives those of aliases that are keys, refer to no anchor, or to a value that contains them
 * @throws Problem if the expanded document is too large or nested too deeply
 */
export function expandAliases(
  document: Document,
  problemAt: (node: Node, message: string) => Problem,
  problems: ProblemList,
): void {
  const anchors = new Map<string, Node>();
  const extents = new Map<Node, Extent>();
  let [repeatedValues, repeatedCharacters] = [0, 0];

  /** Returns the node to use, and its extent. */
  function expand(node: unknown, depth: number): readonly [node: unknown, extent: Extent] {
    if (!isNode(node)) return [node, EMPTY];
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      const extent = target && extents.get(target);
      if (target && extent) {
        repeatedValues += extent.values;
        repeatedCharacters += extent.characters;
        if (repeatedValues > MAX_REPEATED_VALUES) {
          throw problemAt(node, repeatsTooMuch(MAX_REPEATED_VALUES, "values", node.source));
        }
        if (repeatedCharacters > MAX_REPEATED_CHARACTERS) {
          throw problemAt(node, repeatsTooMuch(MAX_REPEATED_CHARACTERS, "characters", node.source));
        }
        if (depth + extent.levels > MAX_DEPTH) throw problemAt(node, TOO_DEEP);
        return [target, extent];
      }
      problems.add(() =>
        problemAt(node, target ? containsItself(shorten(node.source)) : undefinedAlias(`*${shorten(node.source)}`)),
      );
      return [node, EMPTY];
    }
    if (node.anchor !== undefined) anchors.set(node.anchor, node);
    const extent = isMap(node) || isSeq(node) ? expandItems(node, depth + 1) : extentOfScalar(node);
    extents.set(node, extent);
    return [node, extent];
  }

  function expandItems(node: YAMLMap | YAMLSeq, depth: number): Extent {
    if (depth > MAX_DEPTH) throw problemAt(node, TOO_DEEP);
    const items: unknown[] = node.items;
    let [values, characters, levels] = [1, 0, 1];
    for (const [index, item] of items.entries()) {
      const extents = isPair(item) ? expandPair(item, depth) : [expandItem(items, index, depth)];
      for (const extent of extents) {
        values += extent.values;
        characters += extent.characters;
        levels = Math.max(levels, extent.levels + 1);
      }
    }
    return { values, characters, levels };
  }

  function expandItem(items: unknown[], index: number, depth: number): Extent {
    const [node, extent] = expand(items[index], depth);
    items[index] = node;
    return extent;
  }

  function expandPair(pair: Pair, depth: number): readonly Extent[] {
    const [key, keyExtent] = expandKey(pair.key, depth);
    const [value, valueExtent] = expand(pair.value, depth);
    pair.key = key;
    pair.value = value;
    return [keyExtent, valueExtent];
  }

  // A repeated key would not be recognized, and a merge key would not be visible.
  function expandKey(key: unknown, depth: number): readonly [key: unknown, extent: Extent] {
    if (!isAlias(key)) return expand(key, depth);
    problems.add(() => problemAt(key, aliasAsKey(shorten(key.source))));
    return [key, EMPTY];
  }

  // An alias can't be the whole document: no anchor is defined before it.
  expand(document.contents, 0);
}

function extentOfScalar(node: Node): Extent {
  return { ...EMPTY, characters: isScalar(node) ? (node.source ?? "").length : 0 };
}

function repeatsTooMuch(limit: number, unit: string, anchor: string): string {
  return `The aliases of a file must not repeat more than ${limit.toLocaleString("en")} ${unit}, and *${shorten(anchor)} exceeds this limit.`;
}

function aliasAsKey(anchor: string): string {
  return `An alias must not be a key, got *${anchor}. Write the key itself.`;
}

function containsItself(anchor: string): string {
  return `The alias *${anchor} must not be inside the value that it refers to, which starts at the anchor &${anchor}.`;
}

/** Describes an alias without an anchor; the quoted text can be a pattern that YAML reads as an alias. */
export function undefinedAlias(quoted: string): string {
  return `A value that starts with * is a YAML alias, and the anchor &${quoted.slice(1)} is not defined before it. Quote it if it is a pattern: ${JSON.stringify(quoted)}.`;
}

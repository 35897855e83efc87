import { readFileSync } from "node:fs";
import { parseAst } from "rolldown/parseAst";

/** A test, and the numbers that a description of it can state. */
export interface QuotedTest {
  /** Numbers in the test and in the constants that it uses: literals, lengths of lists, numbers of alternatives. */
  readonly numbers: ReadonlySet<number>;
  /** Numbers of random runs, by default and in `npm run test:full`; empty if the test has none. */
  readonly runs: ReadonlySet<number>;
}

/** A node of a syntax tree. */
interface SyntaxNode {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Initial values of a file's constants, by name. Functions are left out: few of their numbers describe a test. */
type Constants = ReadonlyMap<string, readonly SyntaxNode[]>;

/** Functions of fast-check that choose between their arguments. */
const ALTERNATIVES = new Set(["constantFrom", "oneof"]);

/** Names of Vitest's functions, and of tests with other fixtures in the same file, such as `rowsTest`. */
const TEST_FUNCTION = /^(?:test|it|[a-z]+Test)$/;

/** Returns the tests of a file by their titles. Tests of the same title, as in several groups, are combined. */
export function readTests(file: URL): ReadonlyMap<string, QuotedTest> {
  const nodes = nodesIn(parseFile(file));
  const constants = constantsIn(nodes);
  const tests = new Map<string, QuotedTest>();
  for (const node of nodes) {
    const title = titleOf(node);
    if (title === undefined) continue;
    const { numbers, runs } = tests.get(title) ?? { numbers: new Set<number>(), runs: new Set<number>() };
    tests.set(title, {
      numbers: numbers.union(numbersIn(node, constants)),
      runs: runs.union(runsIn(node, constants)),
    });
  }
  return tests;
}

/** Parses a TypeScript file. */
function parseFile(file: URL): SyntaxNode {
  const program: unknown = parseAst(readFileSync(file, "utf8"), { lang: "ts" });
  if (!isNode(program)) throw new Error(`${file.pathname} could not be parsed.`);
  return program;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

/** Returns a node's list or child nodes of a field. */
const children = (value: unknown): SyntaxNode[] => [value].flat().filter(isNode);

/** Returns a node and all nodes below it. */
function nodesIn(node: SyntaxNode): SyntaxNode[] {
  return [node, ...Object.values(node).flatMap(children).flatMap(nodesIn)];
}

function constantsIn(nodes: readonly SyntaxNode[]): Constants {
  const constants = new Map<string, SyntaxNode[]>();
  for (const { type, id, init } of nodes) {
    const name = nameOf(id);
    if (type !== "VariableDeclarator" || name === undefined || !isNode(init) || /Function/.test(init.type)) continue;
    constants.set(name, [...(constants.get(name) ?? []), init]);
  }
  return constants;
}

/** Returns an identifier's name, or the name of a member such as `fc.assert`. */
function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === "MemberExpression") return nameOf(node["property"]);
  return node.type === "Identifier" ? String(node["name"]) : undefined;
}

/** Returns the title if a node is a call of `test` or `it`, also of `test.each(...)` and the like. */
function titleOf({ type, callee, arguments: given }: SyntaxNode): string | undefined {
  if (type !== "CallExpression" || !isTestFunction(callee)) return undefined;
  const [title] = children(given);
  return title?.type === "Literal" && typeof title["value"] === "string" ? title["value"] : undefined;
}

function isTestFunction(callee: unknown): boolean {
  if (!isNode(callee)) return false;
  if (callee.type === "Identifier") return TEST_FUNCTION.test(String(callee["name"]));
  return isTestFunction(callee.type === "MemberExpression" ? callee["object"] : callee["callee"]);
}

function numbersIn(node: SyntaxNode, constants: Constants, visited = new Set<string>()): Set<number> {
  return new Set(
    nodesIn(node).flatMap((inner) => {
      const name = nameOf(inner);
      if (inner.type === "Identifier" && name !== undefined && !visited.has(name)) {
        visited.add(name);
        return (constants.get(name) ?? []).flatMap((value) => [...numbersIn(value, constants, visited)]);
      }
      return ownNumber(inner) ?? numbersOfProperties(inner, constants);
    }),
  );
}

/** Returns the number that a node stands for, if any. */
function ownNumber({ type, value, elements, callee, arguments: given }: SyntaxNode): number | undefined {
  if (type === "Literal" && typeof value === "number") return value;
  if (type === "ArrayExpression") return lengthOf(elements);
  if (type === "CallExpression" && ALTERNATIVES.has(nameOf(callee) ?? "")) return children(given).length;
  return undefined;
}

/** Returns how many properties an object has whose properties are listed, as by `Object.entries(CASES)`. */
function numbersOfProperties({ type, callee, arguments: given }: SyntaxNode, constants: Constants): number[] {
  if (type !== "CallExpression" || !isNode(callee) || nameOf(callee["object"]) !== "Object") return [];
  return children(given)
    .flatMap((object) => constants.get(nameOf(object) ?? "") ?? [])
    .map(({ properties }) => children(properties).length);
}

/** Returns the length of a list, including the lists that are spread into it. */
function lengthOf(elements: unknown): number {
  const lengths = children(elements).map(({ type, argument }) => {
    const isSpreadList = type === "SpreadElement" && isNode(argument) && argument.type === "ArrayExpression";
    return isSpreadList ? lengthOf(argument["elements"]) : 1;
  });
  return lengths.reduce((sum, length) => sum + length, 0);
}

/** Returns the numbers of runs of a test's random cases. */
function runsIn(test: SyntaxNode, constants: Constants): Set<number> {
  const nodes = nodesIn(test);
  const asserts = nodes.filter(
    ({ type, callee }) =>
      type === "CallExpression" && isNode(callee) && nameOf(callee["object"]) === "fc" && nameOf(callee) === "assert",
  );
  return new Set(
    asserts.flatMap((assert) => {
      const runs = numbersOfRuns(assert, constants);
      return runs.length > 0 ? runs : DEFAULT_RUNS;
    }),
  );
}

function numbersOfRuns(node: SyntaxNode, constants: Constants): number[] {
  return nodesIn(node)
    .filter(({ type, key }) => type === "Property" && nameOf(key) === "numRuns")
    .flatMap(({ value }) => children(value))
    .flatMap((value) => [...numbersIn(value, constants)]);
}

/** Numbers of runs of tests that do not set their own. */
const DEFAULT_RUNS = numbersOfRuns(parseFile(new URL("../property-runs.ts", import.meta.url)), new Map());

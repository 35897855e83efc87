import { dirname, relative } from "node:path";
import { callDefinitionOf } from "../../packages/core/src/contract/call-definition.ts";
import type { AnyOperation } from "../../packages/core/src/contract/operation-types.ts";
import { type ContractModule, type ExportedValue, isOperation } from "./collect-contract.ts";

/** A module to write: its path below the contract's folder, without an extension, and its text. */
export interface WrittenModule {
  readonly path: string;
  readonly text: string;
}

/** Path of the module with the constants that several modules use. */
const SHARED_PATH = "shared-data";

/** Length of a value's text from which on it becomes a constant if it occurs more than once. */
const MIN_SHARED_LENGTH = 24;

/** An occurrence of a value: what it looks like, and how often and in which modules it occurs. */
interface Occurrences {
  count: number;
  readonly paths: Set<string>;
}

/**
 * Writes modules of plain data that have the same exports as the contract's modules, without zod. Equal parts become one
 * constant each, so that a bundler keeps only those that are used.
 */
export function writeDataModules(
  modules: readonly ContractModule[],
  references: ReadonlyMap<unknown, ExportedValue>,
): WrittenModule[] {
  const operationPlaces = new Map<string, ExportedValue>();
  for (const { path, operations } of modules)
    for (const [name, { route }] of operations) operationPlaces.set(route, { path, name });
  const placeOf = (value: unknown): ExportedValue | undefined =>
    references.get(value) ?? (isOperation(value) ? operationPlaces.get(value.route) : undefined);

  const occurrences = new Map<string, Occurrences>();
  const keys = new Map<object, string>();

  /** Text that is equal for equal values. */
  function keyOf(value: unknown): string {
    const place = placeOf(value);
    if (place) return `${place.path}#${place.name}`;
    if (typeof value === "function") throw new Error(`The contract refers to a function without a name: ${value}`);
    if (typeof value !== "object" || value === null || value instanceof RegExp) return literal(value);
    const known = keys.get(value);
    if (known !== undefined) return known;
    const key = Array.isArray(value)
      ? `[${value.map(keyOf).join()}]`
      : `{${Object.entries(value)
          .map(([name, field]) => `${JSON.stringify(name)}:${keyOf(field)}`)
          .join()}}`;
    keys.set(value, key);
    return key;
  }

  function count(value: unknown, path: string): void {
    if (typeof value !== "object" || value === null || value instanceof RegExp || placeOf(value)) return;
    const key = keyOf(value);
    const seen = occurrences.get(key) ?? { count: 0, paths: new Set() };
    occurrences.set(key, seen);
    seen.count++;
    seen.paths.add(path);
    // The parts of a repeated value belong to its constant.
    if (seen.count === 1) for (const field of Object.values(value)) count(field, path);
  }

  /** Whether a value contains functions. Those that the shared module imported would be part of every bundle that is split. */
  const refersToCode = (value: unknown): boolean =>
    placeOf(value) !== undefined ||
    (typeof value === "object" && value !== null && Object.values(value).some(refersToCode));

  const exportsOf = ({ operations, events }: ContractModule): [name: string, value: object][] => [
    ...inOrder(operations).map(([name, operation]): [string, object] => [name, callDefinitionOf(operation)]),
    ...[...events].map(([name, event]): [string, object] => [name, { rule: event.rule, definition: event.define() }]),
  ];
  for (const module of modules) for (const [, value] of exportsOf(module)) count(value, module.path);

  const shared = new ModuleText(SHARED_PATH);
  const texts = new Map<string, ModuleText>();

  /** Writes a value as an expression of a module; constants that it needs are written before. */
  function write(value: unknown, module: ModuleText, isRoot = false): string {
    const place = placeOf(value);
    if (place) return place.path === module.path ? place.name : module.importName(place);
    if (typeof value !== "object" || value === null || value instanceof RegExp) return literal(value);
    const key = keyOf(value);
    const seen = occurrences.get(key);
    if (!isRoot && seen && seen.count > 1 && key.length >= MIN_SHARED_LENGTH) {
      if (seen.paths.size === 1 || module === shared || refersToCode(value))
        return module.constant(key, () => write(value, module, true));
      const name = shared.constant(key, () => write(value, shared, true));
      return module === shared ? name : module.importName({ path: SHARED_PATH, name });
    }
    if (Array.isArray(value)) return `[${value.map((item) => write(item, module)).join(", ")}]`;
    const fields = Object.entries(value).map(([name, field]) => `${propertyName(name)}: ${write(field, module)}`);
    return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
  }

  for (const { path, operations, events } of modules) {
    const module = new ModuleText(path);
    texts.set(path, module);
    for (const [name, operation] of inOrder(operations)) {
      const definition = write(callDefinitionOf(operation), module, true);
      const { route, method, path: pattern } = operation;
      const head = `route: ${literal(route)}, method: ${literal(method)}, path: ${literal(pattern)}`;
      // V8 compiles a function's body at its first call, but builds constants when their module is loaded.
      module.lines.push(`let ${name}$;`);
      module.lines.push(`export const ${name} = { ${head}, define: () => (${name}$ ??= ${definition}) };`);
    }
    for (const [name, event] of events) {
      const definition = write(event.define(), module, true);
      module.lines.push(`let ${name}$;`);
      const head = `name: ${literal(event.name)}, rule: ${write(event.rule, module)}`;
      module.lines.push(`export const ${name} = { ${head}, define: () => (${name}$ ??= ${definition}) };`);
    }
  }
  return [shared, ...texts.values()].map((module) => ({ path: module.path, text: module.toText() }));
}

/** Operations in an order in which each comes after those that its definition refers to. */
function inOrder(operations: ReadonlyMap<string, AnyOperation>): [name: string, operation: AnyOperation][] {
  const isReferring = (operation: AnyOperation) => callDefinitionOf(operation).verification !== undefined;
  const entries = [...operations];
  return [...entries.filter(([, value]) => !isReferring(value)), ...entries.filter(([, value]) => isReferring(value))];
}

/** The text of a module while it is written. */
class ModuleText {
  readonly path: string;
  readonly lines: string[] = [];
  readonly #constants = new Map<string, string>();
  readonly #imports = new Map<string, Set<string>>();

  constructor(path: string) {
    this.path = path;
  }

  /** Returns the name of a constant; writes it at its first use. */
  constant(key: string, write: () => string): string {
    const known = this.#constants.get(key);
    if (known !== undefined) return known;
    const text = write();
    const name = `data${this.#constants.size}`;
    this.#constants.set(key, name);
    this.lines.push(`${this.path === SHARED_PATH ? "export " : ""}const ${name} = ${text};`);
    return name;
  }

  importName({ path, name }: ExportedValue): string {
    const names = this.#imports.get(path) ?? new Set();
    this.#imports.set(path, names.add(name));
    return path === SHARED_PATH ? `shared${name.slice(4)}` : name;
  }

  toText(): string {
    const imports = [...this.#imports].map(([path, names]) => {
      const specifiers = [...names].map((name) => (path === SHARED_PATH ? `${name} as shared${name.slice(4)}` : name));
      return `import { ${specifiers.join(", ")} } from "${importPath(this.path, path)}";`;
    });
    return [...imports, ...this.lines, ""].join("\n");
  }
}

function importPath(from: string, to: string): string {
  const path = relative(dirname(from), `${to}.js`);
  return path.startsWith(".") ? path : `./${path}`;
}

function literal(value: unknown): string {
  return value instanceof RegExp ? String(value) : (JSON.stringify(value) ?? "undefined");
}

function propertyName(name: string): string {
  return /^([A-Za-z_$][\w$]*|\d+)$/.test(name) ? name : JSON.stringify(name);
}

import { parseSync } from "rolldown/utils";

type Program = ReturnType<typeof parseSync>["program"];
type Statement = Program["body"][number];

/** A module's code, as far as it tells what goes from block to block. */
export interface Names {
  /** What it declares or imports at its top, each with the clause and the module that another one has it from. */
  readonly declared: ReadonlyMap<string, { readonly clause: string; readonly from: string | undefined }>;
  /** Which of those it exports itself. */
  readonly exported: ReadonlySet<string>;
  /** Every name that stands in it, for whatever it stands. */
  readonly mentioned: ReadonlySet<string>;
  readonly imports: ReadonlySet<string>;
}

/** Why code is no module; nothing, where it is one. @param line its first in its document */
export function syntaxErrors(code: string, file: string, line: number): string[] {
  return parseSync(file, code, { sourceType: "module" }).errors.map(({ message, labels: [label] }) => {
    const before = code.slice(0, label?.start ?? 0).split("\n").length - 1;
    return `line ${line + before}: ${message}`;
  });
}

/** Reads a module's names. */
export function readNames(code: string, file: string): Names {
  const { program } = parseSync(file, code, { sourceType: "module" });
  const declared = new Map<string, { clause: string; from: string | undefined }>();
  const exported = new Set<string>();
  const imports = new Set<string>();
  for (const outer of program.body) {
    const given = outer.type === "ExportNamedDeclaration" ? outer.declaration : null;
    if (outer.type === "ImportDeclaration") imports.add(outer.source.value);
    for (const [name, clause] of namesOf(given ?? outer)) {
      declared.set(name, { clause, from: outer.type === "ImportDeclaration" ? outer.source.value : undefined });
      if (given !== null) exported.add(name);
    }
  }
  return { declared, exported, mentioned: mentionedIn(program), imports };
}

/** The names that a statement declares, each with how another module would import it. */
function namesOf(statement: Statement): (readonly [name: string, clause: string])[] {
  switch (statement.type) {
    case "ImportDeclaration":
      return statement.specifiers.map((specifier) => {
        const { name } = specifier.local;
        const type = statement.importKind === "type" || ("importKind" in specifier && specifier.importKind === "type");
        return [name, `${type ? "type " : ""}${clauseOf(specifier)}`];
      });
    case "VariableDeclaration":
      return statement.declarations.flatMap(({ id }) => boundBy(id)).map((name) => [name, `{ ${name} }`]);
    case "FunctionDeclaration":
    case "ClassDeclaration":
      return statement.id ? [[statement.id.name, `{ ${statement.id.name} }`]] : [];
    case "TSInterfaceDeclaration":
    case "TSTypeAliasDeclaration":
      return [[statement.id.name, `type { ${statement.id.name} }`]];
    default:
      return [];
  }
}

type Specifier = Extract<Statement, { type: "ImportDeclaration" }>["specifiers"][number];

function clauseOf(specifier: Specifier): string {
  const { name } = specifier.local;
  if (specifier.type === "ImportDefaultSpecifier") return name;
  if (specifier.type === "ImportNamespaceSpecifier") return `* as ${name}`;
  const { imported } = specifier;
  return `{ ${imported.type === "Literal" ? JSON.stringify(imported.value) : imported.name} as ${name} }`;
}

type Pattern = Extract<Statement, { type: "VariableDeclaration" }>["declarations"][number]["id"];

function boundBy(pattern: Pattern): string[] {
  switch (pattern.type) {
    case "Identifier":
      return [pattern.name];
    case "ObjectPattern":
      return pattern.properties.flatMap((part) => boundBy(part.type === "Property" ? part.value : part.argument));
    case "ArrayPattern":
      return pattern.elements.flatMap((part) => {
        if (part === null) return [];
        return boundBy(part.type === "RestElement" ? part.argument : part);
      });
    case "AssignmentPattern":
      return boundBy(pattern.left);
  }
}

function mentionedIn(node: unknown, names = new Set<string>()): Set<string> {
  if (typeof node !== "object" || node === null) return names;
  if ("type" in node && "name" in node && typeof node.name === "string") names.add(node.name);
  for (const child of Object.values(node)) mentionedIn(child, names);
  return names;
}

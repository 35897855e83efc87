import { parseSync } from "rolldown/utils";

type ModuleProgram = ReturnType<typeof parseSync>["program"];
type ModuleStatement = ModuleProgram["body"][number];

/** The names in a module that other blocks can use. */
export interface ModuleNames {
  /** Top-level declarations and imports, each with the import clause and module for another block. */
  readonly declared: ReadonlyMap<string, { readonly clause: string; readonly from: string | undefined }>;
  /** The declared names that it exports itself. */
  readonly exported: ReadonlySet<string>;
  /** All identifiers in the module. */
  readonly mentioned: ReadonlySet<string>;
  readonly imports: ReadonlySet<string>;
}

/**
 * Returns the syntax errors of a module.
 * @param line of its first line in the document
 */
export function syntaxErrors(code: string, file: string, line: number): string[] {
  return parseSync(file, code, { sourceType: "module" }).errors.map(({ message, labels: [label] }) => {
    const before = code.slice(0, label?.start ?? 0).split("\n").length - 1;
    return `line ${line + before}: ${message}`;
  });
}

export function readModuleNames(code: string, file: string): ModuleNames {
  const { program } = parseSync(file, code, { sourceType: "module" });
  const declared = new Map<string, { clause: string; from: string | undefined }>();
  const exported = new Set<string>();
  const imports = new Set<string>();
  for (const statement of program.body) {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : null;
    if (statement.type === "ImportDeclaration") imports.add(statement.source.value);
    for (const [name, clause] of namesOf(declaration ?? statement)) {
      declared.set(name, { clause, from: statement.type === "ImportDeclaration" ? statement.source.value : undefined });
      if (declaration !== null) exported.add(name);
    }
  }
  return { declared, exported, mentioned: mentionedIn(program), imports };
}

/** Returns the names that a statement declares, each with its import clause. */
function namesOf(statement: ModuleStatement): (readonly [name: string, clause: string])[] {
  switch (statement.type) {
    case "ImportDeclaration":
      return statement.specifiers.map((specifier) => {
        const { name } = specifier.local;
        const type = statement.importKind === "type" || ("importKind" in specifier && specifier.importKind === "type");
        return [name, `${type ? "type " : ""}${clauseOf(specifier)}`];
      });
    case "VariableDeclaration":
      return statement.declarations.flatMap(({ id }) => boundNames(id)).map((name) => [name, `{ ${name} }`]);
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

type ImportSpecifier = Extract<ModuleStatement, { type: "ImportDeclaration" }>["specifiers"][number];

function clauseOf(specifier: ImportSpecifier): string {
  const { name } = specifier.local;
  if (specifier.type === "ImportDefaultSpecifier") return name;
  if (specifier.type === "ImportNamespaceSpecifier") return `* as ${name}`;
  const { imported } = specifier;
  return `{ ${imported.type === "Literal" ? JSON.stringify(imported.value) : imported.name} as ${name} }`;
}

type BindingPattern = Extract<ModuleStatement, { type: "VariableDeclaration" }>["declarations"][number]["id"];

function boundNames(pattern: BindingPattern): string[] {
  switch (pattern.type) {
    case "Identifier":
      return [pattern.name];
    case "ObjectPattern":
      return pattern.properties.flatMap((part) => boundNames(part.type === "Property" ? part.value : part.argument));
    case "ArrayPattern":
      return pattern.elements.flatMap((part) => {
        if (part === null) return [];
        return boundNames(part.type === "RestElement" ? part.argument : part);
      });
    case "AssignmentPattern":
      return boundNames(pattern.left);
  }
}

function mentionedIn(node: unknown, names = new Set<string>()): Set<string> {
  if (typeof node !== "object" || node === null) return names;
  if ("type" in node && "name" in node && typeof node.name === "string") names.add(node.name);
  for (const child of Object.values(node)) mentionedIn(child, names);
  return names;
}

import { parseSync } from "rolldown/utils";

type ProgramStatement = ReturnType<typeof parseSync>["program"]["body"][number];
type ProgramExpression = Extract<ProgramStatement, { type: "ExpressionStatement" }>["expression"];

/** A comment that states the value of a statement. */
export interface ValueComment {
  /** Name under which the block's module exports the value. */
  readonly name: string;
  readonly text: string;
  /** Whether it can be an ordinary comment, if the value is undefined. */
  readonly isOptional: boolean;
}

/** A literal value: `true`, `12`, `"text"`, `{ … }`, `[ … ]`, or the name of its class. */
const VALUE_TEXT = /^(?:[[{"].*|-?\d[\d_.]*|true|false|null|undefined|[A-Z]\w*)$/s;

/**
 * Finds comments that state values, and exports those values from the module. Such a comment is a value after a
 * statement on the same line, or a string below an expression. `…` and `...` stand for omitted parts.
 */
export function findValueComments(
  code: string,
  file: string,
): { readonly code: string; readonly claims: readonly ValueComment[] } {
  const { program, comments } = parseSync(file, code, { sourceType: "module" });
  const found: ValueComment[] = [];
  let changed = code;
  // Last first, so that earlier positions stay valid.
  for (const statement of program.body.toReversed()) {
    const comment = comments.find(({ start }) => start >= statement.end);
    const between = code.slice(statement.end, comment?.start);
    if (comment?.type !== "Line" || !/^[^\S\n]*\n?[^\S\n]*$/.test(between)) continue;
    const text = comment.value.trim();
    const below = between.includes("\n");
    if (
      statement.type === "ExpressionStatement" &&
      (below ? isValueExpression(statement.expression) : VALUE_TEXT.test(text))
    ) {
      const shown = printedExpression(statement.expression);
      const name = `claim${statement.start}`;
      found.push({ name, text, isOptional: below && shown.type === "CallExpression" });
      const value = `export const ${name} = (${code.slice(shown.start, shown.end)});`;
      changed = `${changed.slice(0, statement.start)}${value}${changed.slice(statement.end)}`;
    } else if (statement.type === "VariableDeclaration" && !below && VALUE_TEXT.test(text)) {
      const [name] = /[\w$]+/.exec(code.slice(statement.declarations[0]?.id.start)) ?? [];
      if (name !== undefined) found.push({ name, text, isOptional: false });
    }
  }
  return { code: changed, claims: found };
}

const isValueExpression = ({ type }: ProgramExpression) =>
  type !== "AwaitExpression" && type !== "AssignmentExpression";

/** Returns the argument of a console call, otherwise the expression. */
function printedExpression(expression: ProgramExpression) {
  if (expression.type !== "CallExpression" || expression.callee.type !== "MemberExpression") return expression;
  const { object } = expression.callee;
  const [only, ...more] = expression.arguments;
  const isPrinted = object.type === "Identifier" && object.name === "console" && more.length === 0;
  return isPrinted ? (only ?? expression) : expression;
}

/** Returns the problem of a comment; undefined if its value is right or if it is an ordinary comment. */
export function checkValueComment(value: unknown, { text, isOptional }: ValueComment): string | undefined {
  return matchesText(value, text, isOptional)
    ? undefined
    : `the comment says ${JSON.stringify(text)}, got ${JSON.stringify(value) ?? String(value)}`;
}

function matchesText(value: unknown, text: string, isOptional: boolean): boolean {
  if (!VALUE_TEXT.test(text)) {
    if (typeof value !== "string") return isOptional || value !== undefined;
    const parts = text.split(/…|\.\.\./).map((part) => RegExp.escape(part.trim()));
    return new RegExp(`^${parts.join(".*")}$`, "s").test(value);
  }
  if (/^[A-Z]/.test(text)) return value instanceof Object && value.constructor.name === text;
  const expected = `(${text.replaceAll(/(?:…|\.\.\.)(?=\s*[\]},])/g, "...more")})`;
  const { program, errors } = parseSync("claim.ts", expected);
  const [statement] = program.body;
  return (
    errors.length === 0 && statement?.type === "ExpressionStatement" && matchesExpression(value, statement.expression)
  );
}

/** Whether a value equals the expected one. Objects must not have additional fields unless the comment has `…`. */
function matchesExpression(value: unknown, expected: ProgramExpression): boolean {
  switch (expected.type) {
    case "ParenthesizedExpression":
      return matchesExpression(value, expected.expression);
    case "Literal":
      return value === expected.value;
    case "UnaryExpression":
      return typeof value === "number" && matchesExpression(-value, expected.argument);
    case "Identifier":
      return value === undefined && expected.name === "undefined";
    case "ArrayExpression": {
      if (!Array.isArray(value)) return false;
      const shown = expected.elements.flatMap((part) => (part === null || part.type === "SpreadElement" ? [] : part));
      const all = shown.length === expected.elements.length;
      return (!all || value.length === shown.length) && shown.every((part, at) => matchesExpression(value[at], part));
    }
    case "ObjectExpression": {
      if (typeof value !== "object" || value === null) return false;
      const fields = new Map(Object.entries(value));
      const shown = expected.properties.flatMap((part) => (part.type === "Property" ? part : []));
      const all = shown.length === expected.properties.length;
      return (!all || fields.size === shown.length) && shown.every((part) => hasField(fields, part));
    }
    default:
      return false;
  }
}

type ObjectProperty = Extract<
  Extract<ProgramExpression, { type: "ObjectExpression" }>["properties"][number],
  { type: "Property" }
>;

/** A field given by name only must exist with any value. */
function hasField(fields: ReadonlyMap<string, unknown>, { key, shorthand, value }: ObjectProperty): boolean {
  const name = key.type === "Identifier" ? key.name : key.type === "Literal" ? String(key.value) : "";
  return fields.has(name) && (shorthand || matchesExpression(fields.get(name), value));
}

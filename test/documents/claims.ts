import { parseSync } from "rolldown/utils";

type Statement = ReturnType<typeof parseSync>["program"]["body"][number];
type Expression = Extract<Statement, { type: "ExpressionStatement" }>["expression"];

/** What a comment says that a statement gives. */
export interface Claim {
  /** As what the block's module exports the value. */
  readonly name: string;
  readonly said: string;
  /** Whether it may be a comment like any other, where nothing comes. */
  readonly open: boolean;
}

/** A value as it is written: `true`, `12`, `"text"`, `{ … }`, `[ … ]`, or the name of its class. */
const VALUE = /^(?:[[{"].*|-?\d[\d_.]*|true|false|null|undefined|[A-Z]\w*)$/s;

/**
 * Finds what comments say of values, and lets the module export those: a value that is written behind a statement on the
 * same line, and a line below an expression, which is the text that it gives. `…` and `...` stand for more.
 */
export function findClaims(code: string, file: string): { readonly code: string; readonly claims: readonly Claim[] } {
  const { program, comments } = parseSync(file, code, { sourceType: "module" });
  const claims: Claim[] = [];
  let changed = code;
  // From behind, so that what stands before keeps its place.
  for (const statement of program.body.toReversed()) {
    const comment = comments.find(({ start }) => start >= statement.end);
    const between = code.slice(statement.end, comment?.start);
    if (comment?.type !== "Line" || !/^[^\S\n]*\n?[^\S\n]*$/.test(between)) continue;
    const said = comment.value.trim();
    const below = between.includes("\n");
    if (statement.type === "ExpressionStatement" && (below ? isPlain(statement.expression) : VALUE.test(said))) {
      const shown = printed(statement.expression);
      const name = `claim${statement.start}`;
      claims.push({ name, said, open: below && shown.type === "CallExpression" });
      const value = `export const ${name} = (${code.slice(shown.start, shown.end)});`;
      changed = `${changed.slice(0, statement.start)}${value}${changed.slice(statement.end)}`;
    } else if (statement.type === "VariableDeclaration" && !below && VALUE.test(said)) {
      const [name] = /[\w$]+/.exec(code.slice(statement.declarations[0]?.id.start)) ?? [];
      if (name !== undefined) claims.push({ name, said, open: false });
    }
  }
  return { code: changed, claims };
}

const isPlain = ({ type }: Expression) => type !== "AwaitExpression" && type !== "AssignmentExpression";

/** What is printed where something is; else all of it. */
function printed(expression: Expression) {
  if (expression.type !== "CallExpression" || expression.callee.type !== "MemberExpression") return expression;
  const { object } = expression.callee;
  const [only, ...more] = expression.arguments;
  const isPrinted = object.type === "Identifier" && object.name === "console" && more.length === 0;
  return isPrinted ? (only ?? expression) : expression;
}

/** What is wrong with a claim; undefined, where it holds, or a comment is only a comment. */
export function checkClaim(value: unknown, { said, open }: Claim): string | undefined {
  return holds(value, said, open)
    ? undefined
    : `it says ${JSON.stringify(said)}, and what comes is ${JSON.stringify(value) ?? String(value)}`;
}

function holds(value: unknown, said: string, open: boolean): boolean {
  if (!VALUE.test(said)) {
    if (typeof value !== "string") return open || value !== undefined;
    const parts = said.split(/…|\.\.\./).map((part) => RegExp.escape(part.trim()));
    return new RegExp(`^${parts.join(".*")}$`, "s").test(value);
  }
  if (/^[A-Z]/.test(said)) return value instanceof Object && value.constructor.name === said;
  const written = `(${said.replaceAll(/(?:…|\.\.\.)(?=\s*[\]},])/g, "...more")})`;
  const { program, errors } = parseSync("claim.ts", written);
  const [statement] = program.body;
  return errors.length === 0 && statement?.type === "ExpressionStatement" && agrees(value, statement.expression);
}

/** Whether a value is as it was written: with the fields that it names, and no others unless it says so. */
function agrees(value: unknown, written: Expression): boolean {
  switch (written.type) {
    case "ParenthesizedExpression":
      return agrees(value, written.expression);
    case "Literal":
      return value === written.value;
    case "UnaryExpression":
      return typeof value === "number" && agrees(-value, written.argument);
    case "Identifier":
      return value === undefined && written.name === "undefined";
    case "ArrayExpression": {
      if (!Array.isArray(value)) return false;
      const shown = written.elements.flatMap((part) => (part === null || part.type === "SpreadElement" ? [] : part));
      const all = shown.length === written.elements.length;
      return (!all || value.length === shown.length) && shown.every((part, at) => agrees(value[at], part));
    }
    case "ObjectExpression": {
      if (typeof value !== "object" || value === null) return false;
      const fields = new Map(Object.entries(value));
      const shown = written.properties.flatMap((part) => (part.type === "Property" ? part : []));
      const all = shown.length === written.properties.length;
      return (!all || fields.size === shown.length) && shown.every((part) => hasField(fields, part));
    }
    default:
      return false;
  }
}

type Property = Extract<Extract<Expression, { type: "ObjectExpression" }>["properties"][number], { type: "Property" }>;

/** A field that only its name is given of is there, whatever it is. */
function hasField(fields: ReadonlyMap<string, unknown>, { key, shorthand, value }: Property): boolean {
  const name = key.type === "Identifier" ? key.name : key.type === "Literal" ? String(key.value) : "";
  return fields.has(name) && (shorthand || agrees(fields.get(name), value));
}

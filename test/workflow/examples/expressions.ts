import { data, Evaluator, Lexer, Parser } from "@actions/expressions";

/** Contexts of a workflow's expressions, such as `inputs` and `secrets`. */
export type ExpressionContexts = Readonly<Record<string, unknown>>;

/** The status check functions in a run in which no step fails. */
const STATUS_FUNCTIONS = ["always", "success"].map((name) => ({
  name,
  minArgs: 0,
  maxArgs: 0,
  call: () => new data.BooleanData(true),
}));

function evaluate(expression: string, contexts: ExpressionContexts): data.ExpressionData {
  const context: unknown = JSON.parse(JSON.stringify(contexts), data.reviver);
  if (!(context instanceof data.Dictionary)) throw new TypeError("Contexts must be an object.");
  const { tokens } = new Lexer(expression).lex();
  const parsed = new Parser(tokens, Object.keys(contexts), STATUS_FUNCTIONS).parse();
  return new Evaluator(parsed, context, new Map(STATUS_FUNCTIONS.map((each) => [each.name, each]))).evaluate();
}

/** Evaluates a condition, which needs no `${{ }}`. */
export function evaluateCondition(condition: string, contexts: ExpressionContexts): boolean {
  const text = evaluate(`(${condition}) && true`, contexts).coerceString();
  return text === "true";
}

/** Evaluates a text that is a single expression. */
export function evaluateValue(text: string, contexts: ExpressionContexts): unknown {
  const [, expression = ""] = /^\$\{\{(.*)\}\}$/s.exec(text.trim()) ?? [];
  return JSON.parse(JSON.stringify(evaluate(expression, contexts), data.replacer));
}

/** Replaces the expressions in the values of `with` or `env`. */
export function evaluateTexts(
  values: Readonly<Record<string, unknown>>,
  contexts: ExpressionContexts,
): Readonly<Record<string, string>> {
  const fill = (value: unknown) =>
    String(value).replaceAll(/\$\{\{(.*?)\}\}/gs, (_, expression: string) =>
      evaluate(expression, contexts).coerceString(),
    );
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fill(value)]));
}

import { getInput, setSecret } from "@actions/core";
import { VARIABLE_NAME } from "@forgehand/core/contract";
import type { DialectName } from "@forgehand/core/dialects";
import * as z from "zod/mini";
import { Problem } from "./problem.ts";

/** An input: what its text must be, an example of a right one, and what holds where it is not given. */
interface Declaration<T> {
  readonly schema: z.ZodMiniType<T, string>;
  readonly example: string;
  readonly fallback?: string;
  readonly secret?: true;
}

const oneOf = <const T extends string>(...choices: T[]) =>
  z.enum(choices, { error: `must be ${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}` });

const matching = (pattern: RegExp, problem: string) => z.string().check(z.regex(pattern, { error: problem }));

const wholeNumber = (least: number) =>
  z.pipe(
    matching(/^\d{1,9}$/, "must be a whole number"),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z.number().check(z.gte(least, { error: `must be at least ${least}` })),
    ),
  );

const listOf = (pattern: RegExp, problem: string, compare: (item: string) => string = (item) => item) =>
  z.pipe(
    z.transform((text: string) => text.split(/[\s,]+/).filter((item) => item !== "")),
    z
      .array(matching(pattern, problem))
      .check(z.minLength(1, { error: "names none" }))
      .check(z.refine((items) => new Set(items.map(compare)).size === items.length, { error: "names one twice" })),
  );

const name = matching(VARIABLE_NAME, "must have only letters, digits and _, and no digit first");

/** A repository as it is named: owner/name. */
export interface Repository {
  readonly owner: string;
  readonly repo: string;
}

/** What each input gives, once it is read. */
interface InputValues {
  task: "rotate-secrets" | "oidc-template" | "redeliver";
  mode: "plan" | "check" | "apply";
  token: string;
  "api-url": string;
  dialect: DialectName;
  organization: string;
  repositories: Repository[];
  secret: string;
  value: string;
  "include-claim-keys": string[];
  "use-default": boolean;
  hook: number;
  "state-variable": string;
  "overlap-minutes": number;
  "max-attempts": number;
  wait: number;
}

export type InputName = keyof InputValues;
export type InputValue<N extends InputName> = InputValues[N];

/** Everything that action.yml offers. */
export const INPUTS: { readonly [N in InputName]: Declaration<InputValues[N]> } = {
  task: { schema: oneOf("rotate-secrets", "oidc-template", "redeliver"), example: "redeliver" },
  mode: { schema: oneOf("plan", "check", "apply"), example: "apply", fallback: "plan" },
  token: {
    schema: matching(/^[\x21-\x7e]+$/, "holds a space or another character that no token has"),
    example: `\${{ secrets.FORGEHAND_TOKEN }}`,
    secret: true,
  },
  "api-url": {
    schema: matching(/^https?:\/\/\S+$/, "must be an http or https address"),
    example: "https://api.github.com",
  },
  dialect: { schema: oneOf("github", "svc"), example: "github", fallback: "github" },
  organization: { schema: matching(/^[\w-]+$/, "must be the organization's login"), example: "acme" },
  repositories: {
    schema: z.pipe(
      listOf(/^[\w-]+\/(?!\.{1,2}$)[\w.-]+$/, "must be repositories as owner/name", (name) => name.toLowerCase()),
      z.transform((names) =>
        names.map((name) => {
          const [owner = "", repo = ""] = name.split("/");
          return { owner, repo };
        }),
      ),
    ),
    example: "acme/widgets, acme/gears",
  },
  secret: { schema: name, example: "DEPLOY_KEY" },
  value: { schema: z.string(), example: `\${{ secrets.NEW_DEPLOY_KEY }}`, secret: true },
  "include-claim-keys": {
    schema: listOf(/^\w+$/, "must be claim keys of letters, digits and _"),
    example: "repo, context, job_workflow_ref",
  },
  "use-default": {
    schema: z.pipe(
      oneOf("true", "false"),
      z.transform((text) => text === "true"),
    ),
    example: "true",
    fallback: "false",
  },
  hook: { schema: wholeNumber(1), example: "12345678" },
  "state-variable": {
    schema: name,
    example: "FORGEHAND_REDELIVERY",
    fallback: "FORGEHAND_REDELIVERY",
  },
  "overlap-minutes": { schema: wholeNumber(0), example: "60", fallback: "60" },
  "max-attempts": { schema: wholeNumber(1), example: "5", fallback: "5" },
  wait: { schema: wholeNumber(0), example: "30", fallback: "0" },
};

/**
 * An input that may be left out.
 * @throws Problem that names the input, says what is wrong and shows a right value
 */
export function optionalInput<N extends InputName>(name: N): InputValue<N> | undefined {
  const declaration = INPUTS[name];
  const text = getInput(name, { trimWhitespace: name !== "value" }) || declaration.fallback;
  if (text === undefined) return undefined;
  // Before anything can fail with the text in its message.
  if (declaration.secret) setSecret(text);
  const parsed = z.safeParse(declaration.schema, text);
  if (parsed.success) return parsed.data;
  // An address may hold a password.
  const harmless = text.replace(/\/\/[^/@]*@/, "//…@");
  const shown = declaration.secret ? "" : ` is ${JSON.stringify(harmless)}, which`;
  throw new Problem(
    `The input "${name}"${shown} ${parsed.error.issues[0]?.message ?? "is wrong"}. For example: ${name}: ${declaration.example}`,
  );
}

/**
 * An input that must be given.
 * @throws Problem that names the input, says what is wrong and shows a right value
 */
export function requiredInput<N extends InputName>(name: N): InputValue<N> {
  const value = optionalInput(name);
  if (value !== undefined) return value;
  throw new Problem(`The input "${name}" is missing. For example: ${name}: ${INPUTS[name].example}`);
}

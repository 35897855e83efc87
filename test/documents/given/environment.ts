import { baseUrl, token } from "./anywhere.ts";

/** Values for environment variables that examples read. The first matching pattern applies. */
const VARIABLE_VALUES: readonly (readonly [name: RegExp, value: string])[] = [
  [/TOKEN$/, token],
  [/SECRET$/, "a secret"],
  [/_URL$/, baseUrl],
];

/** Returns the environment variables that code reads as `process.env.TOKEN`, with values if known. */
export function environmentVariablesOf(code: string): [name: string, value: string][] {
  const names = Array.from(code.matchAll(/\bprocess\.env(?:\.(\w+)|\["(\w+)"\])/g), ([, a, b]) => a ?? b ?? "");
  return names.flatMap((name) =>
    VARIABLE_VALUES.filter(([pattern]) => pattern.test(name))
      .slice(0, 1)
      .map(([, value]): [string, string] => [name, value]),
  );
}

import { baseUrl, token } from "./anywhere.ts";

/** What a variable that an example reads holds, by its name; the first that fits. */
const VALUES: readonly (readonly [name: RegExp, value: string])[] = [
  [/TOKEN$/, token],
  [/SECRET$/, "a secret"],
  [/_URL$/, baseUrl],
];

/** The variables that code reads, as far as they can be given: `process.env.TOKEN`. */
export function environmentOf(code: string): [name: string, value: string][] {
  const names = Array.from(code.matchAll(/\bprocess\.env(?:\.(\w+)|\["(\w+)"\])/g), ([, a, b]) => a ?? b ?? "");
  return names.flatMap((name) =>
    VALUES.filter(([fits]) => fits.test(name))
      .slice(0, 1)
      .map(([, value]): [string, string] => [name, value]),
  );
}

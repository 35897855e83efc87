const TYPESCRIPT = new URL("../../node_modules/typescript/", import.meta.url);

/**
 * Returns the path of the native TypeScript compiler. Running it directly avoids the Node process that `tsc` starts,
 * which would add the same cost to every candidate.
 */
export async function findCompiler(): Promise<string> {
  const { default: getExePath }: { default: unknown } = await import(new URL("lib/getExePath.js", TYPESCRIPT).href);
  const path: unknown = typeof getExePath === "function" ? getExePath() : undefined;
  if (typeof path !== "string") throw new Error("the TypeScript compiler was not found; run npm run setup");
  return path;
}

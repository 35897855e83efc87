const TYPESCRIPT = new URL("../../node_modules/typescript/", import.meta.url);

/** The compiler's own program, without the Node that `tsc` starts it with: that would cost every candidate the same. */
export async function findCompiler(): Promise<string> {
  const { default: getExePath }: { default: unknown } = await import(new URL("lib/getExePath.js", TYPESCRIPT).href);
  const path: unknown = typeof getExePath === "function" ? getExePath() : undefined;
  if (typeof path !== "string") throw new Error("the compiler's program was not found");
  return path;
}

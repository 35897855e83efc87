/** What tells a program of this workspace, of its tests, or of where npm was started. */
const OWN = new Set(["NODE_ENV", "NODE_OPTIONS", "NODE_PATH", "VITEST", "npm_config_local_prefix"]);

/** The environment of somebody who never heard of this workspace. */
export function strangersEnvironment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  return { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !OWN.has(name))), ...more };
}

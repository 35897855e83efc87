/** Variables that reveal this workspace, its tests or npm's working directory. */
const WORKSPACE_VARIABLES = new Set(["NODE_ENV", "NODE_OPTIONS", "NODE_PATH", "VITEST", "npm_config_local_prefix"]);

/** Returns an environment without variables of this workspace. */
export function cleanEnvironment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !WORKSPACE_VARIABLES.has(name))),
    ...more,
  };
}

// Entry point for local-action, which calls an exported `run`. The action runs when its main module is imported.
export const run = () => import(process.env["FORGEHAND_LOCAL_MAIN"] ?? "");

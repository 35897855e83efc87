// Directions of imports, for dependency-cruiser: within a package, a folder or file imports only from those listed
// before it.

/** @type {Record<string, string[]>} */
const LAYERS = {
  "packages/core/src": [
    ...["internal", "closest-match", "contract", "errors", "dialect", "by-route", "check-option-names", "validation"],
    ...["client", "namespaced-client", "oidc", "openapi", "operations", "recovery", "sealed-box", "webhooks", "index"],
  ],
  "packages/emulator/src": [
    ...["timestamp", "public", "choice", "cvss", "editions", "escape-html", "origin", "traffic", "node-http"],
    ...["http-error", "read-yaml-file", "archives", "gpg", "state", "sealed-box", "clock", "calls", "faults", "limits"],
    ...["emulator-context", "callers", "git", "expiring-link", "runners", "objects", "deliveries", "rules", "imports"],
    ...["ticker", "http", "oidc", "search", "resources", "seed", "control", "pages", "load-state", "site", "emulator"],
    ...["flags", "command", "cli", "index", "vitest"],
  ],
  extension: [
    ...[
      "locales",
      "model",
      "settings",
      "cache",
      "page",
      "json-error",
      "lists",
      "messages",
      "ui",
      "controls",
      "overlay",
    ],
    ...[
      "reviewers",
      "host",
      "popup",
      "worker",
      "lists-page",
      "options-page",
      "rows",
      "entrypoints",
      "store",
      "manifest",
    ],
    "wxt.config",
  ],
  "action/src": [
    ...["problem", "log", "plan", "service-time", "repository", "settings", "report", "cancellation", "config"],
    ...["connection", "credentials", "targets", "run", "connect", "workspace", "declarations", "tasks", "run-tasks"],
    ...["fleet", "run-step", "bundle", "main"],
  ],
};

/** @param {string[]} names */
const anyOf = (names) => `(?:${names.map((name) => name.replaceAll(".", "\\.")).join("|")})`;

const layerRules = Object.entries(LAYERS).flatMap(([folder, layers]) => [
  ...layers.slice(0, -1).map((layer, index) => ({
    name: `${folder}/${layer}`,
    comment: "A layer must not import from a later one of scripts/quality/dependencies.mjs.",
    severity: "error",
    from: { path: `^${folder}/${anyOf([layer])}(?:/|\\.tsx?$)` },
    to: { path: `^${folder}/${anyOf(layers.slice(index + 1))}(?:/|\\.tsx?$)` },
  })),
  {
    name: `${folder} has all its layers listed`,
    comment: "Add the folder or file to its package in scripts/quality/dependencies.mjs.",
    severity: "error",
    from: { path: `^${folder}/`, pathNot: `^${folder}/${anyOf(layers)}(?:/|\\.tsx?$)` },
    to: {},
  },
]);

export default {
  forbidden: [
    ...layerRules,
    {
      name: "the emulator must not import the client that it is used to test",
      severity: "error",
      from: { path: "^packages/emulator/src/" },
      to: { path: "^packages/core/src/(?:client|recovery|webhooks)/" },
    },
    {
      name: "packages do not import each other's sources",
      severity: "error",
      from: { path: "^(packages/core|packages/emulator|extension|action)/" },
      to: { path: "^(?:packages/emulator|extension|action)/", pathNot: "^$1/" },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\.(test|fixture)\\.|(^|/)(dist|\\.output|\\.wxt|node_modules)/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "default"],
      extensions: [".ts", ".tsx", ".mjs", ".js"],
    },
  },
};

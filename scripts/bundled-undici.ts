import type { Plugin } from "rolldown";

/** Modules of undici, by the names under which its main module exports them. */
const CLASSES = {
  Agent: "lib/dispatcher/agent",
  EnvHttpProxyAgent: "lib/dispatcher/env-http-proxy-agent",
  Pool: "lib/dispatcher/pool",
  ProxyAgent: "lib/dispatcher/proxy-agent",
} as const;

/**
 * Replaces undici's main module. As undici does itself, `request` splits the URL; without a dispatcher, it would use a
 * global one, which the core never does.
 */
const MAIN_MODULE = `"use strict";
const api = require("./lib/api");
Object.assign(require("./lib/dispatcher/dispatcher").prototype, api);
${Object.entries(CLASSES)
  .map(([name, path]) => `exports.${name} = require("./${path}");`)
  .join("\n")}
exports.request = (url, { dispatcher, ...options }) =>
  api.request.call(dispatcher, { ...options, origin: url.origin, path: url.pathname + url.search });
`;

/** Names that a bundle can import from undici. */
export const UNDICI_EXPORTS: readonly string[] = [...Object.keys(CLASSES), "request"];

/**
 * Bundler plugin that reduces undici to the parts that the core's transport uses. Its main module also loads `fetch`,
 * WebSockets, caches and mocks, which bundlers can't remove from CommonJS modules: they were a quarter of the bundle.
 */
export function bundledUndici(): Plugin {
  return {
    name: "bundled-undici",
    load: { filter: { id: /[\\/]node_modules[\\/]undici[\\/]index\.js$/ }, handler: () => MAIN_MODULE },
  };
}

/** Definition with which undici, like its copy in Node.js, contains only one of its two HTTP parsers. */
export const UNDICI_DEFINE = { esbuildDetection: "1" } as const;

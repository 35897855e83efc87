import type { Plugin } from "rolldown";

/** Replaces the main module of `redis`. */
const MAIN_MODULE = `"use strict";
exports.createClient = require("@redis/client/dist/lib/client").default.create;
`;

/** Replaces the list of all commands: those that a connection begins with. Others are sent by `sendCommand`. */
const COMMANDS_MODULE = `"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.default = Object.fromEntries(
  [
    ["AUTH", require("./AUTH")],
    ["CLIENT_SETNAME", require("./CLIENT_SETNAME")],
    ["READONLY", require("./READONLY")],
  ].map(([name, { default: command }]) => [name, command]),
);
exports.NON_STICKY_COMMANDS = exports.default;
`;

/** Replaces telemetry's optional package, which a bundle does not contain. */
const NO_TELEMETRY_MODULE = "module.exports = {};\n";
const NO_TELEMETRY = "no-telemetry";

/**
 * Bundler plugin that reduces the client of Redis to a connection and `sendCommand`. Its main module also loads clusters,
 * Sentinel, 500 commands and the modules for search, JSON and time series, which bundlers can't remove from CommonJS modules.
 */
export function bundledRedis(): Plugin {
  return {
    name: "bundled-redis",
    resolveId: { filter: { id: /^@opentelemetry\/api$/ }, handler: () => NO_TELEMETRY },
    load: {
      filter: {
        id: [
          /[\\/]node_modules[\\/]redis[\\/]dist[\\/]index\.js$/,
          /[\\/]node_modules[\\/]@redis[\\/]client[\\/]dist[\\/]lib[\\/]commands[\\/]index\.js$/,
          /^no-telemetry$/,
        ],
      },
      handler(id) {
        if (id === NO_TELEMETRY) return { code: NO_TELEMETRY_MODULE, moduleType: "js" };
        return id.includes("commands") ? COMMANDS_MODULE : MAIN_MODULE;
      },
    },
  };
}

import type { Agent, AgentOptions } from "node:http";

// Node's HTTP. Importing it would load the client behind `fetch` as well (25 ms and 10 MB), because all of a module's exports
// are looked at; asked for like this, that is left until somebody needs it.

export const { createServer } = process.getBuiltinModule("node:http");

/** What sends requests to an address. */
export function requestFor({ protocol }: URL) {
  return protocol === "https:"
    ? process.getBuiltinModule("node:https").request
    : process.getBuiltinModule("node:http").request;
}

/** What keeps connections to addresses of a protocol. */
export function newAgent(protocol: string, options: AgentOptions): Agent {
  return protocol === "https:"
    ? new (process.getBuiltinModule("node:https").Agent)(options)
    : new (process.getBuiltinModule("node:http").Agent)(options);
}

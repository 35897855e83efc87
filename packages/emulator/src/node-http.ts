import type { Agent, AgentOptions, Server } from "node:http";
import type { Certificate } from "./hosts/certificate.ts";

// Node's HTTP modules, loaded without `import`: importing them reads all of their exports, which also loads the client
// behind `fetch` (25 ms and 10 MB).

/** Creates a server, with TLS if there is a certificate. */
export function createServer(certificate: Certificate | undefined): Server {
  return certificate === undefined
    ? process.getBuiltinModule("node:http").createServer()
    : process.getBuiltinModule("node:https").createServer(certificate);
}

export function requestFunctionFor({ protocol }: URL) {
  return protocol === "https:"
    ? process.getBuiltinModule("node:https").request
    : process.getBuiltinModule("node:http").request;
}

/** Creates a keep-alive agent for a protocol. */
export function createAgent(protocol: string, options: AgentOptions): Agent {
  return protocol === "https:"
    ? new (process.getBuiltinModule("node:https").Agent)(options)
    : new (process.getBuiltinModule("node:http").Agent)(options);
}

// Node's HTTP. Importing it would load the client behind `fetch` as well (25 ms and 10 MB), because all of a module's exports
// are looked at; asked for like this, that is left until somebody needs it.

export const { createServer } = process.getBuiltinModule("node:http");

/** What sends requests to an address. */
export function requestFor({ protocol }: URL) {
  return protocol === "https:"
    ? process.getBuiltinModule("node:https").request
    : process.getBuiltinModule("node:http").request;
}

/**
 * Node's HTTP. Importing it would also load the client that is behind `fetch` (25 ms), as a module's exports are all looked
 * at; this way that is left until somebody needs it.
 */
export const { createServer, request } = process.getBuiltinModule("node:http");

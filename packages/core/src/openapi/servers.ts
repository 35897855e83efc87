import type { Edition } from "../contract/edition.ts";
import type { Dialect } from "../dialect/dialect.ts";
import { uploadRoot } from "../terms/uploads.ts";

/** Returns the API's base URLs, each with the editions that it serves. */
export function apiServers(dialect: Dialect, editions: readonly Edition[]): object[] {
  return serversAt(editions, (edition) => dialect.servers[edition]);
}

/** Returns the base URLs of the servers that receive files, each with its editions. */
export function uploadServers(dialect: Dialect, editions: readonly Edition[]): object[] {
  return serversAt(editions, (edition) => {
    const root = dialect.servers[edition];
    return uploadRoot(root) ?? root.replace("//api.", "//uploads.");
  });
}

function serversAt(editions: readonly Edition[], rootOf: (edition: Edition) => string): object[] {
  return Array.from(new Set(editions.map(rootOf)), (url) => ({
    url,
    description: editions.filter((edition) => rootOf(edition) === url).join(", "),
    ...(url.includes("{host}") && { variables: { host: { default: "forge.example" } } }),
  }));
}

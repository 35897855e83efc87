import { withoutTrailingDot } from "@forgehand/core/internal";

/** A Redis server, and how to log in to it. */
export interface RedisServer {
  /** Name or address as in the URL: an IPv6 address is in brackets. */
  readonly hostname: string;
  readonly port: number;
  /** Host and port, for messages. */
  readonly address: string;
  readonly isEncrypted: boolean;
  /** Undefined: the default user. */
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly database: number;
}

const DEFAULT_PORT = 6379;
const PATH = /^\/?(\d{0,5})$/;

/** Parses `redis://user:password@host:port/database`; undefined if it isn't such a URL. */
export function parseRedisUrl(text: string): RedisServer | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = withoutTrailingDot(new URL(text));
  const { protocol, hostname, port, pathname, search, hash } = url;
  const [, database] = PATH.exec(pathname) ?? [];
  const [username, password] = [decode(url.username), decode(url.password)];
  const isRedis = protocol === "redis:" || protocol === "rediss:";
  if (!isRedis || hostname === "" || database === undefined || search !== "" || hash !== "") return undefined;
  if (username === undefined || password === undefined) return undefined;
  const usedPort = port === "" ? DEFAULT_PORT : Number(port);
  return {
    hostname,
    port: usedPort,
    address: `${hostname}:${usedPort}`,
    isEncrypted: protocol === "rediss:",
    username: username || undefined,
    password: password || undefined,
    database: Number(database),
  };
}

/** Decodes percent encoding; undefined if it is invalid. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns the secrets in the text of a `redis-url`: its password and the whole text, in which an invalid URL can contain one
 * anywhere. A URL without a password is not secret.
 */
export function secretsInRedisUrl(text: string): readonly string[] {
  const server = parseRedisUrl(text);
  if (server === undefined) return [text];
  const { password } = server;
  return password === undefined ? [] : [text, password, new URL(text).password];
}

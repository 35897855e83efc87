import { GitProtocolError } from "./packet-line.ts";

/** A client's request for objects, as far as both protocol versions have it. */
export interface FetchRequest {
  readonly wants: string[];
  readonly shallow: Set<string>;
  readonly options: Set<string>;
  depth: number | undefined;
  since: number | undefined;
  readonly excludedRefs: string[];
}

export function createFetchRequest(): FetchRequest {
  return {
    wants: [],
    shallow: new Set(),
    options: new Set(),
    depth: undefined,
    since: undefined,
    excludedRefs: [],
  };
}

const SHA = /^[0-9a-f]{40}$/;

/** Returns an object's id. */
export function readSha(text: string): string {
  if (!SHA.test(text)) throw new GitProtocolError(`invalid object id: ${text}`);
  return text;
}

/**
 * Adds a line to a request if both protocol versions have it.
 * @returns whether it is such a line
 */
export function addRequestLine(request: FetchRequest, line: string): boolean {
  const [name = "", value = ""] = line.split(" ");
  switch (name) {
    case "want":
      request.wants.push(readSha(value));
      return true;
    case "shallow":
      request.shallow.add(readSha(value));
      return true;
    case "deepen":
      if (!(Number(value) > 0)) throw new GitProtocolError(`Invalid deepen: ${line}`);
      request.depth = Number(value);
      return true;
    case "deepen-since":
      if (!(Number(value) > 0)) throw new GitProtocolError(`Invalid deepen-since: ${line}`);
      request.since = Number(value);
      return true;
    case "deepen-not":
      request.excludedRefs.push(value);
      return true;
    case "filter":
      throw new GitProtocolError("filter: the emulator doesn't support partial clones (--filter)");
    default:
      return false;
  }
}

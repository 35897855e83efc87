import { realPayload } from "../../../packages/core/src/webhooks/real-payload.fixture.ts";
import type { WireRequest } from "./job.ts";

/** A response of the modeled service. */
export interface ModelResponse {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const API = "https://api.github.com";

/** The example is older than the field that it lacks. */
const PULL_REQUEST = { ...Object(realPayload("pull_request")["pull_request"]), auto_merge: null };

/** The base point of Curve25519, which is a valid key. */
const PUBLIC_KEY = { key_id: "568250167242549743", key: btoa("\t".padEnd(32, "\0")) };

const RESPONSES: readonly {
  readonly method: string;
  readonly path: RegExp;
  readonly respond: (path: string, isFirst: boolean) => ModelResponse;
}[] = [
  {
    method: "PUT",
    path: /\/secrets\/\w+$/,
    respond: (_, isFirst) => (isFirst ? { status: 201, body: {} } : { status: 204 }),
  },
  {
    method: "POST",
    path: /\/requested_reviewers$/,
    respond: () => ({ status: 201, body: PULL_REQUEST }),
  },
  { method: "POST", path: /\/attempts$/, respond: () => ({ status: 202, body: {} }) },
  { method: "DELETE", path: /\/subscription$/, respond: () => ({ status: 204 }) },
  { method: "GET", path: /\/secrets\/public-key$/, respond: () => ({ status: 200, body: PUBLIC_KEY }) },
  { method: "GET", path: /\/subscription$/, respond: (path) => ({ status: 200, body: subscription(path) }) },
  { method: "GET", path: /\/subscribers$/, respond: () => ({ status: 200, body: [] }) },
  { method: "GET", path: /\/deliveries$/, respond: () => ({ status: 200, body: [] }) },
];

/**
 * Returns the response to an executed request.
 * @param isFirst whether it is the first execution of this request
 */
export function responseTo({ method, path }: WireRequest, isFirst: boolean): ModelResponse {
  const match = RESPONSES.find((candidate) => candidate.method === method && candidate.path.test(path));
  return match?.respond(path, isFirst) ?? { status: 404, body: { message: "Not Found" } };
}

function subscription(path: string) {
  const url = API + path.slice(0, path.lastIndexOf("/"));
  return {
    subscribed: true,
    ignored: false,
    reason: null,
    created_at: "2026-01-01T00:00:00Z",
    url: `${url}/subscription`,
    repository_url: url,
  };
}

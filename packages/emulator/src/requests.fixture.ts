import { createClient } from "@forgehand/core";
import type { DialectName } from "@forgehand/core/dialects";
import type { Emulator } from "./public.ts";

type EmulatorAccess = Pick<Emulator, "apiUrl" | "tokens">;

/** Creates a client with the named token and without pacing or retries; unauthenticated without a name. */
export function clientFor({ apiUrl, tokens }: EmulatorAccess, name?: string, dialect: DialectName = "github") {
  const credentials = name === undefined ? {} : { credentials: tokens[name] ?? name };
  return createClient({ baseUrl: apiUrl, pace: "off", retry: false, dialect, ...credentials });
}

/** A response as received. */
export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The `Link` header of a list. */
  readonly link: string | null;
  readonly text: string;
  readonly body: unknown;
}

/**
 * Sends a raw request that the client could not send.
 * @param route a method, and a path under the API root or an absolute URL
 * @param token the name of a seed token, or a token itself
 */
export async function sendRequest(
  { apiUrl, tokens }: EmulatorAccess,
  route: string,
  token?: string,
  init: RequestInit = {},
): Promise<TestResponse> {
  const [method = "", path = ""] = route.split(" ");
  const authorization = token === undefined ? {} : { authorization: `Bearer ${tokens[token] ?? token}` };
  const headers = { ...authorization, ...Object.fromEntries(new Headers(init.headers)) };
  const url = path.startsWith("http") ? path : `${apiUrl}${path}`;
  const response = await fetch(url, { redirect: "manual", ...init, method, headers });
  const text = await response.text();
  const { status, headers: responseHeaders } = response;
  return {
    status,
    headers: responseHeaders,
    link: responseHeaders.get("link"),
    text,
    body: text === "" ? undefined : JSON.parse(text),
  };
}

/** Returns the part of a response that reports missing fields of the body. */
export function notSupplied(...fields: readonly string[]) {
  const names = fields.map((field) => `"${field}"`).join(", ");
  const message = `Invalid request.\n\n${names} ${fields.length === 1 ? "wasn't" : "weren't"} supplied.`;
  return { status: 422, body: { message } };
}

/** Sends a raw request with a JSON body, as `alice` by default. */
export function requestJson(
  service: EmulatorAccess,
  route: string,
  body?: object,
  token = "alice",
): Promise<TestResponse> {
  return sendRequest(service, route, token, body ? { body: JSON.stringify(body) } : {});
}

/**
 * Sends a request to the control API with its token.
 * @param path path below `/_control`
 */
export function fetchControl(
  { webUrl, controlToken }: Pick<Emulator, "webUrl" | "controlToken">,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const headers = { ...Object.fromEntries(new Headers(init.headers)), authorization: `Bearer ${controlToken}` };
  return fetch(`${webUrl}/_control${path}`, { ...init, headers });
}

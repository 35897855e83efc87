import { createClient } from "@forgehand/core";
import type { Emulator } from "./public.ts";

type Service = Pick<Emulator, "apiUrl" | "tokens">;

/** A client with one of the service's tokens, which neither waits nor repeats; without a name, with none. */
export function as({ apiUrl, tokens }: Service, name?: string, dialect: "github" | "svc" = "github") {
  const credentials = name === undefined ? {} : { credentials: tokens[name] ?? name };
  return createClient({ baseUrl: apiUrl, pace: "off", retry: false, dialect, ...credentials });
}

/** An answer as it came. */
export interface Told {
  readonly status: number;
  readonly headers: Headers;
  /** Where the other pages of a list are. */
  readonly link: string | null;
  readonly text: string;
  readonly body: unknown;
}

/**
 * A call as it travels: what no client says.
 * @param route a method, and a path under the API's root or a whole address
 * @param token a seed's by its name, or one itself
 */
export async function send(
  { apiUrl, tokens }: Service,
  route: string,
  token?: string,
  init: RequestInit = {},
): Promise<Told> {
  const [method = "", path = ""] = route.split(" ");
  const authorization = token === undefined ? {} : { authorization: `Bearer ${tokens[token] ?? token}` };
  const headers = { ...authorization, ...Object.fromEntries(new Headers(init.headers)) };
  const url = path.startsWith("http") ? path : `${apiUrl}${path}`;
  const answer = await fetch(url, { redirect: "manual", ...init, method, headers });
  const text = await answer.text();
  const { status, headers: told } = answer;
  return { status, headers: told, link: told.get("link"), text, body: text === "" ? undefined : JSON.parse(text) };
}

/** The same with what JSON can say, by `alice` where nobody else is named. */
export function ask(service: Service, route: string, body?: object, token = "alice"): Promise<Told> {
  return send(service, route, token, body ? { body: JSON.stringify(body) } : {});
}

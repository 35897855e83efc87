import { vi } from "vitest";
import { type ClientOptions, createClient } from "./client.ts";

export const widgets = { owner: "acme", repo: "widgets" };

/** A client whose answers are given, and what it asked for. It neither waits nor repeats nor remembers. */
export function clientAnswered(answer: () => Response | Promise<Response>, options: Partial<ClientOptions> = {}) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => answer());
  const client = createClient({
    ...{ baseUrl: "https://forge.test/api/v3", credentials: "ghp_x", fetch },
    // A quota of its own, so that no client waits for what another one was refused.
    ...{ pace: { preset: "off", owner: crypto.randomUUID() }, retry: false, cache: false },
    ...options,
  });
  const requests = () => fetch.mock.calls.map(([url, init]) => ({ url: String(url), ...init }));
  return { ...client, requests };
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });

export const subscription = {
  subscribed: true,
  ignored: false,
  reason: null,
  created_at: "",
  url: "",
  repository_url: "",
};

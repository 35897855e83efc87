import { vi } from "vitest";
import { type ClientOptions, createClient } from "./client.ts";

export const widgets = { owner: "acme", repo: "widgets" };

/** A client with fixed responses, and the requests it sent. It does not pace, retry or cache. */
export function mockClient(
  createResponse: (method: string | undefined) => Response | Promise<Response>,
  options: Partial<ClientOptions> = {},
) {
  const fetch = vi.fn<typeof globalThis.fetch>(async (_, init) => createResponse(init?.method));
  const client = createClient({
    baseUrl: "https://forge.test/api/v3",
    credentials: "ghp_x",
    fetch,
    // A separate quota, so that clients do not wait for each other's rejections.
    pace: { preset: "off", owner: crypto.randomUUID() },
    retry: false,
    cache: false,
    ...options,
  });
  const requests = () => fetch.mock.calls.map(([url, init]) => ({ url: String(url), ...init }));
  return { ...client, requests };
}

export const jsonResponse = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });

export const subscription = {
  subscribed: true,
  ignored: false,
  reason: null,
  created_at: "",
  url: "",
  repository_url: "",
};

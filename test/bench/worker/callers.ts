import type { ClientOptions } from "@forgehand/core";
import type { BenchCall } from "./batch.ts";

/** Creates a function that requests the page from the API and returns its users. */
export type CallerFactory = (baseUrl: string) => Promise<BenchCall>;

// secretlint-disable-next-line @secretlint/secretlint-rule-github
const TOKEN = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";

/** For generic HTTP clients. */
const HEADERS = { accept: "application/vnd.github+json", authorization: `Bearer ${TOKEN}` } as const;

/**
 * Path parameters of a call. Each call uses a different repository, because a client can send identical reads only
 * once.
 */
const paramsOf = (index: number) => ({ owner: "acme", repo: `widgets-${index}` });

/** The same as a path, for generic HTTP clients. */
const pathOf = (index: number) => `repos/acme/widgets-${index}/stargazers`;

const STARGAZERS = "/repos/{owner}/{repo}/stargazers";

/** Only the path that is called. */
interface Paths {
  [STARGAZERS]: {
    get: {
      parameters: { path: { owner: string; repo: string } };
      responses: { 200: { content: { "application/json": { login: string }[] } } };
    };
  };
}

/** All optional features disabled. */
const BARE = { pace: "off", retry: false, cache: false } as const;

/** Limits that are tracked but never reached. */
const HIGH_LIMITS = { points: 1e9, content: 1e9, contentPerHour: 1e9, cpu: 1e9, inFlight: 1e6, writeGap: 0 };

/** Our client. Options that need modules of their own are loaded only where they are used. */
function forgehandWith(loadOptions: () => Partial<ClientOptions> | Promise<Partial<ClientOptions>>): CallerFactory {
  return async (baseUrl) => {
    const { createClient } = await import("@forgehand/core");
    const { listStargazers } = await import("@forgehand/core/operations/starring");
    const client = createClient({ baseUrl, credentials: TOKEN, ...(await loadOptions()) });
    return (index) => client.call(listStargazers, paramsOf(index));
  };
}

const compiled = async () => ({ validation: (await import("@forgehand/core/compiled")).compiledValidation() });
const overUndici = async () => ({ transport: (await import("@forgehand/core/undici")).undiciTransport() });

/**
 * All clients that are measured. Each has its own process, because loading undici replaces the dispatcher that Node's own
 * `fetch` uses.
 */
export const CALLERS = {
  async undici(baseUrl) {
    const { request } = await import("undici");
    return async (index) => {
      const { body } = await request(`${baseUrl}/${pathOf(index)}`, { headers: HEADERS });
      return JSON.parse(await body.text());
    };
  },
  fetch: async (baseUrl) => async (index) => {
    const response = await fetch(`${baseUrl}/${pathOf(index)}`, { headers: HEADERS });
    return response.json();
  },
  async "octokit-core"(baseUrl) {
    const { Octokit } = await import("@octokit/core");
    const octokit = new Octokit({ baseUrl, auth: TOKEN });
    return async (index) => (await octokit.request(`GET ${STARGAZERS}`, paramsOf(index))).data;
  },
  /** With default options: throttling and retries. */
  async octokit(baseUrl) {
    const { Octokit } = await import("octokit");
    const { rest } = new Octokit({ baseUrl, auth: TOKEN });
    return async (index) => (await rest.activity.listStargazersForRepo(paramsOf(index))).data;
  },
  async ky(baseUrl) {
    const { default: ky } = await import("ky");
    const api = ky.create({ prefix: baseUrl, headers: HEADERS });
    return (index) => api.get(pathOf(index)).json();
  },
  async "openapi-fetch"(baseUrl) {
    const { default: createClient } = await import("openapi-fetch");
    const client = createClient<Paths>({ baseUrl, headers: HEADERS });
    return async (index) => (await client.GET(STARGAZERS, { params: { path: paramsOf(index) } })).data;
  },
  forgehand: forgehandWith(() => BARE),
  "forgehand-full": forgehandWith(() => ({ pace: { limits: HIGH_LIMITS }, retry: {}, cache: true })),
  "forgehand-compiled": forgehandWith(async () => ({ ...BARE, ...(await compiled()) })),
  "forgehand-undici": forgehandWith(async () => ({ ...BARE, ...(await overUndici()) })),
  /** Configured as for a long-running process. */
  "forgehand-compiled-undici": forgehandWith(async () => ({ ...BARE, ...(await compiled()), ...(await overUndici()) })),
} as const satisfies Readonly<Record<string, CallerFactory>>;

export type HttpClientName = keyof typeof CALLERS;

export function isHttpClientName(name: string): name is HttpClientName {
  return Object.hasOwn(CALLERS, name);
}

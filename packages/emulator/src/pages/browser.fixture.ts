import type { Emulator } from "../public.ts";

interface FetchedPage {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The text without tags. */
  readonly visibleText: string;
}

/**
 * Returns a minimal browser with a session.
 * @param login user to sign in as first
 */
export async function openBrowser({ webUrl }: Pick<Emulator, "webUrl">, login?: string) {
  const signedIn = login === undefined ? undefined : await post(webUrl, "/login", { login });
  const cookie = signedIn?.headers.getSetCookie()[0]?.split(";")[0];
  const headers = cookie === undefined ? {} : { cookie };
  return {
    cookie,
    see: async (path: string): Promise<FetchedPage> =>
      readPage(await fetch(`${webUrl}${path}`, { headers, redirect: "manual" })),
    post: (path: string, fields: Record<string, string> = {}, extraHeaders: Record<string, string> = {}) =>
      post(webUrl, path, fields, { ...headers, ...extraHeaders }),
  };
}

function post(webUrl: string, path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return fetch(`${webUrl}${path}`, { method: "POST", body: new URLSearchParams(fields), headers, redirect: "manual" });
}

async function readPage(response: Response): Promise<FetchedPage> {
  const text = await response.text();
  const visibleText = text.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
  return { status: response.status, headers: response.headers, text, visibleText };
}

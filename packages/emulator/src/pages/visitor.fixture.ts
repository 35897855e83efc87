import type { Emulator } from "../public.ts";

/** A page as it came. */
interface Shown {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Its words, without what is around them. */
  readonly words: string;
}

/** Somebody with a browser; whoever is named signs in first. */
export async function visitor({ webUrl }: Pick<Emulator, "webUrl">, login?: string) {
  const signedIn = login === undefined ? undefined : await post(webUrl, "/login", { login });
  const cookie = signedIn?.headers.getSetCookie()[0]?.split(";")[0];
  const headers = cookie === undefined ? {} : { cookie };
  return {
    cookie,
    see: async (path: string): Promise<Shown> => show(await fetch(`${webUrl}${path}`, { headers, redirect: "manual" })),
    post: (path: string, fields: Record<string, string> = {}, more: Record<string, string> = {}) =>
      post(webUrl, path, fields, { ...headers, ...more }),
  };
}

function post(webUrl: string, path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return fetch(`${webUrl}${path}`, { method: "POST", body: new URLSearchParams(fields), headers, redirect: "manual" });
}

async function show(answer: Response): Promise<Shown> {
  const text = await answer.text();
  const words = text.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
  return { status: answer.status, headers: answer.headers, text, words };
}

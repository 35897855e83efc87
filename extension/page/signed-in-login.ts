/** Reads which user is signed in to the page; null if the page names none. */
export function readSignedInLogin(page: Document = document): string | null {
  return page.querySelector("meta[name=user-login]")?.getAttribute("content") || null;
}

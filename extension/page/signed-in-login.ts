/** Reads which user is signed in to the page: null if signed out, undefined if the page does not say. */
export function readSignedInLogin(page: Document = document): string | null | undefined {
  const login = page.querySelector("meta[name=user-login]")?.getAttribute("content");
  return login === "" ? null : (login ?? undefined);
}

/** Who the page says is signed in: null for nobody, undefined where it says nothing of it. */
export function signedInOn(page: Document = document): string | null | undefined {
  const login = page.querySelector("meta[name=user-login]")?.getAttribute("content");
  return login === "" ? null : (login ?? undefined);
}

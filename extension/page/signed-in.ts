/** Who the page says is signed in: null for nobody, undefined where it says nothing of it. */
export function signedInOn(document: Document): string | null | undefined {
  const login = document.querySelector("meta[name=user-login]")?.getAttribute("content");
  return login === "" ? null : (login ?? undefined);
}

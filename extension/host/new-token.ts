/** The page of a forge where a person makes a classic token, filled in. */
export function newTokenPage(origin: string, scopes: readonly string[]): string {
  const page = new URL("/settings/tokens/new", origin);
  page.search = new URLSearchParams({ scopes: scopes.join(","), description: "Forgehand" }).toString();
  return page.href;
}

/** The page where a person makes a fine-grained token, filled in as far as the forge reads it. */
export function newFineGrainedPage(origin: string, permissions: Readonly<Record<string, string>>): string {
  const page = new URL("/settings/personal-access-tokens/new", origin);
  page.search = new URLSearchParams({ name: "Forgehand", ...permissions }).toString();
  return page.href;
}

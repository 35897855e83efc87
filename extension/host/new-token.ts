/** URL of the prefilled page for creating a classic token. */
export function newClassicTokenUrl(origin: string, scopes: readonly string[]): string {
  const page = new URL("/settings/tokens/new", origin);
  page.search = new URLSearchParams({ scopes: scopes.join(","), description: "Forgehand" }).toString();
  return page.href;
}

/** URL of the prefilled page for creating a fine-grained token. The host may ignore some of the fields. */
export function newFineGrainedTokenUrl(origin: string, permissions: Readonly<Record<string, string>>): string {
  const page = new URL("/settings/personal-access-tokens/new", origin);
  page.search = new URLSearchParams({ name: "Forgehand", ...permissions }).toString();
  return page.href;
}

import { createClient } from "@forgehand/core";
import type { Emulator } from "@forgehand/emulator";

/** What the service itself knows: asked past what is tested, as the owner of everything. */
export function askService({ apiUrl, tokens }: Emulator) {
  return createClient({ baseUrl: apiUrl, credentials: tokens["alice"] ?? "" });
}

/** The demo's public repository, and its pull request. */
export const WIDGETS = { owner: "acme", repo: "widgets" };
export const PULL = { ...WIDGETS, pull_number: 1 };

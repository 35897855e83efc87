import { createClient } from "@forgehand/core";
import type { Emulator } from "@forgehand/emulator";

/** Creates a client with the token of the owner alice, to read the state independently of the code under test. */
export function createServiceClient({ apiUrl, tokens }: Emulator) {
  return createClient({ baseUrl: apiUrl, credentials: tokens["alice"] ?? "" });
}

/** The demo seed's public repository, and its pull request. */
export const WIDGETS = { owner: "acme", repo: "widgets" };
export const PULL = { ...WIDGETS, pull_number: 1 };

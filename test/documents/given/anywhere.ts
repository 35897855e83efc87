// Prerequisites of every example: an emulator with a repository, and a token.
import { createClient } from "@forgehand/core";
import { putContents, starRepository } from "@forgehand/core/operations";
import { startEmulator } from "@forgehand/emulator";

export const emulator = await startEmulator({ seed: "full" });
export const baseUrl = emulator.apiUrl;
export const token = emulator.tokens["alice"] ?? "";
export const credentials = { token };
export const owner = "acme";
export const repo = "widgets";

// The file that examples read.
const logo = { owner, repo, path: "logo.png", message: "A logo", content: btoa("a picture") };
await createClient({ baseUrl, credentials }).call(putContents, logo);

/** The bot that the reader tests. */
export async function bot(forge: { readonly api: string; readonly token: string | undefined }): Promise<void> {
  const { call } = createClient({ baseUrl: forge.api, credentials: forge.token ?? "" });
  await call(starRepository, { owner, repo });
}

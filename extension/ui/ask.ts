import { browser } from "wxt/browser";
import type { OptionsRequest, PageRequest, Reply } from "../messages.ts";

/** Said when this script has outlived its extension: an update replaced it under an open page. */
const OUTDATED = "Forgehand was updated. Reload the page.";

/**
 * Asks the worker.
 * @throws Error with a sentence for the person
 */
export async function ask<T>(request: PageRequest | OptionsRequest): Promise<T> {
  const reply = await browser.runtime
    .sendMessage<PageRequest | OptionsRequest, Reply<T> | undefined>(request)
    .catch(() => undefined);
  if (!reply) throw new Error(OUTDATED);
  if (!reply.ok) throw new Error(reply.problem);
  return reply.value;
}

/** The sentence in an error that `ask` threw. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

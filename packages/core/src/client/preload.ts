import { loadClientParts } from "./load-client-parts.ts";
import { loadLeanParts } from "./load-lean-parts.ts";

/**
 * Loads the parts of the clients that they otherwise load at first use, for programs that must also work without a
 * network, and for tests with fake timers.
 * @throws the platform's error if a part cannot be loaded
 */
export async function preload(): Promise<void> {
  await Promise.all([loadClientParts(), loadLeanParts()]);
}

import { isAuthenticationError, isConnectionError, isForgeError } from "@forgehand/core";

/** Why something failed, in a sentence or two for the person who clicked. */
export function problemOf(error: unknown): string {
  if (isConnectionError(error)) return "The forge can't be reached. Are you online?";
  if (isAuthenticationError(error)) return `${error.detail} Give Forgehand another one in its options.`;
  if (isForgeError(error)) return error.detail;
  if (error instanceof Refused) return error.message;
  console.error(error);
  return "Something went wrong inside Forgehand. The extension's own log says more.";
}

/** Not done, for a reason that the person can do something about. */
export class Refused extends Error {
  override name = "Refused" as const;
}

import { type Client, createClient } from "@forgehand/core";
import type { Account } from "./accounts.ts";

/** The longest that a person waits for a click, in milliseconds: a limit that takes longer is told at once. */
const PATIENCE = 10_000;

/** The client of an account. What it does is done for somebody who is watching, and who decides whether to try again. */
export function clientOf({ apiUrl, token, dialect }: Pick<Account, "apiUrl" | "dialect" | "token">): Client {
  return createClient({
    ...{ baseUrl: apiUrl, credentials: token, dialect },
    ...{ deadline: PATIENCE, priority: "interactive", retry: { attempts: 1 } },
  });
}

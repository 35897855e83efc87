import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import * as state from "../../state/email-addresses.ts";
import { defineSection } from "../define-section.ts";

const Address = z.strictObject({
  email: z.email(),
  verified: z._default(z.boolean(), true),
  main: z._default(z.boolean(), false),
});

/** Inserts a user's email addresses. The profile's own address does not need to be repeated. */
export const addresses = defineSection(z.array(Address), (context, user: Account, list) => {
  for (const address of list) state.addresses.insert(context.db, { user_id: user.id, ...address });
});

import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import * as state from "../../state/email-addresses.ts";
import { listSection } from "../define-section.ts";

const Address = z.strictObject({
  email: z.email(),
  verified: z._default(z.boolean(), true),
  main: z._default(z.boolean(), false),
});

/** Inserts a user's email addresses. The profile's own address does not need to be repeated. */
export const addresses = listSection(Address, ({ db }, { id }: Account, address) =>
  state.addresses.insert(db, { user_id: id, ...address }),
);

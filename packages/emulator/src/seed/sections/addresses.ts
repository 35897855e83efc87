import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import { addAddress } from "../../state/addresses.ts";
import { section } from "../section.ts";

const Address = z.strictObject({
  email: z.email(),
  verified: z._default(z.boolean(), true),
  main: z._default(z.boolean(), false),
});

/** A user's e-mail addresses. The one of the profile need not be told again. */
export const addresses = section(z.array(Address), (planting, user: Account, list) => {
  for (const address of list) addAddress(planting.db, user.id, address);
});

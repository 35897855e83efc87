// Apart from the clients over `fetch`, because loading undici replaces the dispatcher that Node's own `fetch` uses.
import { compiledValidation } from "@forgehand/core/compiled";
import { undiciTransport } from "@forgehand/core/undici";
import { BARE, forgehandWith } from "./forgehand.ts";

export const overUndici = forgehandWith({ ...BARE, transport: undiciTransport() });

/** Configured as for a long-running process. */
export const compiledOverUndici = forgehandWith({
  ...BARE,
  validation: compiledValidation(),
  transport: undiciTransport(),
});

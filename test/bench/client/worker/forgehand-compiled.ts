import { compiledValidation } from "@forgehand/core/compiled";
import { undiciTransport } from "@forgehand/core/undici";
import { BARE, forgehandWith } from "./forgehand.ts";

export const compiled = forgehandWith({ ...BARE, validation: compiledValidation() });

export const overUndici = forgehandWith({ ...BARE, transport: undiciTransport() });

/** Configured as for a long-running process. */
export const compiledOverUndici = forgehandWith({
  ...BARE,
  validation: compiledValidation(),
  transport: undiciTransport(),
});

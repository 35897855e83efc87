import { compiledValidation } from "@forgehand/core/compiled";
import { undiciTransport } from "@forgehand/core/undici";
import { BARE, forgehandWith } from "./forgehand.ts";

/** Configured as for a long-running process. */
export const compiled = forgehandWith({ ...BARE, validation: compiledValidation(), transport: undiciTransport() });

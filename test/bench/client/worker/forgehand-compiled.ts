import { compiledValidation } from "@forgehand/core/compiled";
import { undiciTransport } from "@forgehand/core/undici";
import { BARE, forgehand } from "./forgehand.ts";

/** As a process that lives long would have it. */
export const compiled = forgehand({ ...BARE, validation: compiledValidation(), transport: undiciTransport() });

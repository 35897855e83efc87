import { compiledValidation } from "@forgehand/core/compiled";
import { BARE, forgehand } from "./forgehand.ts";

export const compiled = forgehand({ ...BARE, validation: compiledValidation() });

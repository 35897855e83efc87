import { compiledValidation } from "@forgehand/core/compiled";
import { BARE, forgehandWith } from "./forgehand.ts";

export const compiled = forgehandWith({ ...BARE, validation: compiledValidation() });

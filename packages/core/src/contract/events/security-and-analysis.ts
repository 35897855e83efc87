import * as z from "zod/mini";
import { FullRepository, SecurityAndAnalysis } from "../objects/repository.ts";
import { User } from "../objects/user.ts";
import { anyEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";

/** Security features of a repository were enabled or disabled. */
export const securityAndAnalysis = event("security_and_analysis", allHooks("administration"), () => ({
  payload: {
    ...anyEventFields(),
    repository: FullRepository.schema(),
    sender: z.optional(User.schema()),
    changes: z.looseObject({
      from: z.optional(z.looseObject({ security_and_analysis: z.optional(z.nullable(SecurityAndAnalysis.schema())) })),
    }),
  },
}));

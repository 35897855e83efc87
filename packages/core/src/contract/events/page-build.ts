import * as z from "zod/mini";
import { EventUser } from "../objects/user.ts";
import { fieldsWith } from "../schema.ts";
import { repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";

/** A Pages site was built, successfully or not. */
export const pageBuild = event("page_build", allHooks("pages"), () => ({
  payload: {
    ...repositoryEventFields(),
    id: z.int(),
    build: z.looseObject({
      ...fieldsWith(z.string(), "url", "status", "created_at", "updated_at"),
      commit: z.nullable(z.string()),
      duration: z.int(),
      error: z.looseObject({ message: z.nullable(z.string()) }),
      pusher: z.nullable(EventUser.schema()),
    }),
  },
}));

import * as z from "zod/mini";
import { extensibleEnum, fieldsWith } from "../schema.ts";
import { repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";

/** Pages of a wiki were created or edited. */
export const gollum = event("gollum", allHooks("contents"), () => ({
  payload: {
    ...repositoryEventFields(),
    pages: z.array(
      z.looseObject({
        ...fieldsWith(z.string(), "page_name", "title", "sha", "html_url"),
        action: extensibleEnum("created", "edited"),
        summary: z.nullable(z.string()),
      }),
    ),
  },
}));

import * as z from "zod/mini";
import type { Access } from "../access.ts";
import type { Definition } from "../definition.ts";
import { direction } from "../fields.ts";
import { Repository } from "../objects/repository.ts";
import { StarredRepository } from "../objects/star.ts";
import { list } from "../paging.ts";

/** The repositories that somebody starred; with the media type `star`, also when (document 3, Starring). */
export const listStarred = (access: Access, otherStatuses: readonly number[]) =>
  ({
    ...list(Repository(), {
      sort: z._default(z.enum(["created", "updated"]), "created"),
      direction: z._default(direction(), "desc"),
    }),
    media: { star: z.array(StarredRepository()) },
    otherStatuses,
    access,
  }) as const satisfies Definition;

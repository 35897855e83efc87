import * as z from "zod/mini";
import type { Access } from "../access.ts";
import type { Definition } from "../definition.ts";
import { sortDirection } from "../fields.ts";
import { Repository } from "../objects/repository.ts";
import { StarredRepository } from "../objects/star.ts";
import { list } from "../paging.ts";

/** Builds a list of starred repositories. The media type `star` adds the time of each star. */
export const listStarred = (access: Access, otherStatuses: readonly number[]) =>
  ({
    ...list(Repository.schema(), {
      sort: z._default(z.enum(["created", "updated"]), "created"),
      direction: z._default(sortDirection(), "desc"),
    }),
    media: { star: z.array(StarredRepository.schema()) },
    otherStatuses,
    access,
  }) as const satisfies Definition;

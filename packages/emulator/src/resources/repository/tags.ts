import { listTags } from "@forgehand/core/operations";
import { peelTag } from "../../git/tag.ts";
import { renderPage, repositoryHandler } from "../../http/handler.ts";
import { renderTag } from "../../objects/tag.ts";
import { listRefs } from "../../state/git-store.ts";
import { storeOf } from "../shared/repository-history.ts";

const TAGS = "refs/tags/";

export const tags = [
  repositoryHandler(listTags, (_input, call) => {
    const store = storeOf(call);
    const { offset, limit } = call.page;
    const all = listRefs(store, TAGS)
      .toReversed()
      .flatMap(({ name, sha }) => {
        const commit = peelTag(store, sha);
        // Tags of other objects aren't listed.
        return commit === undefined ? [] : [{ name: name.slice(TAGS.length), commit }];
      });
    const rows = all.slice(offset, offset + limit);
    return renderPage(call, { rows, total: all.length }, (tag) => renderTag(call.context, call.repository, tag));
  }),
];

import * as z from "zod/mini";
import { accountOf } from "../../lists/account-id.ts";
import type { EntryAsks } from "../../messages/entries.ts";
import { isRepositoryName, subjectKey } from "../../page/parse-page.ts";
import { t } from "../../ui/words.ts";
import { findAccount } from "../accounts.ts";
import { checkOn, switchOf } from "../acting.ts";
import { act } from "../controls/index.ts";
import { Refused } from "../problems.ts";
import { type Handlers, handler } from "./handler.ts";

const wanted = z.union([
  z.strictObject({ starred: z.boolean() }),
  z.strictObject({ watch: z.enum(["not watching", "watching", "ignoring"]) }),
]);

/** What the lists page asks about one repository of its lists. */
export const ENTRY_HANDLERS: Handlers<EntryAsks> = {
  "entry-act": handler<"entry-act">(
    z.object({ account: z.string(), owner: z.string(), name: z.string(), wanted }),
    async ({ account: id, owner, name: repo, wanted }) => {
      if (!isRepositoryName(owner, repo)) throw new Refused(t("notUnderstood"));
      await checkOn({}, [switchOf(wanted)]);
      const { origin, login } = accountOf(id);
      const account = await findAccount({ origin, login });
      if (!account) throw new Refused(t("noAccountFor", origin), "account");
      const subject = { owner, repo };
      // What it then knows it remembers: lists follow that, as pages do.
      const about = { origin, subject, key: subjectKey(origin, subject) };
      return act("starred" in wanted ? "star" : "watch", account, about, wanted);
    },
  ),
};

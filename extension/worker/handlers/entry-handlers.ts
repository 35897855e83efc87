import { parseAccountId } from "../../lists/account-id.ts";
import { controlOf } from "../../lists/wanted-state.ts";
import { t } from "../../locales/i18n.ts";
import type { EntryMessages } from "../../messages/entries.ts";
import { isRepositoryName, subjectKey } from "../../page/parse-page.ts";
import { findAccount } from "../accounts.ts";
import { changeControl } from "../controls/index.ts";
import { checkEnabled } from "../message-subject.ts";
import { RefusedError } from "../refused-error.ts";
import { type MessageHandlers, validatingHandler } from "./handler.ts";
import { wantedStateSchema } from "./schemas.ts";

/** Handlers for changes to one repository in the lists. */
export const ENTRY_HANDLERS: MessageHandlers<EntryMessages> = {
  "change-entry": validatingHandler(
    { account: "string", owner: "string", name: "string", wanted: wantedStateSchema },
    async ({ account: id, owner, name: repo, wanted }) => {
      if (!isRepositoryName(owner, repo)) throw new RefusedError(t("notUnderstood"));
      await checkEnabled({}, [controlOf(wanted)]);
      const { origin, login } = parseAccountId(id);
      const account = await findAccount({ origin, login });
      if (!account) throw new RefusedError(t("noAccountFor", origin), "account");
      const subject = { owner, repo };
      // The change is cached as the page's state, which updates the lists and open pages.
      const messageSubject = { origin, subject, key: subjectKey(origin, subject) };
      return changeControl("starred" in wanted ? "star" : "watch", account, messageSubject, wanted);
    },
  ),
};

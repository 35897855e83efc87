import { useEffect, useState } from "preact/hooks";
import { accountId } from "../lists/account-id.ts";
import { ask } from "../ui/ask.ts";
import { createToasts } from "../ui/toasts.ts";
import { t } from "../ui/words.ts";
import { accountFor } from "./account-name.ts";
import { AccountPage } from "./account-page.tsx";
import { Empty } from "./empty.tsx";
import { useAccounts } from "./use-accounts.ts";
import { useLists } from "./use-lists.ts";
import { usePlace } from "./use-place.ts";

/** All starred and watched repositories of one's accounts. */
export function ListsPage() {
  const [place, go] = usePlace();
  const { accounts, problem } = useAccounts();
  const account = accounts && accountFor(place.account, accounts);
  const id = account && accountId(account);
  const live = useLists(id);
  const [say] = useState(() => createToasts(document.body, new AbortController().signal));
  useEffect(() => {
    document.title = [id?.split(" ")[0], t("openLists"), t("name")].filter(Boolean).join(" · ");
  }, [id]);
  useEffect(() => {
    // So that the address can be given to somebody, or kept.
    if (id !== undefined && place.account !== id) go({ account: id }, "quietly");
  }, [id, place.account]);

  if (!accounts) return problem ? <Failed text={problem.text} /> : null;
  if (!account) {
    return (
      <main>
        <Empty isPage title={t("noAccountYet")} text={t("noAccountYetMeans")}>
          <button type="button" class="primary" onClick={() => void ask("open", { what: "options" })}>
            {t("addFirstAccount")}
          </button>
        </Empty>
      </main>
    );
  }
  if (!live) return null;
  if (live instanceof Error) return <Failed text={t("listsUnreadable")} />;
  return <AccountPage key={id} accounts={accounts} account={account} live={live} place={place} go={go} say={say} />;
}

function Failed({ text }: { readonly text: string }) {
  return (
    <main>
      <Empty isPage title={text}>
        <button type="button" onClick={() => location.reload()}>
          {t("tryAgain")}
        </button>
      </Empty>
    </main>
  );
}

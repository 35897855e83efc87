import { useEffect, useState } from "preact/hooks";
import { browser } from "wxt/browser";
import { onCacheChange } from "../cache/cache-change.ts";
import { accountId } from "../lists/account-id.ts";
import { t } from "../locales/i18n.ts";
import { createToasts } from "../ui/create-toasts.ts";
import { type LatestResponse, useResponse } from "../ui/use-response.ts";
import { useSignalEffect } from "../ui/use-signal-effect.ts";
import { AccountPage } from "./account-page.tsx";
import { EmptyState } from "./empty-state.tsx";
import { findAccount } from "./find-account.ts";
import { isFiltered, type ListsRoute } from "./lists-route.ts";
import { useLiveLists } from "./use-live-lists.ts";
import { useRoute } from "./use-route.ts";

/** The page of an account's starred and watched repositories. */
export function ListsPage() {
  const [route, navigate] = useRoute();
  const { response: accounts, problem } = useAccounts();
  const account = accounts && findAccount(route.account, accounts);
  const id = account && accountId(account);
  const live = useLiveLists(id);
  const [notify] = useState(() => createToasts(document.body, new AbortController().signal));
  useEffect(() => {
    document.title = [id?.split(" ")[0], t("openLists"), t("name")].filter(Boolean).join(" · ");
  }, [id]);
  useEffect(() => {
    // Adds the account to the URL, so that it can be shared or bookmarked.
    if (id !== undefined && route.account !== id) navigate({ account: id }, "replace");
  }, [id, route.account]);

  if (!accounts) return problem ? <LoadError text={problem.text} /> : null;
  if (!account) {
    return (
      <main>
        <EmptyState isPage title={t("noAccountYet")} text={t("noAccountYetMeans")}>
          <button type="button" class="primary" onClick={() => void browser.runtime.openOptionsPage()}>
            {t("addFirstAccount")}
          </button>
        </EmptyState>
      </main>
    );
  }
  if (!live) return null;
  // Only the usual list starts with the entries that are read first.
  if (!(live instanceof Error) && live.isPartial && !isDefaultList(route)) return null;
  if (live instanceof Error) return <LoadError text={t("listsUnreadable")} />;
  return (
    <AccountPage
      key={id}
      accounts={accounts}
      account={account}
      live={live}
      route={route}
      navigate={navigate}
      notify={notify}
    />
  );
}

/** Returns all accounts and updates them when they are added, removed, locked or unlocked. */
function useAccounts(): LatestResponse<"accounts"> {
  const [version, setVersion] = useState(0);
  useSignalEffect((signal) => {
    const readAgain = () => setVersion((version) => version + 1);
    const onVisibilityChange = () => document.visibilityState === "visible" && readAgain();
    onCacheChange("site", readAgain, signal);
    document.addEventListener("visibilitychange", onVisibilityChange, { signal });
  }, []);
  return useResponse("accounts", {}, [version]);
}

function isDefaultList({ view, filters, sort, direction }: ListsRoute): boolean {
  return view === "repositories" && !isFiltered(filters) && sort === "name" && direction === "ascending";
}

function LoadError({ text }: { readonly text: string }) {
  return (
    <main>
      <EmptyState isPage title={text}>
        <button type="button" onClick={() => location.reload()}>
          {t("tryAgain")}
        </button>
      </EmptyState>
    </main>
  );
}

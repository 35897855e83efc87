import { useEffect, useState } from "preact/hooks";
import { CONTROLS } from "../controls/index.ts";
import { isHostAllowed } from "../host/allowed-hosts.ts";
import { t } from "../locales/i18n.ts";
import type { AccountSummary } from "../messages/accounts.ts";
import type { AccountRef } from "../model/account-ref.ts";
import { useResponse } from "../ui/use-response.ts";
import { subjectName } from "../ui/view.ts";
import { closePopup, readSignedInLoginOfTab } from "./active-tab.ts";
import { PageControls } from "./page-controls.tsx";
import type { PopupContext } from "./use-popup-context.ts";

/** The controls of the current page, or why there are none. */
export function ThisPage({
  context,
  account,
  selectAccount,
  onChange,
}: {
  readonly context: PopupContext;
  /** The selected account; on a page of its host it is the active one. */
  readonly account: AccountSummary | undefined;
  /** Makes an account the active one on its host. */
  readonly selectAccount: (account: AccountRef) => void;
  readonly onChange: () => void;
}) {
  const { page } = context;
  return (
    <section aria-labelledby="page">
      <h2 id="page">{page && page.kind !== "list" ? subjectName({ page }) : t("thisPage")}</h2>
      <PageContent context={context} account={account} selectAccount={selectAccount} onChange={onChange} />
    </section>
  );
}

function PageContent({ context, account, selectAccount, onChange }: Parameters<typeof ThisPage>[0]) {
  const { origin, page, site, tab } = context;
  if (origin === undefined || tab === undefined) return <p class="dim">{t("nothingHere")}</p>;
  const blocker = account?.origin === origin ? blockerOf(account) : undefined;
  if (blocker !== undefined) {
    return (
      <>
        <p class="problem">{blocker}</p>
        <OptionsLink text={t("openOptions")} />
      </>
    );
  }
  const login = site?.login;
  // Accounts are for the host without the dot, but the browser treats this one as another.
  if (new URL(origin).hostname.endsWith(".")) return <p class="dim">{t("noControlsHere")}</p>;
  if (!site || login === undefined) return <AddHostPrompt origin={origin} />;
  if (!page) return <p class="dim">{t("noControlsHere")}</p>;
  if (page.kind === "list") return <p class="dim">{t(site.controls.rows ? "controlsInRows" : "rowsOff")}</p>;
  const hasControls = CONTROLS.some(({ id, pageKinds }) => site.controls[id] && pageKinds.includes(page.kind));
  if (!hasControls) return <p class="dim">{t("controlsOff")}</p>;
  return (
    <>
      <PageControls page={page} site={site} login={login} tab={tab} onChange={onChange} />
      <SignInMismatch
        tab={tab}
        login={login}
        logins={site.logins}
        selectLogin={(login) => selectAccount({ origin, login })}
      />
    </>
  );
}

/** Reason why the account cannot be used; undefined if it can. */
function blockerOf({ state, login, origin }: AccountSummary): string | undefined {
  const { host } = new URL(origin);
  if (state === "missing-token") return t("tokenIsMissing", login, host);
  if (state === "missing-permission") return t("permissionGone", host);
  if (state === "not-allowed") return t("hostNotAllowed", host);
  return undefined;
}

/** Offers to add an account for a host without one. */
function AddHostPrompt({ origin }: { readonly origin: string }) {
  const { response } = useResponse("settings", {}, [origin]);
  const { host } = new URL(origin);
  if (response && !isHostAllowed(origin, response.policy.allowedHosts))
    return <p class="dim">{t("hostNotAllowed", host)}</p>;
  return (
    <>
      <p class="dim">{t("notHereYet", host)}</p>
      <OptionsLink text={t("addHost", host)} host={origin} />
    </>
  );
}

/** @param host host that the options page offers to add */
function OptionsLink({ text, host }: { readonly text: string; readonly host?: string }) {
  return (
    <a
      class="button"
      href={host === undefined ? "/options.html" : `/options.html?host=${encodeURIComponent(host)}`}
      target="_blank"
      rel="noreferrer"
      onClick={() => void closePopup()}
    >
      {text}
    </a>
  );
}

/** Warns that the page is signed in as a different user, and offers to switch if Forgehand has that user's account. */
function SignInMismatch({
  tab,
  login,
  logins,
  selectLogin: selectAccount,
}: {
  readonly tab: number;
  readonly login: string;
  readonly logins: readonly string[];
  readonly selectLogin: (login: string) => void;
}) {
  const [signedIn, setSignedIn] = useState<string | null>(null);
  useEffect(
    () =>
      void readSignedInLoginOfTab(tab)
        .catch(() => null)
        .then(setSignedIn),
    [tab, login],
  );
  const isSignedIn = (other: string) => other.toLowerCase() === signedIn?.toLowerCase();
  if (signedIn === null || isSignedIn(login)) return null;
  const matchingLogin = logins.find(isSignedIn);
  return (
    <p class="problem" role="alert">
      {t("signedInAs", signedIn, login)}
      {matchingLogin !== undefined && (
        <button type="button" onClick={() => selectAccount(matchingLogin)}>
          {t("switchTo", matchingLogin)}
        </button>
      )}
    </p>
  );
}

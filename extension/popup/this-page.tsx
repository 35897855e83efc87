import { useEffect, useState } from "preact/hooks";
import { CONTROLS } from "../controls/index.ts";
import { isAllowed } from "../host/allowed.ts";
import type { AccountName, AccountSummary } from "../messages/accounts.ts";
import { ask } from "../ui/ask.ts";
import { subjectName } from "../ui/view.ts";
import { t } from "../ui/words.ts";
import { PageControls } from "./page-controls.tsx";
import { leave, signedInIn } from "./tab-in-front.ts";
import type { Place } from "./use-place.ts";

/** What Forgehand does on the page in front, or why it does nothing there. */
export function ThisPage({
  place,
  account,
  use,
  acted,
}: {
  readonly place: Place;
  /** The account in use: on a page of a host that has one, it is the one that acts there. */
  readonly account: AccountSummary | undefined;
  /** Lets an account act on its host. */
  readonly use: (account: AccountName) => void;
  readonly acted: () => void;
}) {
  const { page } = place;
  return (
    <section aria-labelledby="page">
      <h2 id="page">{page && page.kind !== "list" ? subjectName({ page }) : t("thisPage")}</h2>
      <Inside place={place} account={account} use={use} acted={acted} />
    </section>
  );
}

function Inside({ place, account, use, acted }: Parameters<typeof ThisPage>[0]) {
  const { origin, page, site, tab } = place;
  if (origin === undefined || tab === undefined) return <p class="dim">{t("nothingHere")}</p>;
  const hindrance = account?.origin === origin ? hindranceOf(account) : undefined;
  if (hindrance !== undefined) {
    return (
      <>
        <p class="problem">{hindrance}</p>
        <Options text={t("openOptions")} />
      </>
    );
  }
  const login = site?.login;
  if (!site || login === undefined) return <NotHere origin={origin} />;
  if (!page) return <p class="dim">{t("noControlsHere")}</p>;
  if (page.kind === "list") return <p class="dim">{t(site.controls.rows ? "controlsInRows" : "rowsOff")}</p>;
  const some = CONTROLS.some(({ id, on }) => site.controls[id] && on.includes(page.kind));
  if (!some) return <p class="dim">{t("controlsOff")}</p>;
  return (
    <>
      <PageControls page={page} site={site} login={login} tab={tab} acted={acted} />
      <Mismatch tab={tab} login={login} logins={site.logins} use={(login) => use({ origin, login })} />
    </>
  );
}

/** Why the account in use can't act; undefined: it can. */
function hindranceOf({ state, login, origin }: AccountSummary): string | undefined {
  const { host } = new URL(origin);
  if (state === "no token") return t("tokenIsMissing", login, host);
  if (state === "no permission") return t("permissionGone", host);
  if (state === "not allowed") return t("hostNotAllowed", host);
  return undefined;
}

/** There is no account for a host: there could be. */
function NotHere({ origin }: { readonly origin: string }) {
  const [allowed, setAllowed] = useState(true);
  useEffect(() => {
    void ask("settings", {}).then(
      ({ policy }) => setAllowed(isAllowed(origin, policy.allowedHosts)),
      () => undefined,
    );
  }, [origin]);
  const { host } = new URL(origin);
  if (!allowed) return <p class="dim">{t("hostNotAllowed", host)}</p>;
  return (
    <>
      <p class="dim">{t("notHereYet", host)}</p>
      <Options text={t("addHost", host)} host={origin} />
    </>
  );
}

/** @param host what to add there */
function Options({ text, host }: { readonly text: string; readonly host?: string }) {
  return (
    <a
      class="button"
      href={host === undefined ? "/options.html" : `/options.html?host=${encodeURIComponent(host)}`}
      target="_blank"
      rel="noreferrer"
      onClick={() => void leave()}
    >
      {text}
    </a>
  );
}

/** Says that the page is signed in as somebody else, whom Forgehand could act as where it has their account too. */
function Mismatch({
  tab,
  login,
  logins,
  use,
}: {
  readonly tab: number;
  readonly login: string;
  readonly logins: readonly string[];
  readonly use: (login: string) => void;
}) {
  const [signedIn, setSignedIn] = useState<string | null>();
  useEffect(() => void signedInIn(tab).then(setSignedIn), [tab, login]);
  const same = (other: string) => other.toLowerCase() === signedIn?.toLowerCase();
  if (!signedIn || same(login)) return null;
  const own = logins.find(same);
  return (
    <p class="problem" role="alert">
      {t("signedInAs", signedIn, login)}
      {own !== undefined && (
        <button type="button" onClick={() => use(own)}>
          {t("switchTo", own)}
        </button>
      )}
    </p>
  );
}

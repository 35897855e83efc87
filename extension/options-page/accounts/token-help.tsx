import type { DialectName } from "@forgehand/core/dialects";
import { useEffect, useId, useState } from "preact/hooks";
import { newFineGrainedPage, newTokenPage } from "../../host/new-token.ts";
import type { Word } from "../../locales/words.ts";
import type { TokenPlan, TokenWish } from "../../messages/accounts.ts";
import { ask } from "../../ui/ask.ts";
import { t } from "../../ui/words.ts";
import { AbleList } from "./able-list.tsx";

/** What each scope is for. */
const SCOPE_WORDS: Readonly<Record<string, Word>> = {
  repo: "scopeRepo",
  public_repo: "scopePublicRepo",
  "read:org": "scopeReadOrg",
};

/** Helps making a token: what for, the least that takes, what will work then, and the forge's page filled in. */
export function TokenHelp({
  open,
  origin,
  dialect,
}: {
  readonly open: boolean;
  readonly origin: string;
  readonly dialect: DialectName;
}) {
  const [kind, setKind] = useState<TokenWish["kind"]>("classic");
  const [everything, setEverything] = useState(true);
  const [organizations, setOrganizations] = useState(false);
  /** The last plan that came, and what for: the link must never be to one kind with what another takes. */
  const [planned, setPlanned] = useState<{ readonly plan: TokenPlan; readonly of: TokenWish["kind"] }>();
  useEffect(() => {
    let isLatest = true;
    ask("token-plan", { dialect, kind, everything, organizations }).then(
      (plan) => {
        if (isLatest) setPlanned({ plan, of: kind });
      },
      () => undefined,
    );
    return () => {
      isLatest = false;
    };
  }, [dialect, kind, everything, organizations]);
  const plan = planned?.of === kind ? planned.plan : undefined;
  const pageFor = ({ scopes, permissions }: TokenPlan) =>
    kind === "classic" ? newTokenPage(origin, scopes) : newFineGrainedPage(origin, permissions);
  return (
    <details class="token-help" open={open}>
      <summary>{t("makeToken")}</summary>
      <fieldset>
        <legend>{t("tokenKindQuestion")}</legend>
        <Choice
          name="kind"
          checked={kind === "classic"}
          choose={() => setKind("classic")}
          help={t("chooseClassicMeans")}
        >
          {t("kindClassic")}
        </Choice>
        <Choice
          name="kind"
          checked={kind === "fine-grained"}
          choose={() => setKind("fine-grained")}
          help={t("chooseFineGrainedMeans")}
        >
          {t("kindFineGrained")}
        </Choice>
      </fieldset>
      {kind === "classic" && (
        <fieldset>
          <legend>{t("tokenReachQuestion")}</legend>
          <Choice name="reach" checked={everything} choose={() => setEverything(true)} help={t("reachAllMeans")}>
            {t("reachAll")}
          </Choice>
          <Choice name="reach" checked={!everything} choose={() => setEverything(false)} help={t("reachPublicMeans")}>
            {t("reachPublic")}
          </Choice>
          <Choice
            type="checkbox"
            name="organizations"
            checked={organizations}
            choose={() => setOrganizations(!organizations)}
            help={t("reachOrganizationsMeans")}
          >
            {t("reachOrganizations")}
          </Choice>
        </fieldset>
      )}
      {plan && (
        <>
          <p class="takes">{t(kind === "classic" ? "takesScopes" : "takesPermissions")}</p>
          <dl class="takes">
            {plan.scopes.map((scope) => (
              <div key={scope}>
                <dt>
                  <code>{scope}</code>
                </dt>
                <dd>{SCOPE_WORDS[scope] && t(SCOPE_WORDS[scope])}</dd>
              </div>
            ))}
            {Object.entries(plan.permissions).map(([permission, level]) => (
              <div key={permission}>
                <dt>
                  <code>{permission}</code>
                </dt>
                <dd>{t(level === "write" ? "levelWrite" : "levelRead")}</dd>
              </div>
            ))}
          </dl>
          <AbleList able={plan.able} />
          <p>
            <a class="button" href={pageFor(plan)} target="_blank" rel="noreferrer">
              {t("makeTokenOn", new URL(origin).host)}
              <span aria-hidden="true"> ↗</span>
            </a>
          </p>
        </>
      )}
    </details>
  );
}

function Choice({
  type = "radio",
  name,
  checked,
  choose,
  help,
  children,
}: {
  readonly type?: "radio" | "checkbox";
  readonly name: string;
  readonly checked: boolean;
  readonly choose: () => void;
  readonly help: string;
  readonly children: string;
}) {
  const id = useId();
  return (
    <div class="choice">
      <input id={id} type={type} name={name} checked={checked} onChange={choose} aria-describedby={`${id}-help`} />
      <label for={id}>{children}</label>
      <small id={`${id}-help`}>{help}</small>
    </div>
  );
}

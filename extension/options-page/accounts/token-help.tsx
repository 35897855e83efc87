import type { DialectName } from "@forgehand/core/dialects";
import { useId, useState } from "preact/hooks";
import { newClassicTokenUrl, newFineGrainedTokenUrl } from "../../host/new-token.ts";
import { t } from "../../locales/i18n.ts";
import type { TextKey } from "../../locales/text-keys.ts";
import type { TokenPlan, TokenRequirements } from "../../messages/accounts.ts";
import { useResponse } from "../../ui/use-response.ts";
import { AbilityList } from "./ability-list.tsx";

/** Purpose of each scope. */
const SCOPE_TEXTS: Readonly<Record<string, TextKey>> = {
  repo: "scopeRepo",
  public_repo: "scopePublicRepo",
  notifications: "scopeNotifications",
  "read:org": "scopeReadOrg",
};

const KINDS = [
  { value: "classic", text: "kindClassic", help: "chooseClassicMeans" },
  { value: "fine-grained", text: "kindFineGrained", help: "chooseFineGrainedMeans" },
] as const;

const REACHES = [
  { isPrivate: true, text: "reachAll", help: "reachAllMeans" },
  { isPrivate: false, text: "reachPublic", help: "reachPublicMeans" },
] as const;

/** Helps create a token: choices, the required access, the resulting features and a link to the prefilled page. */
export function TokenHelp({
  open,
  origin,
  dialect,
}: {
  readonly open: boolean;
  readonly origin: string;
  readonly dialect: DialectName;
}) {
  const [kind, setKind] = useState<TokenRequirements["kind"]>("classic");
  const [privateRepositories, setPrivateRepositories] = useState(true);
  const [organizations, setOrganizations] = useState(false);
  const requirements = { dialect, kind, privateRepositories, organizations };
  const { request, response } = useResponse("token-plan", requirements, Object.values(requirements));
  // The link must not combine one kind of token with another kind's access.
  const plan = request?.kind === kind ? response : undefined;
  const pageFor = ({ scopes, permissions }: TokenPlan) =>
    kind === "classic" ? newClassicTokenUrl(origin, scopes) : newFineGrainedTokenUrl(origin, permissions);
  return (
    <details class="token-help" open={open}>
      <summary>{t("makeToken")}</summary>
      <fieldset>
        <legend>{t("tokenKindQuestion")}</legend>
        {KINDS.map(({ value, text, help }) => (
          <HelpChoice key={value} name="kind" checked={kind === value} choose={() => setKind(value)} help={t(help)}>
            {t(text)}
          </HelpChoice>
        ))}
      </fieldset>
      {kind === "classic" && (
        <fieldset>
          <legend>{t("tokenReachQuestion")}</legend>
          {REACHES.map(({ isPrivate, text, help }) => (
            <HelpChoice
              key={text}
              name="reach"
              checked={privateRepositories === isPrivate}
              choose={() => setPrivateRepositories(isPrivate)}
              help={t(help)}
            >
              {t(text)}
            </HelpChoice>
          ))}
          <HelpChoice
            type="checkbox"
            name="organizations"
            checked={organizations}
            choose={() => setOrganizations(!organizations)}
            help={t("reachOrganizationsMeans")}
          >
            {t("reachOrganizations")}
          </HelpChoice>
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
                <dd>{SCOPE_TEXTS[scope] && t(SCOPE_TEXTS[scope])}</dd>
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
          <AbilityList abilities={plan.abilities} />
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

function HelpChoice({
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

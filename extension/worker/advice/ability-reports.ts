import type { Requirement, Role } from "@forgehand/core/contract";
import { DIALECTS, permissionNames, wireScope } from "@forgehand/core/dialects";
import { tokenKindText } from "../../host/token-kind.ts";
import { language, t } from "../../locales/i18n.ts";
import { ABILITIES, type AbilityReport } from "../../messages/accounts.ts";
import { ABILITY_PARTS, type AbilityPart } from "./ability-parts.ts";
import { type AccessVerdict, checkAccess, type TokenAccess } from "./access-verdict.ts";

type AbilityAnswer = AbilityReport["answer"];

const PART_TEXTS = {
  stars: "ablePartStars",
  watching: "ablePartWatching",
  own: "ablePartOwn",
  organizations: "ablePartOrganizations",
} as const;

/** Reports for each ability whether it will work with a token, and what is missing. */
export function reportAbilities(token: TokenAccess): AbilityReport[] {
  return ABILITIES.map((ability) => {
    const parts = ABILITY_PARTS[ability].map((part) => reportPart(part, token));
    return {
      ability,
      answer: combineAnswers(parts.map(({ answer }) => answer)),
      notes: parts.flatMap(({ notes }) => notes),
    };
  });
}

function reportPart({ part, operations }: AbilityPart, token: TokenAccess): { answer: AbilityAnswer; notes: string[] } {
  const verdicts = (isPrivate: boolean) =>
    combineRequired(operations.map((operation) => checkAccess(operation, token, isPrivate)));
  const [publicAccess, privateAccess] = [verdicts(false), verdicts(true)];
  const isAssumed = privateAccess.reason === "assumed";
  const isPublicOnly = publicAccess.answer === "yes" && (privateAccess.answer === "no" || isAssumed);
  const answer = isPublicOnly ? "partly" : publicAccess.answer === "no" ? "no" : privateAccess.answer;
  const reasonNote = isPublicOnly
    ? t(isAssumed ? "ablePublicSurely" : "ablePublicOnly", formatNeeds(token, privateAccess.needs))
    : reasonText(token, answer === "no" ? publicAccess : privateAccess);
  const roles = answer === "no" ? undefined : rolesText(publicAccess.roles);
  const notes = [reasonNote, roles].flatMap((note) => note ?? []);
  return { answer, notes: part ? notes.map((note) => t(PART_TEXTS[part], note)) : notes };
}

/** Reasons by priority. A kind of token that is not accepted comes before missing permissions. */
const REASON_ORDER: readonly AccessVerdict["reason"][] = [
  "kind",
  "unknown-kind",
  "lacks",
  "refused",
  "only-by-trying",
  "assumed",
  "unspecified",
];

/** Combines operations that are all required: returns the worst answer with everything that is missing for it. */
function combineRequired(verdicts: readonly AccessVerdict[]): AccessVerdict {
  const answer =
    (["no", "unknown"] as const).find((answer) => verdicts.some((verdict) => verdict.answer === answer)) ?? "yes";
  const decisive = verdicts.filter((verdict) => verdict.answer === answer);
  const reason = REASON_ORDER.find((reason) => decisive.some((verdict) => verdict.reason === reason));
  const needs = decisive.filter((verdict) => verdict.reason === reason).flatMap(({ needs }) => needs);
  const roles = [...new Set(verdicts.flatMap(({ roles }) => roles))];
  return { answer, ...(reason && { reason }), needs, roles };
}

function combineAnswers(answers: readonly AbilityAnswer[]): AbilityAnswer {
  const all = new Set(answers);
  const [only] = all;
  if (only !== undefined && all.size === 1) return only;
  return all.has("yes") || all.has("partly") ? "partly" : "unknown";
}

function reasonText(token: TokenAccess, { reason, needs }: AccessVerdict): string | undefined {
  if (reason === undefined) return undefined;
  const needsText = formatNeeds(token, needs);
  if (reason === "kind") return t("ableNotThisKind", t(tokenKindText(token.kind ?? null)));
  if (reason === "unknown-kind") return t("ableKindUnknown");
  if (reason === "refused") return t("ableRefused");
  if (reason === "lacks") return t("ableLacks", needsText);
  if (reason === "assumed") return t("ableProbablyLacks", needsText);
  return reason === "only-by-trying" ? t("ableOnlyTrying", needsText) : t("ableUndocumented");
}

/** Formats requirements such as `the scope repo`, without duplicates and without those that another one includes. */
function formatNeeds({ dialect }: TokenAccess, needs: readonly Requirement[]): string {
  const names = needs
    .filter((need) => !needs.some((other) => covers(other, need)))
    .map((need) => {
      if ("scope" in need) return t("namedScope", wireScope(DIALECTS[dialect], need.scope));
      const { name } = permissionNames(DIALECTS[dialect], need.permission);
      return t("namedPermission", name, t(need.level === "write" ? "levelWrite" : "levelRead"));
    });
  return new Intl.ListFormat(language()).format(new Set(names));
}

function covers(other: Requirement, need: Requirement): boolean {
  if ("scope" in other) return "scope" in need && other.scope === "repo" && need.scope === "public_repo";
  return (
    "permission" in need && other.permission === need.permission && other.level !== need.level && need.level === "read"
  );
}

/** Describes the role that the user needs, if it is more than read access. */
function rolesText(roles: readonly Role[]): string | undefined {
  return roles.includes("push") ? t("ableForPushers") : undefined;
}

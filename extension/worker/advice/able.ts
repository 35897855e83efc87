import type { Requirement, Role } from "@forgehand/core/contract";
import { DIALECTS, permissionNames, wireScope } from "@forgehand/core/dialects";
import { kindWord } from "../../host/token-kind.ts";
import { ABILITIES, type Able } from "../../messages/accounts.ts";
import { language, t } from "../../ui/words.ts";
import { ABILITY_PARTS, type AbilityPart } from "./abilities.ts";
import { type KnownToken, type Verdict, verdictOn } from "./verdict.ts";

type Answer = Able["answer"];

const PART_WORDS = {
  stars: "ablePartStars",
  watching: "ablePartWatching",
  own: "ablePartOwn",
  organizations: "ablePartOrganizations",
} as const;

/** What will work with a token and what won't, each with what is missing, in words. */
export function ableWith(token: KnownToken): Able[] {
  return ABILITIES.map((ability) => {
    const parts = ABILITY_PARTS[ability].map((part) => ofPart(part, token));
    return { ability, answer: together(parts.map(({ answer }) => answer)), notes: parts.flatMap(({ notes }) => notes) };
  });
}

function ofPart({ part, operations }: AbilityPart, token: KnownToken): { answer: Answer; notes: string[] } {
  const verdicts = (isPrivate: boolean) => worst(operations.map((operation) => verdictOn(operation, token, isPrivate)));
  const [ofPublic, ofPrivate] = [verdicts(false), verdicts(true)];
  const onlyPublic = ofPublic.answer === "yes" && ofPrivate.answer === "no";
  const answer = onlyPublic ? "partly" : ofPublic.answer === "no" ? "no" : ofPrivate.answer;
  const why = onlyPublic
    ? t("ablePublicOnly", needsInWords(token, ofPrivate.needs))
    : whyInWords(token, answer === "no" ? ofPublic : ofPrivate);
  const roles = answer === "no" ? undefined : rolesInWords(ofPublic.roles);
  const notes = [why, roles].flatMap((note) => note ?? []);
  return { answer, notes: part ? notes.map((note) => t(PART_WORDS[part], note)) : notes };
}

/** What speaks against it, the weightiest first: no permission helps a kind of token that the forge refuses. */
const WEIGHT: readonly Verdict["why"][] = [
  "kind",
  "unknown kind",
  "lacks",
  "refused",
  "only trying tells",
  "nobody says",
];

/** Of several calls that are all needed, the one that is least likely to work; and all that is missing for its reason. */
function worst(verdicts: readonly Verdict[]): Verdict {
  const answer = (["no", "unknown"] as const).find((answer) => verdicts.some((one) => one.answer === answer)) ?? "yes";
  const decisive = verdicts.filter((one) => one.answer === answer);
  const why = WEIGHT.find((why) => decisive.some((one) => one.why === why));
  const needs = decisive.filter((one) => one.why === why).flatMap(({ needs }) => needs);
  const roles = [...new Set(verdicts.flatMap(({ roles }) => roles))];
  return { answer, ...(why && { why }), needs, roles };
}

function together(answers: readonly Answer[]): Answer {
  const all = new Set(answers);
  const [only] = all;
  if (only !== undefined && all.size === 1) return only;
  return all.has("yes") || all.has("partly") ? "partly" : "unknown";
}

function whyInWords(token: KnownToken, { why, needs }: Verdict): string | undefined {
  if (why === undefined) return undefined;
  const named = needsInWords(token, needs);
  if (why === "kind") return t("ableNotThisKind", t(kindWord(token.kind ?? null)));
  if (why === "unknown kind") return t("ableKindUnknown");
  if (why === "refused") return t("ableRefused");
  if (why === "lacks") return t("ableLacks", named);
  return why === "only trying tells" ? t("ableOnlyTrying", named) : t("ableNobodySays");
}

/** `the scope repo`, `the permission "Starring" (write) and …`: each once, and none that another one brings along. */
function needsInWords({ dialect }: KnownToken, needs: readonly Requirement[]): string {
  const words = needs
    .filter((need) => !needs.some((other) => covers(other, need)))
    .map((need) => {
      if ("scope" in need) return t("namedScope", wireScope(DIALECTS[dialect], need.scope));
      const { name } = permissionNames(DIALECTS[dialect], need.permission);
      return t("namedPermission", name, t(need.level === "write" ? "levelWrite" : "levelRead"));
    });
  return new Intl.ListFormat(language()).format(new Set(words));
}

function covers(other: Requirement, need: Requirement): boolean {
  if ("scope" in other) return "scope" in need && other.scope === "repo" && need.scope === "public_repo";
  return (
    "permission" in need && other.permission === need.permission && other.level !== need.level && need.level === "read"
  );
}

/** What somebody has to be beside, where it isn't what anybody is. */
function rolesInWords(roles: readonly Role[]): string | undefined {
  return roles.includes("push") ? t("ableForPushers") : undefined;
}

import type { Activity } from "../../lists/groups.ts";
import type { Word } from "../../locales/words.ts";
import { t } from "../../ui/words.ts";
import { type Idle, isSpan, type Span } from "../idle.ts";
import type { Filters } from "../place.ts";
import { dayOf } from "../spans-of-time.ts";
import { watchWord } from "../table/row.tsx";

const SPAN_WORDS = {
  "6m": "idle6m",
  "1y": "idle1y",
  "2y": "idle2y",
  "5y": "idle5y",
} as const satisfies Record<Span, Word>;

/** `For 2 years`, `Since 1 May 2024`. */
export function idleWord(idle: Idle): string {
  return isSpan(idle) ? t(SPAN_WORDS[idle]) : t("idleSince", dayOf(Date.parse(idle)));
}

const ACTIVITY_WORDS = {
  month: "activityMonth",
  quarter: "activityQuarter",
  year: "activityYear",
  "two years": "activityTwoYears",
  longer: "activityLonger",
  archived: "markArchived",
} as const satisfies Record<Activity, Word>;

export function activityWord(activity: Activity): string {
  return t(ACTIVITY_WORDS[activity]);
}

/** Each filter that narrows the list down, in words. */
export function filterWords(filters: Filters): (readonly [name: keyof Filters, text: string])[] {
  const { text, starred, watch, idle, activity, archived, fork, language, owner, missing } = filters;
  const yesNo = (value: boolean | undefined, yes: Word, no: Word) => (value === undefined ? [] : t(value ? yes : no));
  const words = {
    text: text === undefined ? [] : t("filterText", text),
    starred:
      starred === undefined
        ? []
        : starred === "unknown"
          ? t("filterStarUnknown")
          : t(starred ? "starred" : "notStarred"),
    watch: watch === undefined ? [] : watch === "unknown" ? t("watchIsUnknown") : watchWord(watch),
    idle: idle === undefined ? [] : t("filterIdleIs", idleWord(idle)),
    activity: activity === undefined ? [] : t("filterActivityIs", activityWord(activity)),
    archived: yesNo(archived, "markArchived", "notArchived"),
    fork: yesNo(fork, "forks", "notForks"),
    private: yesNo(filters.private, "markPrivate", "publicOnes"),
    language: language === undefined ? [] : (language ?? t("noLanguage")),
    owner: owner === undefined ? [] : t("filterOwnerIs", owner),
    missing: yesNo(missing, "markGone", "notGone"),
  } satisfies Record<keyof Filters, string | never[]>;
  return FILTER_ORDER.flatMap((name) => [words[name]].flat().map((text) => [name, text] as const));
}

const FILTER_ORDER: readonly (keyof Filters)[] = [
  "text",
  "starred",
  "watch",
  "idle",
  "activity",
  "archived",
  "fork",
  "private",
  "language",
  "owner",
  "missing",
];

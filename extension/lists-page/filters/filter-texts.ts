import type { Activity } from "../../lists/groups.ts";
import { t } from "../../locales/i18n.ts";
import type { TextKey } from "../../locales/text-keys.ts";
import { formatDay } from "../format-dates.ts";
import { type IdleFilter, type IdleSpan, isSpan } from "../idle.ts";
import { FILTER_NAMES, type ListsFilters } from "../lists-route.ts";
import { watchText } from "../table/repository-row.tsx";

const SPAN_TEXTS = {
  "6m": "idle6m",
  "1y": "idle1y",
  "2y": "idle2y",
  "5y": "idle5y",
} as const satisfies Record<IdleSpan, TextKey>;

/** Text of an idle filter: `For 2 years`, `Since 1 May 2024`. */
export function idleText(idle: IdleFilter): string {
  return isSpan(idle) ? t(SPAN_TEXTS[idle]) : t("idleSince", formatDay(Date.parse(idle)));
}

const ACTIVITY_TEXTS = {
  month: "activityMonth",
  quarter: "activityQuarter",
  year: "activityYear",
  "two-years": "activityTwoYears",
  longer: "activityLonger",
  archived: "markArchived",
} as const satisfies Record<Activity, TextKey>;

export function activityText(activity: Activity): string {
  return t(ACTIVITY_TEXTS[activity]);
}

/** Texts of the active filters. */
export function filterTexts(filters: ListsFilters): (readonly [name: keyof ListsFilters, text: string])[] {
  const { text, starred, watch, idle, activity, archived, fork, language, owner, tag, missing } = filters;
  const yesNo = (value: boolean | undefined, yes: TextKey, no: TextKey) =>
    value === undefined ? [] : t(value ? yes : no);
  const texts = {
    text: text === undefined ? [] : t("filterText", text),
    starred:
      starred === undefined
        ? []
        : starred === "unknown"
          ? t("filterStarUnknown")
          : t(starred ? "starred" : "notStarred"),
    watch: watch === undefined ? [] : watch === "unknown" ? t("watchIsUnknown") : watchText(watch),
    idle: idle === undefined ? [] : t("filterIdleIs", idleText(idle)),
    activity: activity === undefined ? [] : t("filterActivityIs", activityText(activity)),
    archived: yesNo(archived, "markArchived", "notArchived"),
    fork: yesNo(fork, "forks", "notForks"),
    private: yesNo(filters.private, "markPrivate", "publicOnes"),
    language: language === undefined ? [] : (language ?? t("noLanguage")),
    owner: owner === undefined ? [] : t("filterOwnerIs", owner),
    tag: tag === undefined ? [] : t("filterTagIs", tag),
    missing: yesNo(missing, "markGone", "notGone"),
  } satisfies Record<keyof ListsFilters, string | never[]>;
  return FILTER_NAMES.flatMap((name) => [texts[name]].flat().map((text) => [name, text] as const));
}

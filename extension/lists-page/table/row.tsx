import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type { Entry } from "../../lists/entry.ts";
import { reasonText } from "../../lists/reason-words.ts";
import type { Watch } from "../../messages/states.ts";
import { ago } from "../../ui/times.ts";
import { language, numberOf, t } from "../../ui/words.ts";
import { EyeIcon, StarIcon } from "../icons.tsx";
import { usePage } from "../page-context.ts";
import { dayOf } from "../spans-of-time.ts";
import { COLUMNS, type Column } from "./columns.ts";

/** One repository: what it is, and how it is starred and watched. */
export function Row({
  entry,
  index,
  isSelected,
  matches,
  active,
  select,
  star,
  openWatch,
  holdWatch,
  isOpen,
}: {
  readonly entry: Entry;
  /** Its place in the list. */
  readonly index: number;
  readonly isSelected: boolean;
  /** Does it still match what the list is narrowed down to? */
  readonly matches: boolean;
  /** The column that the keyboard is in, if it is in this row. */
  readonly active: number | undefined;
  /** @param range from the one that was selected last */
  readonly select: (range: boolean) => void;
  readonly star: () => void;
  readonly openWatch: (button: HTMLButtonElement) => void;
  readonly holdWatch: (event: MouseEvent) => void;
  /** Is its watch menu open? */
  readonly isOpen: boolean;
}) {
  const { account, live, canWatch, now } = usePage();
  const { owner, name, starred, watch } = entry;
  const full = `${owner}/${name}`;
  const tabIndex = (column: Column) => (COLUMNS[active ?? -1] === column ? 0 : -1);
  const texts = useMemo(() => textsOf(entry, now), [entry, now]);
  const whyNoWatch = entry.whyWatch ?? live.gathering.whyNoWatch;
  return (
    <tr
      class={matches ? "row" : "row behind"}
      style={{ "--index": index }}
      data-row={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
    >
      <Cell column="select">
        <label class="tick">
          <input
            type="checkbox"
            checked={isSelected}
            tabIndex={tabIndex("select")}
            data-cell
            aria-label={t("selectRow", full)}
            onClick={({ shiftKey }) => select(shiftKey)}
          />
        </label>
      </Cell>
      <Cell column="repository">
        <span class="name">
          <a
            href={`${account.origin}/${owner}/${name}`}
            target="_blank"
            rel="noreferrer"
            tabIndex={tabIndex("repository")}
            data-cell
            title={entry.formerly === null ? full : `${full} (${t("formerly", entry.formerly)})`}
          >
            <span class="owner">{owner}/</span>
            <bdi>{name}</bdi>
          </a>
          <Marks entry={entry} />
        </span>
        <span class="description" title={entry.description ?? undefined}>
          {entry.missing ? reasonText(entry.missing) : entry.description}
        </span>
      </Cell>
      <Cell column="language" tabIndex={tabIndex("language")}>
        {entry.language}
      </Cell>
      <Cell column="stars" tabIndex={tabIndex("stars")} title={texts.stars}>
        <span class="small-icon">
          <StarIcon filled={false} />
        </span>
        {texts.shortStars}
      </Cell>
      <Cell column="pushed" tabIndex={tabIndex("pushed")} title={texts.pushedOn}>
        {texts.pushed}
      </Cell>
      <Cell column="star">
        <button
          type="button"
          class="star-button"
          tabIndex={tabIndex("star")}
          data-cell
          aria-pressed={starred ?? undefined}
          aria-disabled={starred === null}
          aria-label={t(starred ? "unstarRow" : starred === null ? "starUnknownRow" : "starRow", full)}
          title={starred === null ? whyText(entry.whyStar) : (texts.starredOn ?? t("star"))}
          onClick={() => starred !== null && star()}
        >
          {starred === null ? <span class="unknown">?</span> : <StarIcon filled={starred} />}
        </button>
      </Cell>
      <Cell column="watch">
        <button
          type="button"
          class="watch-button"
          tabIndex={tabIndex("watch")}
          data-cell
          data-watch={watch ?? "unknown"}
          aria-haspopup="menu"
          aria-expanded={isOpen}
          aria-disabled={watch === null || !canWatch}
          aria-label={t("watchRow", full, watchWord(watch))}
          title={watch === null || !canWatch ? whyText(whyNoWatch) : watchWord(watch)}
          onMouseDown={holdWatch}
          onClick={({ currentTarget }) => watch !== null && canWatch && openWatch(currentTarget)}
        >
          <EyeIcon off={watch === "ignoring"} />
          <span>{watchWord(watch)}</span>
          {watch !== null && canWatch && <span class="caret" aria-hidden="true" />}
        </button>
      </Cell>
    </tr>
  );
}

/** A cell; one that holds nothing to act on takes the focus itself, so that it can be read. */
function Cell({
  column,
  tabIndex,
  title,
  children,
}: {
  readonly column: Column;
  readonly tabIndex?: number;
  readonly title?: string | undefined;
  readonly children: ComponentChildren;
}) {
  return (
    <td
      class={`cell ${column}`}
      aria-colindex={COLUMNS.indexOf(column) + 1}
      data-column={COLUMNS.indexOf(column)}
      {...(tabIndex !== undefined && { tabIndex, "data-cell": true })}
      title={title}
    >
      {children}
    </td>
  );
}

function Marks({ entry }: { readonly entry: Entry }) {
  return (
    <>
      {entry.missing && <span class="mark gone">{t("markGone")}</span>}
      {entry.private && <span class="mark">{t("markPrivate")}</span>}
      {entry.archived && <span class="mark archived">{t("markArchived")}</span>}
      {entry.fork && <span class="mark">{t("markFork")}</span>}
    </>
  );
}

/** How something is watched, in a word. */
export function watchWord(watch: Watch | null): string {
  if (watch === null) return t("unknown");
  return t(watch === "watching" ? "isWatched" : watch === "ignoring" ? "isIgnored" : "isNotWatched");
}

function whyText(why: Entry["whyWatch"]): string {
  return why ? reasonText(why) : t("unknown");
}

function textsOf({ stars, pushedAt, starredAt }: Entry, now: number) {
  const short = new Intl.NumberFormat(language(), { notation: "compact", maximumSignificantDigits: 3 });
  return {
    stars: numberOf(stars),
    shortStars: short.format(stars),
    pushed: pushedAt === null ? t("neverPushed") : ago(Date.parse(pushedAt), now),
    pushedOn: pushedAt === null ? undefined : dayOf(Date.parse(pushedAt)),
    starredOn: starredAt === null ? undefined : t("starredOn", dayOf(Date.parse(starredAt))),
  };
}

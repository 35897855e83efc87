import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { type ListedEntry, NO_ANNOTATION } from "../../lists/annotation.ts";
import type { Entry } from "../../lists/entry.ts";
import { reasonText } from "../../lists/reason-text.ts";
import { formatNumber, language, t } from "../../locales/i18n.ts";
import type { WatchState } from "../../model/control-states.ts";
import { formatAgo } from "../../ui/format-time.ts";
import { formatDay } from "../format-dates.ts";
import { EyeIcon, StarIcon, TagIcon } from "../icons.tsx";
import { useListsPage } from "../page-context.ts";
import { COLUMNS, type GridColumn } from "./columns.ts";

/** Row of a repository with its star and watch controls. */
export function RepositoryRow({
  entry,
  index,
  isSelected,
  matches,
  active,
  select,
  annotate,
  star,
  openWatch,
  keepMenuFocus,
  isOpen,
}: {
  readonly entry: ListedEntry;
  readonly index: number;
  readonly isSelected: boolean;
  /** Whether the repository still matches the filters. */
  readonly matches: boolean;
  /** Index of the focused column, if the focus is in this row. */
  readonly active: number | undefined;
  /** @param range whether to extend the selection from the last selected row */
  readonly select: (range: boolean) => void;
  readonly annotate: () => void;
  readonly star: () => void;
  readonly openWatch: (button: HTMLButtonElement) => void;
  readonly keepMenuFocus: (event: MouseEvent) => void;
  readonly isOpen: boolean;
}) {
  const { account, live, canWatch, now } = useListsPage();
  const { owner, name, starred, watch } = entry;
  const { tags, note } = entry.annotation ?? NO_ANNOTATION;
  const fullName = `${owner}/${name}`;
  const tabIndex = (column: GridColumn) => (COLUMNS[active ?? -1] === column ? 0 : -1);
  const texts = useMemo(() => textsOf(entry, now), [entry, now]);
  const unavailableReason = entry.watchReason ?? live.gathering.watchUnavailable;
  return (
    <tr
      class={matches ? "row" : "row behind"}
      style={{ "--index": index }}
      data-row={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
    >
      <GridCell column="select">
        <label class="tick">
          <input
            type="checkbox"
            checked={isSelected}
            tabIndex={tabIndex("select")}
            data-cell
            aria-label={t("selectRow", fullName)}
            onClick={({ shiftKey }) => select(shiftKey)}
          />
        </label>
      </GridCell>
      <GridCell column="repository">
        <span class="name">
          <a
            href={`${account.origin}/${owner}/${name}`}
            target="_blank"
            rel="noreferrer"
            tabIndex={tabIndex("repository")}
            data-cell
            title={entry.previousName === null ? fullName : `${fullName} (${t("formerly", entry.previousName)})`}
          >
            <span class="owner">{owner}/</span>
            <bdi>{name}</bdi>
          </a>
          <Marks entry={entry} />
        </span>
        <span class="details">
          <Tags tags={tags} />
          <span class="description" title={entry.description ?? undefined}>
            {entry.missing ? reasonText(entry.missing) : entry.description}
          </span>
        </span>
      </GridCell>
      <GridCell column="language" tabIndex={tabIndex("language")}>
        {entry.language}
      </GridCell>
      <GridCell column="stars" tabIndex={tabIndex("stars")} title={texts.stars}>
        <span class="small-icon">
          <StarIcon filled={false} />
        </span>
        {texts.shortStars}
      </GridCell>
      <GridCell column="pushed" tabIndex={tabIndex("pushed")} title={texts.pushedOn}>
        {texts.pushed}
      </GridCell>
      <GridCell column="annotation">
        <button
          type="button"
          class="bare annotate-button"
          tabIndex={tabIndex("annotation")}
          data-cell
          aria-haspopup="dialog"
          aria-label={t("annotateRow", fullName)}
          title={note || t("annotateRow", fullName)}
          onClick={annotate}
        >
          <TagIcon filled={note !== ""} />
        </button>
      </GridCell>
      <GridCell column="star">
        <button
          type="button"
          class="star-button"
          tabIndex={tabIndex("star")}
          data-cell
          aria-pressed={starred ?? undefined}
          aria-disabled={starred === null}
          aria-label={t(starred ? "unstarRow" : starred === null ? "starUnknownRow" : "starRow", fullName)}
          title={starred === null ? unknownText(entry.starReason) : (texts.starredOn ?? t("star"))}
          onClick={() => starred !== null && star()}
        >
          {starred === null ? <span class="unknown">?</span> : <StarIcon filled={starred} />}
        </button>
      </GridCell>
      <GridCell column="watch">
        <button
          type="button"
          class="watch-button"
          tabIndex={tabIndex("watch")}
          data-cell
          data-watch={watch ?? "unknown"}
          aria-haspopup="menu"
          aria-expanded={isOpen}
          aria-disabled={watch === null || !canWatch}
          aria-label={t("watchRow", fullName, watchText(watch))}
          title={watch === null || !canWatch ? unknownText(unavailableReason) : watchText(watch)}
          onMouseDown={keepMenuFocus}
          onClick={({ currentTarget }) => watch !== null && canWatch && openWatch(currentTarget)}
        >
          <EyeIcon off={watch === "ignoring"} />
          <span>{watchText(watch)}</span>
          {watch !== null && canWatch && <span class="caret" aria-hidden="true" />}
        </button>
      </GridCell>
    </tr>
  );
}

/** A cell. Without a control inside, it is focusable itself so that it can be read. */
function GridCell({
  column,
  tabIndex,
  title,
  children,
}: {
  readonly column: GridColumn;
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

function Tags({ tags }: { readonly tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <span class="row-tags" title={tags.join(", ")}>
      {tags.map((tag) => (
        <span key={tag} class="row-tag">
          {tag}
        </span>
      ))}
    </span>
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

export function watchText(watch: WatchState | null): string {
  if (watch === null) return t("unknown");
  return t(watch === "watching" ? "isWatched" : watch === "ignoring" ? "isIgnored" : "isNotWatched");
}

function unknownText(why: Entry["watchReason"]): string {
  return why ? reasonText(why) : t("unknown");
}

function textsOf({ stars, pushedAt, starredAt }: Entry, now: number) {
  const short = new Intl.NumberFormat(language(), { notation: "compact", maximumSignificantDigits: 3 });
  return {
    stars: formatNumber(stars),
    shortStars: short.format(stars),
    pushed: pushedAt === null ? t("neverPushed") : formatAgo(Date.parse(pushedAt), now),
    pushedOn: pushedAt === null ? undefined : formatDay(Date.parse(pushedAt)),
    starredOn: starredAt === null ? undefined : t("starredOn", formatDay(Date.parse(starredAt))),
  };
}

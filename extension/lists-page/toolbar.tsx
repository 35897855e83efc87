import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { SORTS } from "../lists/sort.ts";
import { numberOf, t, tn } from "../ui/words.ts";
import { SearchIcon } from "./icons.tsx";
import { usePage } from "./page-context.ts";
import { firstDirection } from "./place.ts";
import { SORTED } from "./table/columns.ts";

/** Search, how many are found, and, where there is no room for columns, how they are sorted. */
export function Toolbar({
  found,
  all,
  children,
}: {
  readonly found: number;
  readonly all: number;
  readonly children?: ComponentChildren;
}) {
  const { place, go } = usePage();
  const isTyping = useRef(false);
  const search = (text: string) => {
    // One step back leads to before the search, not to before its last letter.
    go({ filters: { text: text === "" ? undefined : text } }, isTyping.current ? "quietly" : undefined);
    isTyping.current = true;
  };
  return (
    <div class="toolbar">
      <label class="search">
        <SearchIcon />
        <input
          type="search"
          value={place.filters.text ?? ""}
          placeholder={t("searchLists")}
          aria-label={t("searchLists")}
          onInput={({ currentTarget }) => search(currentTarget.value)}
          onBlur={() => {
            isTyping.current = false;
          }}
        />
      </label>
      {children}
      <label class="sort">
        <span>{t("sortBy")}</span>
        <select
          value={place.sort}
          onChange={({ currentTarget }) => {
            const sort = SORTS.find((sort) => sort === currentTarget.value);
            if (sort) go({ sort, direction: firstDirection(sort) });
          }}
        >
          {SORTED.map(({ sort, word }) => (
            <option key={sort} value={sort}>
              {t(word)}
            </option>
          ))}
        </select>
      </label>
      <p class="found" role="status">
        {found === all ? tn("repositoryCount", all) : t("foundOf", numberOf(found), numberOf(all))}
      </p>
    </div>
  );
}

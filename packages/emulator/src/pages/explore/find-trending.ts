import { integer, row, text } from "../../state/columns.ts";
import type { Database } from "../../state/database.ts";
import { type Repository, repositories } from "../../state/repositories.ts";

/** Trending periods, with their length in days. */
export const TRENDING_PERIODS = {
  daily: { name: "Today", days: 1, phrase: "today" },
  weekly: { name: "This week", days: 7, phrase: "this week" },
  monthly: { name: "This month", days: 30, phrase: "this month" },
} as const;

export type TrendingPeriod = keyof typeof TRENDING_PERIODS;

export const isTrendingPeriod = (text: string): text is TrendingPeriod => Object.hasOwn(TRENDING_PERIODS, text);

/** Returns a language's name as used in URLs. */
export const languageSlug = (language: string): string => language.toLowerCase().replaceAll(" ", "-");

const LANGUAGE_SLUG_SQL = "replace(lower(r.language), ' ', '-')";

const TrendRow = row({ repository_id: integer(), new_stars: integer() });

/** A repository with the number of stars it got in the period. */
export interface TrendingRepository {
  readonly repository: Repository;
  readonly newStars: number;
}

/**
 * Returns the public repositories with the most new stars.
 * @param language language slug; undefined for all
 */
export function findTrending(
  db: Database,
  since: Date,
  language: string | undefined,
  limit: number,
): TrendingRepository[] {
  const [languageFilter, values] =
    language === undefined ? ["", []] : [`AND ${LANGUAGE_SLUG_SQL} = ?`, [language.toLowerCase()]];
  const sql = `SELECT s.repository_id, count(*) AS new_stars FROM stars s JOIN repositories r ON r.id = s.repository_id
    WHERE r.private = 0 AND s.starred_at >= ? ${languageFilter} GROUP BY s.repository_id
    ORDER BY new_stars DESC, max(s.starred_at) DESC, s.repository_id LIMIT ?`;
  const trends = db.all(TrendRow, sql, since.toISOString(), ...values, limit);
  return trends.flatMap(({ repository_id, new_stars }) => {
    const repository = repositories.find(db, { id: repository_id });
    return repository ? [{ repository, newStars: new_stars }] : [];
  });
}

const Language = row({ language: text() });

/** Returns the languages of public repositories, sorted by name. */
export function listLanguages(db: Database): string[] {
  const sql = "SELECT DISTINCT language FROM repositories WHERE private = 0 AND language IS NOT NULL ORDER BY language";
  return db.memoize("public languages", () => db.all(Language, sql)).map(({ language }) => language);
}

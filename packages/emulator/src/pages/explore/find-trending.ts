import * as z from "zod/mini";
import type { Database } from "../../state/database.ts";
import { Repository } from "../../state/repositories.ts";

/** How long back each list looks, in days. */
export const PERIODS = {
  daily: { name: "Today", days: 1, said: "today" },
  weekly: { name: "This week", days: 7, said: "this week" },
  monthly: { name: "This month", days: 30, said: "this month" },
} as const;

export type Period = keyof typeof PERIODS;

export const isPeriod = (text: string): text is Period => Object.hasOwn(PERIODS, text);

/** A language as addresses name it. */
export const slugOf = (language: string): string => language.toLowerCase().replaceAll(" ", "-");

const SLUG = "replace(lower(r.language), ' ', '-')";

const Trend = z.object({ repository_id: z.int(), fresh: z.int() });

/** How many stars a repository got of late. */
export interface Trending {
  readonly repository: Repository;
  readonly fresh: number;
}

/** The public repositories that got the most stars since then. @param language its slug; undefined: whichever */
export function findTrending(db: Database, since: Date, language: string | undefined, limit: number): Trending[] {
  const [only, values] = language === undefined ? ["", []] : [`AND ${SLUG} = ?`, [language.toLowerCase()]];
  const sql = `SELECT s.repository_id, count(*) AS fresh FROM stars s JOIN repositories r ON r.id = s.repository_id
    WHERE r.private = 0 AND s.starred_at >= ? ${only} GROUP BY s.repository_id
    ORDER BY fresh DESC, max(s.starred_at) DESC, s.repository_id LIMIT ?`;
  const trends = db.all(Trend, sql, since.toISOString(), ...values, limit);
  return trends.flatMap(({ repository_id, fresh }) => {
    const repository = db.get(Repository, "SELECT * FROM repositories WHERE id = ?", repository_id);
    return repository ? [{ repository, fresh }] : [];
  });
}

const Language = z.object({ language: z.string() });

/** The languages that public repositories are written in, by name. */
export function languagesOf(db: Database): string[] {
  const sql = "SELECT DISTINCT language FROM repositories WHERE private = 0 AND language IS NOT NULL ORDER BY language";
  return db.remember("public languages", () => db.all(Language, sql)).map(({ language }) => language);
}

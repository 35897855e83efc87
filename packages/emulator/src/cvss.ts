import { Cvss3P0, Cvss3P1, Cvss4P0 } from "ae-cvss-calculator";

/** Base score of a CVSS vector, and the major version of the vector's notation. */
export interface CvssScore {
  readonly version: "3" | "4";
  /** From 0 to 10. */
  readonly score: number;
}

/** Returns the base score only, or undefined if a base metric is missing. */
const score3 = (parsed: Cvss3P0 | Cvss3P1) => (parsed.isBaseFullyDefined() ? parsed.calculateScores().base : undefined);
const score4 = (parsed: Cvss4P0) =>
  parsed.isBaseFullyDefined() ? parsed.calculateScores().baseMetricsOnly : undefined;

const CVSS_VERSIONS = {
  "3.0": { version: "3", score: (vector: string) => score3(new Cvss3P0(vector)) },
  "3.1": { version: "3", score: (vector: string) => score3(new Cvss3P1(vector)) },
  "4.0": { version: "4", score: (vector: string) => score4(new Cvss4P0(vector)) },
} as const;

/** Parses a CVSS 3.0, 3.1 or 4.0 vector (first.org). Returns undefined if it is invalid or lacks a base metric. */
export function readCvss(vector: string): CvssScore | undefined {
  const [, versionText, metrics = ""] = /^CVSS:(3\.[01]|4\.0)((?:\/[A-Z]{1,3}:[A-Za-z]+)+)$/.exec(vector) ?? [];
  const cvssVersion = Object.entries(CVSS_VERSIONS).find(([name]) => name === versionText)?.[1];
  const names = metrics.split("/").map((metric) => metric.split(":")[0]);
  // A repeated metric makes the vector invalid.
  if (!cvssVersion || new Set(names).size < names.length) return undefined;
  try {
    const score = cvssVersion.score(vector);
    return score === undefined ? undefined : { version: cvssVersion.version, score };
  } catch {
    // Unknown metric or value.
    return undefined;
  }
}

/** Returns the severity rating of a score; null for 0. */
export function severityOf(score: number): "critical" | "high" | "medium" | "low" | null {
  if (score >= 9) return "critical";
  if (score >= 7) return "high";
  if (score >= 4) return "medium";
  return score > 0 ? "low" : null;
}

import { Cvss3P0, Cvss3P1, Cvss4P0 } from "ae-cvss-calculator";

/** How bad a vulnerability is, told as a vector: what that comes to, and in which version of the notation it is written. */
export interface Cvss {
  readonly version: "3" | "4";
  /** The base score, from 0 to 10. */
  readonly score: number;
}

/** The base score, whatever else a vector tells; undefined where one of the base metrics is missing. */
const score3 = (read: Cvss3P0 | Cvss3P1) => (read.isBaseFullyDefined() ? read.calculateScores().base : undefined);
const score4 = (read: Cvss4P0) => (read.isBaseFullyDefined() ? read.calculateScores().baseMetricsOnly : undefined);

const NOTATIONS = {
  "3.0": { version: "3", score: (vector: string) => score3(new Cvss3P0(vector)) },
  "3.1": { version: "3", score: (vector: string) => score3(new Cvss3P1(vector)) },
  "4.0": { version: "4", score: (vector: string) => score4(new Cvss4P0(vector)) },
} as const;

/** Reads a vector (first.org, CVSS 3.0, 3.1 and 4.0); undefined where it is none, or lacks one of its base metrics. */
export function readCvss(vector: string): Cvss | undefined {
  const [, said, metrics = ""] = /^CVSS:(3\.[01]|4\.0)((?:\/[A-Z]{1,3}:[A-Za-z]+)+)$/.exec(vector) ?? [];
  const notation = Object.entries(NOTATIONS).find(([name]) => name === said)?.[1];
  const names = metrics.split("/").map((metric) => metric.split(":")[0]);
  // A metric that is told twice tells nothing.
  if (!notation || new Set(names).size < names.length) return undefined;
  try {
    const score = notation.score(vector);
    return score === undefined ? undefined : { version: notation.version, score };
  } catch {
    // It knows nothing of such a metric, or of such a value.
    return undefined;
  }
}

/** The word for a score; null where nothing is lost. */
export function severityOf(score: number): "critical" | "high" | "medium" | "low" | null {
  if (score >= 9) return "critical";
  if (score >= 7) return "high";
  if (score >= 4) return "medium";
  return score > 0 ? "low" : null;
}

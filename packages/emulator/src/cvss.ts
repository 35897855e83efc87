// How bad a vulnerability is, told as a vector (first.org, CVSS 3.1, section 7, and the notation of 4.0).

/** A vector, what it comes to, and in which version of the notation it is written. */
export interface Cvss {
  readonly version: "3" | "4";
  /** Null where only the vector is known: 4.0 reads scores off tables of its own, which are not here. */
  readonly score: number | null;
}

const WEIGHTS = {
  AV: { N: 0.85, A: 0.62, L: 0.55, P: 0.2 },
  AC: { L: 0.77, H: 0.44 },
  PR: { N: 0.85, L: 0.62, H: 0.27 },
  UI: { N: 0.85, R: 0.62 },
  S: { U: 0, C: 1 },
  C: { H: 0.56, L: 0.22, N: 0 },
  I: { H: 0.56, L: 0.22, N: 0 },
  A: { H: 0.56, L: 0.22, N: 0 },
} as const satisfies Record<string, Record<string, number>>;

/** Privileges weigh more where the scope changes. */
const PRIVILEGES_IN_ANOTHER_SCOPE = { N: 0.85, L: 0.68, H: 0.5 } as const satisfies Record<string, number>;

const BASE_4: Readonly<Record<string, string>> = {
  ...{ AV: "NALP", AC: "LH", AT: "NP", PR: "NLH", UI: "NPA" },
  ...{ VC: "HLN", VI: "HLN", VA: "HLN", SC: "HLN", SI: "HLN", SA: "HLN" },
};

/** Reads a vector; undefined where it is none. */
export function readCvss(vector: string): Cvss | undefined {
  const [, version, rest] = /^CVSS:(3\.[01]|4\.0)((?:\/[A-Z]{1,3}:[A-Za-z]+)+)$/.exec(vector) ?? [];
  if (version === undefined || rest === undefined) return undefined;
  const pairs = rest.slice(1).split("/");
  const metrics = new Map(
    pairs.map((pair): [string, string] => {
      const colon = pair.indexOf(":");
      return [pair.slice(0, colon), pair.slice(colon + 1)];
    }),
  );
  // A metric that is told twice tells nothing.
  if (metrics.size < pairs.length) return undefined;
  if (version === "4.0") {
    const isWhole = Object.entries(BASE_4).every(([metric, values]) => {
      const value = metrics.get(metric);
      return value !== undefined && value.length === 1 && values.includes(value);
    });
    return isWhole ? { version: "4", score: null } : undefined;
  }
  const score = score3(metrics);
  return score === undefined ? undefined : { version: "3", score };
}

/** The base score; undefined where one of its metrics is missing or unknown. */
function score3(metrics: ReadonlyMap<string, string>): number | undefined {
  const weigh = (metric: keyof typeof WEIGHTS, weights: Readonly<Record<string, number>> = WEIGHTS[metric]) => {
    const value = metrics.get(metric) ?? "";
    return Object.hasOwn(weights, value) ? weights[value] : undefined;
  };
  const scope = weigh("S");
  const attack = [weigh("AV"), weigh("AC"), weigh("UI")];
  const privileges = weigh("PR", scope === 1 ? PRIVILEGES_IN_ANOTHER_SCOPE : WEIGHTS.PR);
  const losses = [weigh("C"), weigh("I"), weigh("A")];
  if (scope === undefined) return undefined;
  const exploitability = product([8.22, privileges, ...attack]);
  const kept = product(losses.map((loss) => (loss === undefined ? undefined : 1 - loss)));
  if (exploitability === undefined || kept === undefined) return undefined;
  const base = 1 - kept;
  const impact = scope === 1 ? 7.52 * (base - 0.029) - 3.25 * (base - 0.02) ** 15 : 6.42 * base;
  if (impact <= 0) return 0;
  return roundUp(Math.min((scope === 1 ? 1.08 : 1) * (impact + exploitability), 10));
}

function product(factors: readonly (number | undefined)[]): number | undefined {
  return factors.reduce((all, factor) => (all === undefined || factor === undefined ? undefined : all * factor), 1);
}

/** To one decimal, up; by way of whole numbers, so that every machine finds the same (CVSS 3.1, appendix A). */
function roundUp(value: number): number {
  const hundredThousandths = Math.round(value * 100_000);
  if (hundredThousandths % 10_000 === 0) return hundredThousandths / 100_000;
  return (Math.floor(hundredThousandths / 10_000) + 1) / 10;
}

/** The word for a score; null where nothing is lost. */
export function severityOf(score: number): "critical" | "high" | "medium" | "low" | null {
  if (score >= 9) return "critical";
  if (score >= 7) return "high";
  if (score >= 4) return "medium";
  return score > 0 ? "low" : null;
}

/** With fewer rounds, chance decides which candidate looks better. */
const MIN_ROUNDS = 7;

/** One way to do the work that is measured. */
export interface BenchCandidate<Name extends string, Sample = number> {
  readonly name: Name;
  /** Does the work once and returns its cost, in any unit that all candidates share. */
  readonly cost: () => Sample | Promise<Sample>;
}

/** A median with its quartiles. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** Costs of candidates, compared round by round. */
export interface RoundComparison<Name extends string> {
  /** Costs of one candidate, by round. */
  costs(name: Name): readonly number[];
  /** Cost of one candidate. */
  of(name: Name): Spread;
  /** Cost divided by the baseline's cost in the same round, so that a slowdown of both cancels out. */
  ratio(name: Name, baseline: Name): Spread;
  /** Cost minus the baseline's cost in the same round. */
  difference(name: Name, baseline: Name): Spread;
}

/** Number of times that all candidates are run. */
export interface RoundOptions {
  readonly rounds: number;
  /** Rounds that run first and are not counted; default 1. */
  readonly warmUps?: number;
  /** Called with a description of each round as it starts. */
  readonly onProgress?: (step: string) => void;
}

/**
 * Collects samples of the candidates in interleaved order (A, B, C, A, B, C, ...), so that disturbances of the machine
 * affect all of them equally.
 */
export async function collectSamples<Name extends string, Sample>(
  candidates: readonly BenchCandidate<Name, Sample>[],
  options: RoundOptions,
): Promise<ReadonlyMap<Name, readonly Sample[]>> {
  if (!(options.rounds >= MIN_ROUNDS)) throw new RangeError(`rounds must be at least ${MIN_ROUNDS} rounds`);
  const warmUps = options.warmUps ?? 1;
  const samples = new Map<Name, Sample[]>(candidates.map(({ name }) => [name, []]));
  for (let round = -warmUps; round < options.rounds; round++) {
    options.onProgress?.(`round ${round + warmUps + 1} of ${warmUps + options.rounds}`);
    for (const { name, cost } of candidates) {
      const sample = await cost();
      if (round >= 0) samples.get(name)?.push(sample);
    }
  }
  return samples;
}

/** Extracts one figure from each sample, to compare candidates by it. */
export function compareSamples<Name extends string, Sample>(
  samples: ReadonlyMap<Name, readonly Sample[]>,
  figure: (sample: Sample) => number,
): RoundComparison<Name> {
  const costs = (name: Name) => (samples.get(name) ?? []).map(figure);
  const combined = (name: Name, baseline: Name, combine: (value: number, base: number) => number) => {
    const bases = costs(baseline);
    return spreadOf(costs(name).map((value, round) => combine(value, bases[round] ?? Number.NaN)));
  };
  return {
    costs,
    of: (name) => spreadOf(costs(name)),
    ratio: (name, baseline) => combined(name, baseline, (value, base) => value / base),
    difference: (name, baseline) => combined(name, baseline, (value, base) => value - base),
  };
}

/** Median and quartiles of samples. */
export function spreadOf(samples: readonly number[]): Spread {
  return { median: median(samples), low: quantile(samples, 0.25), high: quantile(samples, 0.75) };
}

/** The middle sample, or the mean of the two middle ones. */
export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5);
}

/** The value below which this share of the samples lies, interpolated between samples. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position - Math.floor(position));
}

/** Multiplies all figures of a spread by a factor. */
export function scaleSpread({ median, low, high }: Spread, factor: number): Spread {
  return { median: median * factor, low: low * factor, high: high * factor };
}

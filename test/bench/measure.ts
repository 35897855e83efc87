/** Fewer rounds leave it to chance which candidate looks better. */
const FEWEST_ROUNDS = 7;

/** One way to do the thing that is measured. */
export interface Candidate<Name extends string, Sample = number> {
  readonly name: Name;
  /** Does it once and tells what it took, in any unit that all candidates share. */
  readonly cost: () => Sample | Promise<Sample>;
}

/** A median between its quartiles. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** What candidates took, round by round. */
export interface Rounds<Name extends string> {
  /** What one took. */
  of(name: Name): Spread;
  /** One over the baseline of the same round, so that what slows both down falls out. */
  ratio(name: Name, baseline: Name): Spread;
  /** One less the baseline of the same round. */
  difference(name: Name, baseline: Name): Spread;
}

/** Runs candidates in turn and compares what they took. */
export async function rounds<Name extends string>(
  candidates: readonly Candidate<Name>[],
  options: RoundOptions,
): Promise<Rounds<Name>> {
  return figuresOf(await samplesOf(candidates, options), (cost) => cost);
}

/** How often all candidates are run. */
export interface RoundOptions {
  readonly rounds: number;
  /** Rounds before these, which do not count. */
  readonly warmUps?: number;
  /** Is told which round begins. */
  readonly tell?: (step: string) => void;
}

/**
 * What candidates gave, round by round: A, B, C, A, B, C, …, so that what disturbs the machine disturbs all of them alike.
 */
export async function samplesOf<Name extends string, Sample>(
  candidates: readonly Candidate<Name, Sample>[],
  options: RoundOptions,
): Promise<ReadonlyMap<Name, readonly Sample[]>> {
  if (!(options.rounds >= FEWEST_ROUNDS)) throw new RangeError(`there must be at least ${FEWEST_ROUNDS} rounds`);
  const warmUps = options.warmUps ?? 1;
  const samples = new Map<Name, Sample[]>(candidates.map(({ name }) => [name, []]));
  for (let round = -warmUps; round < options.rounds; round++) {
    options.tell?.(`round ${round + warmUps + 1} of ${warmUps + options.rounds}`);
    for (const { name, cost } of candidates) {
      const sample = await cost();
      if (round >= 0) samples.get(name)?.push(sample);
    }
  }
  return samples;
}

/** One figure of each sample, to be compared between candidates. */
export function figuresOf<Name extends string, Sample>(
  samples: ReadonlyMap<Name, readonly Sample[]>,
  figure: (sample: Sample) => number,
): Rounds<Name> {
  const figures = (name: Name) => (samples.get(name) ?? []).map(figure);
  const pairs = (name: Name, baseline: Name, combine: (value: number, base: number) => number) => {
    const bases = figures(baseline);
    return spreadOf(figures(name).map((value, round) => combine(value, bases[round] ?? Number.NaN)));
  };
  return {
    of: (name) => spreadOf(figures(name)),
    ratio: (name, baseline) => pairs(name, baseline, (value, base) => value / base),
    difference: (name, baseline) => pairs(name, baseline, (value, base) => value - base),
  };
}

/** The median and the quartiles of samples. */
export function spreadOf(samples: readonly number[]): Spread {
  return { median: median(samples), low: quantile(samples, 0.25), high: quantile(samples, 0.75) };
}

/** The middle one, or the mean of the two in the middle. */
export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5);
}

/** The value that this share of samples does not pass, between two samples where it falls there. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/** Every figure of a spread, times a factor. */
export function scale({ median, low, high }: Spread, factor: number): Spread {
  return { median: median * factor, low: low * factor, high: high * factor };
}

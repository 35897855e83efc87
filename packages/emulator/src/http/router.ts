/** What a path leads to, with what stands for its placeholders. */
export interface Found<T> {
  readonly target: T;
  readonly names: Readonly<Record<string, string>>;
}

/** Finds things by paths. */
export interface Router<T> {
  /**
   * @param path segments that are words, or `{placeholders}` for any one segment that isn't empty
   * @param several the last placeholder takes all segments that are left, or none
   */
  add(path: string, target: T, several?: boolean): void;
  /** @param segments decoded; words win over placeholders */
  find(segments: readonly string[]): Found<T> | undefined;
}

interface Place<T> {
  readonly words: Map<string, Place<T>>;
  anything: Place<T> | undefined;
  /** What ends here, with its placeholders' names in order. */
  end: { readonly target: T; readonly names: readonly string[]; readonly several: boolean } | undefined;
}

export function createRouter<T>(): Router<T> {
  const root = createPlace<T>();

  function find(
    place: Place<T>,
    segments: readonly string[],
    at: number,
    taken: readonly string[],
  ): Found<T> | undefined {
    const segment = segments[at];
    if (segment === undefined) return place.end && named(place.end, taken);
    const word = place.words.get(segment);
    const byWord = word && find(word, segments, at + 1, taken);
    if (byWord) return byWord;
    const byPlaceholder =
      place.anything && segment !== "" ? find(place.anything, segments, at + 1, [...taken, segment]) : undefined;
    if (byPlaceholder) return byPlaceholder;
    return place.end?.several ? named(place.end, [...taken, segments.slice(at).join("/")]) : undefined;
  }

  return {
    add(path, target, several = false) {
      const names: string[] = [];
      const segments = segmentsOf(path);
      const last = segments.length - 1;
      let place = root;
      for (const [index, segment] of segments.entries()) {
        const name = /^\{(\w+)\}$/.exec(segment)?.[1];
        if (name !== undefined) names.push(name);
        if (several && index === last) break;
        place = name === undefined ? wordIn(place, segment) : placeholderIn(place);
      }
      place.end = { target, names, several };
    },
    find: (segments) => find(root, segments, 0, []),
  };
}

const createPlace = <T>(): Place<T> => ({ words: new Map(), anything: undefined, end: undefined });

function wordIn<T>(place: Place<T>, word: string): Place<T> {
  const next = place.words.get(word) ?? createPlace<T>();
  place.words.set(word, next);
  return next;
}

function placeholderIn<T>(place: Place<T>): Place<T> {
  place.anything ??= createPlace<T>();
  return place.anything;
}

function named<T>({ target, names }: { target: T; names: readonly string[] }, taken: readonly string[]): Found<T> {
  const values: Record<string, string> = {};
  for (let index = 0; index < names.length; index++) values[names[index] ?? ""] = taken[index] ?? "";
  return { target, names: values };
}

/** A path's segments, as they are written. */
export function segmentsOf(path: string): string[] {
  return path.slice(1).split("/");
}

/** The same decoded; what can't be is taken as it is. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** What a path leads to, with what stands for its placeholders. */
export interface Found<T> {
  readonly target: T;
  readonly names: Readonly<Record<string, string>>;
}

/** Finds things by paths. */
export interface Router<T> {
  /**
   * @param path segments that are words, or `{placeholders}` for any one segment that isn't empty
   */
  add(path: string, target: T, ending?: Ending): void;
  /** @param segments decoded; words win over placeholders */
  find(segments: readonly string[]): Found<T> | undefined;
}

/** What else is to be known of a path. */
export interface Ending {
  /** The last placeholder takes all segments that are left, or none. */
  readonly several?: boolean;
  /** Can its placeholders stand for this? Where they can't, the path leads nowhere. */
  readonly fits?: (names: Readonly<Record<string, string>>) => boolean;
}

interface Place<T> {
  readonly words: Map<string, Place<T>>;
  anything: Place<T> | undefined;
  /** What ends here, with its placeholders' names in order. */
  end: ({ readonly target: T; readonly names: readonly string[] } & Ending) | undefined;
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
    if (segment === undefined) return place.end && ended(place.end, taken);
    const word = place.words.get(segment);
    const byWord = word && find(word, segments, at + 1, taken);
    if (byWord) return byWord;
    const byPlaceholder =
      place.anything && segment !== "" ? find(place.anything, segments, at + 1, [...taken, segment]) : undefined;
    if (byPlaceholder) return byPlaceholder;
    return place.end?.several ? ended(place.end, [...taken, segments.slice(at).join("/")]) : undefined;
  }

  return {
    add(path, target, ending = {}) {
      const names: string[] = [];
      const segments = segmentsOf(path);
      const last = segments.length - 1;
      let place = root;
      for (const [index, segment] of segments.entries()) {
        const name = /^\{(\w+)\}$/.exec(segment)?.[1];
        if (name !== undefined) names.push(name);
        if (ending.several && index === last) break;
        place = name === undefined ? wordIn(place, segment) : placeholderIn(place);
      }
      place.end = { ...ending, target, names };
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

function ended<T>(
  { target, names, fits }: NonNullable<Place<T>["end"]>,
  taken: readonly string[],
): Found<T> | undefined {
  const values: Record<string, string> = {};
  for (let index = 0; index < names.length; index++) values[names[index] ?? ""] = taken[index] ?? "";
  return fits?.(values) === false ? undefined : { target, names: values };
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

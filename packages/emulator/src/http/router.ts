/** A matched route with its path parameters. */
export interface RouteMatch<T> {
  readonly target: T;
  readonly params: Readonly<Record<string, string>>;
}

/** Matches paths to targets. */
export interface Router<T> {
  /**
   * Adds a route.
   * @param path literal segments, or `{placeholders}` for one non-empty segment
   */
  add(path: string, target: T, options?: RouteOptions): void;
  /**
   * Finds the route of a path.
   * @param segments decoded; literals take precedence over placeholders
   */
  find(segments: readonly string[]): RouteMatch<T> | undefined;
}

export interface RouteOptions {
  /** The last placeholder matches all remaining segments, or none. */
  readonly isCatchAll?: boolean;
  /** Additional check of the path parameters; the route doesn't match if it returns false. */
  readonly matchesParams?: (names: Readonly<Record<string, string>>) => boolean;
}

interface RouteNode<T> {
  readonly literals: Map<string, RouteNode<T>>;
  wildcard: RouteNode<T> | undefined;
  /** The route that ends at this node, with the names of its placeholders in order. */
  route: ({ readonly target: T; readonly names: readonly string[] } & RouteOptions) | undefined;
}

export function createRouter<T>(): Router<T> {
  const root = createNode<T>();

  function find(
    node: RouteNode<T>,
    segments: readonly string[],
    at: number,
    paramValues: readonly string[],
  ): RouteMatch<T> | undefined {
    const segment = segments[at];
    if (segment === undefined) return node.route && createMatch(node.route, paramValues);
    const literal = node.literals.get(segment);
    const literalMatch = literal && find(literal, segments, at + 1, paramValues);
    if (literalMatch) return literalMatch;
    const wildcardMatch =
      node.wildcard && segment !== "" ? find(node.wildcard, segments, at + 1, [...paramValues, segment]) : undefined;
    if (wildcardMatch) return wildcardMatch;
    return node.route?.isCatchAll ? createMatch(node.route, [...paramValues, segments.slice(at).join("/")]) : undefined;
  }

  return {
    add(path, target, options = {}) {
      const names: string[] = [];
      const segments = segmentsOf(path);
      const last = segments.length - 1;
      let node = root;
      for (const [index, segment] of segments.entries()) {
        const name = /^\{(\w+)\}$/.exec(segment)?.[1];
        if (name !== undefined) names.push(name);
        if (options.isCatchAll && index === last) break;
        node = name === undefined ? literalChild(node, segment) : wildcardChild(node);
      }
      node.route = { ...options, target, names };
    },
    find: (segments) => find(root, segments, 0, []),
  };
}

const createNode = <T>(): RouteNode<T> => ({ literals: new Map(), wildcard: undefined, route: undefined });

function literalChild<T>(node: RouteNode<T>, literal: string): RouteNode<T> {
  const next = node.literals.get(literal) ?? createNode<T>();
  node.literals.set(literal, next);
  return next;
}

function wildcardChild<T>(node: RouteNode<T>): RouteNode<T> {
  node.wildcard ??= createNode<T>();
  return node.wildcard;
}

function createMatch<T>(
  { target, names, matchesParams }: NonNullable<RouteNode<T>["route"]>,
  paramValues: readonly string[],
): RouteMatch<T> | undefined {
  const values: Record<string, string> = {};
  for (let index = 0; index < names.length; index++) values[names[index] ?? ""] = paramValues[index] ?? "";
  return matchesParams?.(values) === false ? undefined : { target, params: values };
}

/** Splits a path into its segments without decoding them. */
export function segmentsOf(path: string): string[] {
  return path.slice(1).split("/");
}

/** Decodes a segment; malformed ones stay as they are. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

import type { Edition } from "@forgehand/core/contract";
import { type Dialect, github, wirePath } from "@forgehand/core/dialects";
import routes from "./described-routes.json" with { type: "json" };

// Most emulators never load this module: it is for calls that no operation matches.

/** A route of GitHub's public API description, in the dialect's vocabulary. */
interface DescribedRoute {
  readonly method: string;
  readonly path: string;
  readonly pattern: RegExp;
  /** Number of literal segments; the route with the most takes precedence. */
  readonly literals: number;
}

/** Returns the path of the described route that matches a method and the segments of a path. */
export type FindDescribedPath = (method: string, segments: readonly string[]) => string | undefined;

/** Creates the function that finds the routes of an edition, or of any. */
export function createDescribedRoutes(dialect: Dialect, edition: Edition | "all"): FindDescribedPath {
  const described = Object.entries(routes.methodsByPathByEditions)
    .filter(([editions]) => edition === "all" || editions.split(" ").includes(edition))
    .flatMap(([, methodsByPath]) => Object.entries<string>(methodsByPath))
    .flatMap(([template, methods]) => describeRoutes(dialect, template, methods.split(" ")))
    .toSorted((a, b) => b.literals - a.literals);
  return (method, segments) => {
    const path = segments.map((segment) => `/${encodeURIComponent(segment)}`).join("");
    return described.find((route) => route.method === method && route.pattern.test(path))?.path;
  };
}

/** @param template path in the vendor's words; placeholders with a plus sign match several segments */
function describeRoutes(dialect: Dialect, template: string, methods: readonly string[]): DescribedRoute[] {
  const segments = template.split("/").map((segment) => NEUTRAL_SEGMENTS.get(segment) ?? segment);
  const wireTemplate = wirePath(dialect, segments.join("/"));
  const source = wireTemplate
    .replaceAll(/[.$]/g, "\\$&")
    .replaceAll(/\{\+[^}]+\}/g, ".+")
    .replaceAll(/\{[^}]+\}/g, "[^/]+");
  const pattern = new RegExp(`^${source}$`);
  const literals = segments.filter((segment) => !segment.includes("{")).length;
  return methods.map((method) => ({ method, path: wireTemplate.replaceAll("{+", "{"), pattern, literals }));
}

const NEUTRAL_SEGMENTS = new Map(Object.entries(github.segments).map(([neutral, vendor]) => [vendor, neutral]));

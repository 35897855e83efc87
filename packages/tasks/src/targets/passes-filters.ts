import type { RepositoryFilters } from "./directory.ts";
import type { ListedRepository, PropertyValues } from "./list-repositories.ts";

/** Returns true if a repository passes the filters. The `archived` filter is handled separately. */
export function passesFilters(
  repository: ListedRepository,
  properties: PropertyValues | undefined,
  filters: RepositoryFilters,
): boolean {
  const { topics, visibility, languages, properties: propertyFilters } = filters;
  if (topics && !topics.some((topic) => repository.topics.includes(topic.toLowerCase()))) return false;
  if (visibility && !visibility.some((value) => value === repository.visibility)) return false;
  const language = repository.language?.toLowerCase();
  if (languages && !languages.some((name) => name.toLowerCase() === language)) return false;
  return (
    !propertyFilters ||
    propertyFilters.every(({ name, values }) => hasProperty(properties?.get(name.toLowerCase()), values))
  );
}

/** One matching value is sufficient; without values, any value matches. */
function hasProperty(actual: readonly string[] = [], values: readonly string[]): boolean {
  return values.length === 0 ? actual.length > 0 : values.some((value) => actual.includes(value));
}

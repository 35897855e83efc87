import type { Filters } from "./directory.ts";
import type { Listed, Properties } from "./list.ts";

/** Is a repository as the filters want it? What is archived is told apart, and not asked here. */
export function passes(repository: Listed, properties: Properties | undefined, filters: Filters): boolean {
  const { topics, visibility, languages, properties: wanted } = filters;
  if (topics && !topics.some((topic) => repository.topics.includes(topic.toLowerCase()))) return false;
  if (visibility && !visibility.some((one) => one === repository.visibility)) return false;
  const language = repository.language?.toLowerCase();
  if (languages && !languages.some((one) => one.toLowerCase() === language)) return false;
  return !wanted || wanted.every(({ name, values }) => hasProperty(properties?.get(name.toLowerCase()), values));
}

/** One of several values is enough, and where none is named any. */
function hasProperty(has: readonly string[] = [], values: readonly string[]): boolean {
  return values.length === 0 ? has.length > 0 : values.some((value) => has.includes(value));
}

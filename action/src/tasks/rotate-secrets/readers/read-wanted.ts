import type { Run } from "../../../run/run.ts";
import type { Entry } from "../entry.ts";
import type { WantedReaders } from "./readers.ts";

/** Who is to read an organization's secret: the repositories that are named, with their ids. @throws ForgeError */
export async function wantedReaders(
  { directory }: Run,
  { visibility, selected }: Entry,
  organization: string,
): Promise<WantedReaders> {
  const own = selected?.filter(({ owner }) => owner.toLowerCase() === organization.toLowerCase());
  const facts = own && (await Promise.all(own.map(directory.facts)));
  return {
    visibility,
    repositories: facts?.map((one) => ({
      id: one.id,
      name: `${one.owner}/${one.repo}`,
      isPublic: one.visibility === "public",
    })),
  };
}

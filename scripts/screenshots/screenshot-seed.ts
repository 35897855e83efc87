/**
 * A repository. `age` is the number of days since the last push. `flags` contains `star` if alice stars it, `watch` if
 * she watches it, and `archived` if it is archived.
 */
type SeedRepositoryRow = readonly [
  name: string,
  language: string,
  description: string,
  age: number,
  starCount: number,
  flags: string,
];

const REPOSITORIES_BY_OWNER: Readonly<Record<string, readonly SeedRepositoryRow[]>> = {
  "loom-labs": [
    ["shuttle", "Rust", "A build cache that several machines share", 2, 88, "star watch"],
    ["warp", "Rust", "Threads of work, woven in order", 9, 61, "star watch"],
    ["weft", "TypeScript", "Bindings of warp for browsers", 30, 34, "star"],
    ["heddle", "TypeScript", "Which changes touch which packages", 200, 22, "watch"],
    ["bobbin", "Go", "Small blobs, stored and found again", 410, 17, "watch archived"],
    ["treadle", "Go", "Starts jobs when something happens", 730, 9, "watch archived"],
  ],
  "north-harbour": [
    ["lighthouse-keeper", "TypeScript", "Tells when a page has become slower", 1, 95, "star watch"],
    ["tide-tables", "Python", "Times of high and low water, anywhere", 12, 73, "star"],
    ["buoy", "Python", "Marks what must not be run into", 95, 40, "watch"],
    ["ferry", "Go", "Moves data between two shores, both ways", 380, 28, "watch"],
    ["dry-dock", "Shell", "Where old ships are repaired", 900, 6, "watch archived"],
    ["pilot", "Rust", "Finds a way through", 21, 51, "star watch"],
  ],
  "paper-garden": [
    ["origami", "JavaScript", "Folds long texts into short ones", 4, 64, "star watch"],
    ["kirigami", "JavaScript", "Cuts pictures to size, on the way", 55, 45, "star"],
    ["greenhouse", "Ruby", "Grows sites out of folders", 510, 38, "watch"],
    ["compost", "Ruby", "Turns old logs into statistics", 640, 12, "watch archived"],
    ["seedlings", "Python", "Templates to begin with", 70, 31, "star watch"],
    ["trellis", "CSS", "A grid that things can climb", 150, 58, "star"],
  ],
};

/** Returns a seed for screenshots, which extends the emulator's full seed. */
export function screenshotSeed(): object {
  const readers = Array.from({ length: 100 }, (_, index) => `reader-${index + 1}`);
  const repositories = Object.entries(REPOSITORIES_BY_OWNER).flatMap(([owner, rows]) =>
    rows.map(([name, language, description, age, starCount, flags]) => {
      const stars = Object.fromEntries(
        readers.slice(0, starCount).map((login, index) => [login, `-${(index % 300) + 20}d`]),
      );
      const repository = {
        description,
        language,
        pushed: `-${age}d`,
        created: `-${age + 400}d`,
        archived: flags.includes("archived"),
        stars: { ...stars, ...(flags.includes("star") && { alice: `-${(starCount % 60) + 1}d` }) },
        watchers: {
          ...Object.fromEntries(readers.slice(0, Math.ceil(starCount / 8)).map((login) => [login, "watching"])),
          ...(flags.includes("watch") && { alice: "watching" }),
        },
      };
      return [`${owner}/${name}`, repository] as const;
    }),
  );
  return {
    users: Object.fromEntries(readers.map((login) => [login, {}])),
    organizations: Object.fromEntries(
      Object.keys(REPOSITORIES_BY_OWNER).map((owner) => [owner, { members: { dora: "owner", alice: "member" } }]),
    ),
    repositories: Object.fromEntries(repositories),
  };
}

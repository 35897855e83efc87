/** Something that goes out under the version that all share. */
export interface Part {
  readonly name: string;
  readonly folder: string;
  /** What the changelog calls it. */
  readonly title: string;
  /** Whether it goes to the registry. */
  readonly published: boolean;
}

/** In the order in which they go out: what others depend on goes first. */
export const PARTS: readonly Part[] = [
  { name: "@forgehand/core", folder: "packages/core", title: "`@forgehand/core`", published: true },
  { name: "@forgehand/emulator", folder: "packages/emulator", title: "`@forgehand/emulator`", published: true },
  { name: "@forgehand/extension", folder: "extension", title: "the extension", published: false },
  { name: "@forgehand/action", folder: "action", title: "the action", published: false },
];

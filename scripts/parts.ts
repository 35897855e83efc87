/** A workspace package that is released under the shared version. */
export interface Part {
  readonly name: string;
  readonly folder: string;
  /** Name in the changelog. */
  readonly title: string;
  /** Whether it is published to npm. */
  readonly published: boolean;
}

/** All parts, in publishing order: dependencies first. */
export const PARTS: readonly Part[] = [
  { name: "@forgehand/core", folder: "packages/core", title: "`@forgehand/core`", published: true },
  { name: "@forgehand/redis", folder: "packages/redis", title: "`@forgehand/redis`", published: true },
  { name: "@forgehand/postgres", folder: "packages/postgres", title: "`@forgehand/postgres`", published: true },
  { name: "@forgehand/emulator", folder: "packages/emulator", title: "`@forgehand/emulator`", published: true },
  { name: "@forgehand/cli", folder: "packages/cli", title: "`@forgehand/cli`", published: true },
  { name: "@forgehand/extension", folder: "extension", title: "the extension", published: false },
  { name: "@forgehand/action", folder: "action", title: "the action", published: false },
];

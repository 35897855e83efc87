/** Environment variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The program that runs the tasks, such as a workflow step, as far as they depend on it. */
export interface Host {
  readonly environment: Environment;
  /** Absolute path of the folder that relative paths start from. */
  readonly workspace: string;
  /** Credentials that the program acts with or was started with. They must not become a secret's value. */
  readonly credentials: readonly string[];
  /** Base URL of the API that is used if `api-url` is not set. */
  readonly defaultApiUrl: string | undefined;
}
